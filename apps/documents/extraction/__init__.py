"""Reading files: one module per format behind one contract, run in a process of its own (see ``sandbox.py``)."""
