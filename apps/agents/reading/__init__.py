"""How the built-in cast reads: words, questions, and the sentences and table rows of a passage."""
