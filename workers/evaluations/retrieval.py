"""`manage.py evaluate retrieval`: is what answers a question among what is found, by the search of production."""

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser

from apps.inference.contracts import Embedder, Entailment
from apps.inference.embedders import get_embedder
from apps.inference.entailment import get_entailment
from apps.retrieval.context import retrieve_context
from apps.retrieval.ranking import RANKING, Ranking
from apps.retrieval.search import search
from apps.retrieval.types import Hit
from apps.workspaces.models import Workspace
from workers.evaluations.contract import EVALUATIONS, Report
from workers.evaluations.corpora import add_options, corpora, sets_of
from workers.evaluations.questions import QuestionSet, Source, pages_of
from workers.evaluations.ranks import mean_reciprocal_rank, ndcg, ranks_of, recall_at
from workers.evaluations.scores import bootstrap
from workers.evaluations.tables import between, percent, table

FOUND = 40  # passages that are looked through for the evidence
DEPTHS = (1, 5, 10, 20)
_OFF: dict[str, Any] = {"naming": 0, "headings": 0, "mentions": 0, "digits": 0, "expansion": False}
RANKINGS: Mapping[str, Ranking] = {  # the whole ranking, and what it has to beat
    "vector": Ranking(vector=1.0, pairs=0, **_OFF),
    "text": Ranking(vector=0.0, **_OFF),
    "fused": Ranking(**_OFF),
    "search": RANKING,
}
Look = tuple[str, Ranking, Callable[[], Entailment] | None]  # a ranking, its name, who reads its first passages
HEAD = ("set", "ranking", *(f"@{depth}" for depth in DEPTHS), "95% of @10", "MRR", "nDCG@10", "ms")


class RetrievalEvaluation:
    """Each set is read into a workspace of its own; where the evidence has pages, distinct pages are counted."""

    help = "search against questions with known evidence: recall, MRR and nDCG, beside vector and full text alone"

    def add_arguments(self, parser: CommandParser) -> None:
        add_options(parser)
        parser.add_argument("--rerank", action="store_true", help="measure the search with `rerank` besides; slow")

    def measure(self, options: dict[str, Any]) -> Report:
        sets = sets_of(options)
        embedder = get_embedder(settings.EMBEDDING_MODEL)
        looks: list[Look] = [(name, ranking, None) for name, ranking in RANKINGS.items()]
        if options["rerank"]:
            looks.append(("reranked", RANKING, get_entailment))
        with ExitStack() as held:
            spaces = corpora(sets, keep=options["keep"], held=held)
            rows = [_row(one, spaces[one.name], look, embedder) for one in sets for look in looks]
            matches = [
                {"questions": one.name, "documents": where, "matched": _matched(one, spaces[where], embedder)}
                for one in sets
                for where in spaces
            ]
        return report(rows, matches, embedder=embedder.name)


def _row(of: QuestionSet, workspace: Workspace, look: Look, embedder: Embedder) -> dict[str, Any]:
    """The figures of one ranking on one set."""
    name, ranking, reader = look
    ranks, spent = [], []
    for asked in of.questions:
        begun = time.perf_counter()
        hits = search(
            workspace_id=workspace.pk, query=asked.text, k=FOUND, embedder=embedder, ranking=ranking, reader=reader
        )
        spent.append(time.perf_counter() - begun)
        ranks.append(ranks_of(_sources(hits, paged=any(page for _, page in asked.sources)), asked.sources))

    def ten(drawn: Any) -> float:
        return recall_at(10, [ranks[place] for place in drawn])

    return {
        "set": of.name,
        "ranking": name,
        "questions": len(ranks),
        "recall": {str(depth): recall_at(depth, ranks) for depth in DEPTHS},
        "recall_at_10_interval": bootstrap(ten, [range(len(ranks))]),
        "mrr": mean_reciprocal_rank(ranks),
        "ndcg_at_10": ndcg(ranks),
        "ms_per_question": 1000 * statistics.median(spent),
    }


def _sources(hits: Sequence[Hit], *, paged: bool) -> list[Source]:
    """What the passages found are of, in order: each of their pages, or the document."""
    if not paged:
        return [(hit.filename, 0) for hit in hits]
    return [(hit.filename, page) for hit in hits for page in pages_of(hit.page, hit.page_end)]


def _matched(of: QuestionSet, workspace: Workspace, embedder: Embedder) -> float:
    """The share of the questions that find a match in these documents, be they on them or on something else."""
    found = [
        retrieve_context(workspace_id=workspace.pk, query=asked.text, document_ids=None, embedder=embedder).chunks
        for asked in of.questions
    ]
    return sum(map(bool, found)) / len(found)


def report(rows: Sequence[dict[str, Any]], matches: Sequence[dict[str, Any]], *, embedder: str) -> Report:
    """Every ranking on every set, and how often anything is found where it is asked."""
    lines = [
        (
            row["set"],
            row["ranking"],
            *(percent(row["recall"][str(depth)]) for depth in DEPTHS),
            between(row["recall_at_10_interval"]),
            percent(row["mrr"]),
            percent(row["ndcg_at_10"]),
            f"{row['ms_per_question']:.0f}",
        )
        for row in rows
    ]
    told = [
        f"questions of {one['questions']} find a match in the documents of {one['documents']}: "
        f"{percent(one['matched'])}%"
        for one in matches
    ]
    counts = ", ".join(
        f"{name}: {count} questions" for name, count in {row["set"]: row["questions"] for row in rows}.items()
    )
    text = "\n\n".join((f"{counts}; embedded by {embedder}", table([HEAD, *lines], texts=2), "\n".join(told)))
    return Report(text=text, data={"embedding_model": embedder, "rankings": list(rows), "matches": list(matches)})


EVALUATIONS.add("retrieval", RetrievalEvaluation())
