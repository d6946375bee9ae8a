"""What documents are called, as stems. Pure."""

from apps.agents.reading.words import content_words

DOCUMENTS = frozenset(
    content_words(
        "report filing release note handbook document policy manual guide regulation prospectus letter memo memorandum "
        "paper presentation transcript text file statement announcement brochure article 10K 10Q 8K"
    )
)  # nouns that a request has for them
TOLD_APART = frozenset(
    content_words(
        "annual quarterly interim yearly earnings press news proxy whole entire full complete attached uploaded "
        "enclosed latest recent current financial results company"
    )
)  # by what one kind of them is told from another
IN_TITLES = frozenset(
    content_words("handbook policy manual guide report filing regulation code act agreement contract")
)  # nouns that their titles have for what they are
