"""What every plan of a draft keeps to, whoever makes it."""

FEWEST, MOST = 3, 8  # sections of the body
LONGEST_BRIEF = 400  # characters
INTRODUCTION = "Introduction"
