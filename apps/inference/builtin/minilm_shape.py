"""What the graph of all-MiniLM-L6-v2 looks like, for those who need not build it."""

HIDDEN = 384
HEADS = 12
LAYERS = 6
OPSET = 20
