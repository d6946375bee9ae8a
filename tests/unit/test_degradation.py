"""What docs/degradation.md says of warnings: each code there is, and none that there is not."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "degradation.md"
CODE = re.compile(r"[A-Z]+(?:_[A-Z]+)+")
MODES = {"answer", "draft", "verify"}


def codes_defined() -> set[str]:
    """The first of every (code, message) in the code."""
    trees = [ast.parse(path.read_text()) for room in ("apps", "workers") for path in (ROOT / room).rglob("*.py")]
    pairs = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Tuple) and len(node.elts) == 2]
    firsts = {each.elts[0].value for each in pairs if isinstance(each.elts[0], ast.Constant)}
    return {first for first in firsts if isinstance(first, str) and CODE.fullmatch(first)}


def rows() -> list[list[str]]:
    """(stage, mode, code, what is seen) of each row."""
    lines = [line for line in PAGE.read_text().splitlines() if line.startswith("| ")][1:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_warning_stands_in_the_table_and_no_other():
    told = {code.strip("`") for _, _, code, _ in rows()} - {"–"}
    assert told == codes_defined()
    assert {"NO_MATCHES", "CRITICAL_GAP"} <= told


def test_every_row_names_its_modes_and_what_is_seen():
    for _, modes, _, seen in rows():
        assert modes == "all" or set(modes.split(", ")) <= MODES
        assert seen
