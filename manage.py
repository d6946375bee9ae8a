#!/usr/bin/env python
"""The command line: ``python manage.py help``."""

import sys

from veritydraft.entry import main

if __name__ == "__main__":
    main(sys.argv)
