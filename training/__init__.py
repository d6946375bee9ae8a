"""How the Judge's model is trained from public data: a recipe, needed by nothing at run time.

Only here is torch imported, and nothing of VerityDraft imports this package.
"""
