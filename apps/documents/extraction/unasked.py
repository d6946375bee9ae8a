"""Stands in for what ``unstructured`` imports and nobody asks here; imported before any of its readers.

By spaCy, with a model from the web, it tells prose from other text without markup; by tables of languages it names one;
by an ontology it writes HTML of a kind of its own. We look at headings, lists and tables alone, which markup and style
tell. To import all that took two of the three seconds a process needed before it read. Made for the pinned 0.27.32.
"""

import sys
from types import ModuleType

_MODULES = {
    "unstructured.nlp.tokenize": {
        "sent_tokenize": lambda text: [text],
        "word_tokenize": str.split,
        "pos_tag": lambda text: [],
    },
    "unstructured.nlp.english_words": {"ENGLISH_WORDS": frozenset()},
    "unstructured.partition.html.transformations": {
        "ontology_to_unstructured_elements": None,
        "parse_html_to_ontology": None,
    },
    "iso639": {"Language": None, "LanguageNotFoundError": LookupError},
}

for _name, _contents in _MODULES.items():
    if _name not in sys.modules:
        sys.modules[_name] = ModuleType(_name)
        vars(sys.modules[_name]).update(_contents)
