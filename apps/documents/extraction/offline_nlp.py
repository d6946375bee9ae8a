"""Lets ``unstructured`` classify text without the language model that it would fetch from the web.

It asks spaCy for words, parts of speech (only: is there a verb?) and sentences, to tell prose from the rest. A blank
English pipeline with rules answers that well enough: headings are told by markup and style, not by this.
"""

import re

import spacy
import unstructured.nlp.tokenize as tokenize
from spacy.language import Language
from spacy.tokens import Doc

_COMPONENT = "veritydraft_verbs"


def _words(*lines: str) -> frozenset[str]:
    return frozenset(" ".join(lines).split())


_AUXILIARY = _words(
    "am is are was were be been being do does did have has had having can could may might must shall should will",
    "would ought need dare",
)
_VERBS = _words(
    "allow apply approve begin cover define describe disclose end ensure exceed expect give grow hold include keep",
    "make mean meet need offer own pay prohibit provide receive remain report require return say see sell serve set",
    "show state submit take terminate use work",
)
_INFLECTED = re.compile(r"[a-z]{3,}(?:ed|ing)$")


@Language.component(_COMPONENT)
def tag_verbs(doc: Doc) -> Doc:
    """Tags verbs by a list and by their endings, everything else as a noun."""
    for token in doc:
        word = token.lower_
        verb = word in _AUXILIARY or word in _VERBS or word.removesuffix("s") in _VERBS or _INFLECTED.match(word)
        token.tag_ = "VB" if verb else "NN"
    return doc


def rule_pipeline() -> Language:
    """The stand-in for ``en_core_web_sm``."""
    pipeline = spacy.blank("en")
    pipeline.add_pipe("sentencizer")
    pipeline.add_pipe(_COMPONENT)
    return pipeline


def install() -> None:
    """Makes ``unstructured`` (pinned: this replaces a function of 0.27.32) use the rules, and makes them now."""
    tokenize._load_spacy_model = rule_pipeline
    tokenize._get_nlp()
