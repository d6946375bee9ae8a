"""A text reaches its readers in few commits, in order, and only with allowed citations."""

from types import SimpleNamespace

from apps.drafting.telling import COALESCE_SECONDS, Telling

GOOD, BAD = "abcdef012345", "999999999999"


class Reader:
    """Takes events as a phase context would, and a clock that only a test moves."""

    def __init__(self) -> None:
        self.commits: list[list] = []
        self.now = 100.0
        self.ctx = SimpleNamespace(emit=lambda *drafts: self.commits.append(list(drafts)))

    def telling(self) -> Telling:
        return Telling(self.ctx, allowed=frozenset({GOOD}), clock=lambda: self.now)

    def text(self) -> str:
        drafts = [draft for commit in self.commits for draft in commit if draft.type == "content_chunk"]
        text = ""
        for draft in drafts:
            assert draft.payload["offset"] == len(text)
            text += draft.payload["delta"]
        return text


def test_the_first_words_are_told_at_once_and_later_ones_together():
    reader = Reader()
    telling = reader.telling()
    for piece in ("One. ", "Two. ", "Three. "):
        telling.feed(piece)
    assert len(reader.commits) == 1
    reader.now += COALESCE_SECONDS
    telling.feed("Four.")
    telling.finish()
    assert len(reader.commits) == 2
    assert reader.text() == "One. Two. Three. Four."


def test_a_citation_outside_the_context_never_reaches_a_reader():
    reader = Reader()
    telling = reader.telling()
    for piece in ("It is 80% [ci", f"te:{BAD}", f"]. It is 75% [cite:{GOOD}", "]."):
        telling.feed(piece)
        reader.now += COALESCE_SECONDS
    text = telling.finish()
    assert BAD not in text
    assert reader.text() == text
    assert len(telling.removed) == 1
    found = [draft.payload for commit in reader.commits for draft in commit if draft.type == "citation_detected"]
    assert [(item["key"], item["number"]) for item in found] == [(GOOD, 1)]
    assert text[found[0]["offset"] :].startswith(f"[cite:{GOOD}]")


def test_what_the_database_refuses_is_left_out_before_offsets_are_counted():
    reader = Reader()
    telling = reader.telling()
    for piece in ("a\x00b ", "\ud800c [ci", f"te:{GOOD}]"):
        telling.feed(piece)
        reader.now += COALESCE_SECONDS
    assert telling.finish() == reader.text() == f"ab c [cite:{GOOD}]"


def test_every_piece_names_its_cycle():
    reader = Reader()
    telling = Telling(reader.ctx, allowed=frozenset({GOOD}), cycle=1, clock=lambda: reader.now)
    telling.feed(f"It is so [cite:{GOOD}].")
    telling.finish()
    assert [draft.payload["cycle"] for commit in reader.commits for draft in commit] == [1] * len(
        [draft for commit in reader.commits for draft in commit]
    )
