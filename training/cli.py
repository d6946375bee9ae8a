"""`python -m training judge | average | export | written | measure`: what is asked for, in lines; mistakes in one."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from training.encoders import Base
from training.figures import as_data, as_text
from training.mistakes import Stopped, Unusable
from training.mixture import Family
from training.twins import save_set, written
from workers.evaluations.labelled import Unreadable

BAD_INPUT, INTERRUPTED = 2, 130  # exit statuses


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 0 when it is done, BAD_INPUT with one line on the error stream, INTERRUPTED after a stop."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.act(options))
    except (Unreadable, Unusable) as error:
        return _refused(str(error))
    except Stopped as stopped:
        _tell(str(stopped))
        return INTERRUPTED
    except ImportError as error:
        if error.name != "torch":
            raise
        return _refused("torch is not installed: pip install -r requirements/train.txt")


def _refused(message: str) -> int:
    print(f"error: {message}", file=sys.stderr)
    return BAD_INPUT


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training", description="The Judge's model.")
    kinds = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    judge = kinds.add_parser("judge", help="train it, or go on training it")
    judge.add_argument("--data", type=Path, required=True, help="folder with train/ and dev/ of *.jsonl.gz")
    judge.add_argument("--out", type=Path, required=True, help="folder of the run")
    judge.add_argument("--frozen", type=_count, default=0, help="layers from below that are not trained, nor words")
    judge.add_argument("--seed", type=int, default=0)
    judge.add_argument("--limit", type=_positive, help="about so many pairs instead of all")
    judge.add_argument("--epochs", type=_positive, default=1)
    judge.add_argument("--from", type=Path, dest="begin_with", help="a run or an .onnx file instead of the base")
    judge.add_argument(
        "--written", type=Path, action="append", default=[], help="folder of passages with twins besides, or several"
    )
    judge.add_argument("--passages", type=_positive, help="so many of these, drawn by --seed, instead of all")
    judge.add_argument("--batch", type=_positive, default=32, help="pairs of a step (32)")
    judge.add_argument("--rate", type=_rate, help="of learning at its height, of the head too but for --head-rate")
    judge.add_argument("--head-rate", type=_rate, help="of learning of the head, at its height (that of --rate)")
    judge.add_argument("--until", type=_positive, help="steps after which it ends, the rate falling to 0 by then")
    judge.add_argument("--bag", type=_positive, default=2, help="windows of a claim that are trained on together")
    judge.add_argument("--resume", action="store_true", help="go on from the checkpoint in --out")
    judge.add_argument("--dev-limit", type=_positive, default=80, help="claims of each dev set at an evaluation")
    judge.add_argument("--evaluations", type=_positive, default=4, help="how often the dev sets are measured")
    judge.set_defaults(act=_judge)
    between = kinds.add_parser("average", help="write a model with weights between those of two")
    between.add_argument("models", type=Path, nargs=2, metavar="MODEL", help="a run, or an .onnx file")
    between.add_argument("--share", type=_rate, default=0.5, help="of the second (0.5)")
    between.add_argument("--out", type=Path, required=True, help="folder of the new run")
    between.set_defaults(act=_average)
    export = kinds.add_parser("export", help="write the ONNX graph of a run")
    export.add_argument("--run", type=Path, required=True, help="folder of the run, or its model.safetensors")
    export.add_argument("--out", type=Path, required=True, help="file to write")
    export.add_argument("--int8", action="store_true", help="smoothed, with weights of eight bits")
    export.set_defaults(act=_export)
    tell = kinds.add_parser("written", help="write passages with twins as a set of labelled claims")
    tell.add_argument("--written", type=Path, required=True, help="folder of them")
    tell.add_argument("--out", type=Path, required=True, help="folder for the set")
    tell.set_defaults(act=_written)
    measure = kinds.add_parser("measure", help="per-set figures beside shared words")
    measure.add_argument("--data", type=Path, required=True, help="folder of *.jsonl.gz, or one with dev/ in it")
    measure.add_argument("--model", type=Path, required=True, help="folder of a run, or an .onnx file")
    measure.add_argument("--limit", type=_positive, help="at most so many claims of each set, the same every time")
    measure.add_argument("--windows", type=_positive, default=8, help="windows of a claim's evidence that are read")
    measure.add_argument("--scores", type=Path, help="file to write every claim's probabilities to, a line each")
    measure.add_argument("--json", action="store_true")
    measure.set_defaults(act=_measure)
    for one in (judge, between):
        one.add_argument(
            "--base",
            type=Base,
            choices=list(Base),
            default=Base.MINILM,
            help="encoder at the beginning",
        )
        one.add_argument("--layers", type=_positive, help="so many of its lowest layers instead of all")
    for one in (judge, measure):
        one.add_argument(
            "--fold",
            type=Family,
            choices=list(Family),
            action="append",
            default=[],
            dest="folds",
            help="family of sets that is left out of training, or alone told when measuring; or several",
        )
        one.add_argument("--threads", type=_positive, default=1)
        one.add_argument("--precision", choices=("auto", "fp32", "bf16"), default="auto")
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def _count(text: str) -> int:
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError("must not be negative")
    return number


def _rate(text: str) -> float:
    number = float(text)
    if not 0 < number < 1:
        raise argparse.ArgumentTypeError("must lie between 0 and 1")
    return number


def _judge(options: argparse.Namespace) -> int:
    from training.running import train  # torch takes seconds to import, and --help needs none

    train(options, tell=_tell)
    return 0


def _average(options: argparse.Namespace) -> int:
    from training.averaging import average

    _tell(average(*options.models, options.out, share=options.share, base=options.base, layers=options.layers))
    return 0


def _export(options: argparse.Namespace) -> int:
    from training.exporting import export
    from training.smoothing import usual_rows

    _tell(export(options.run, options.out, rows=usual_rows() if options.int8 else ()))
    return 0


def _written(options: argparse.Namespace) -> int:
    _tell(save_set(written(options.written), options.out))
    return 0


def _measure(options: argparse.Namespace) -> int:
    from training.measuring import measure

    figures = measure(options)
    print(json.dumps(as_data(figures), indent=2) if options.json else as_text(figures))
    return 0


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
