"""All that `manage.py evaluate` can measure: each module beside this one registers itself under its sub-command's name.

Apart from the package, so that its pure modules can be used without Django.
"""

import importlib
import pkgutil

from workers import evaluations
from workers.evaluations.contract import EVALUATIONS as EVALUATIONS

for _module in pkgutil.iter_modules(evaluations.__path__):
    importlib.import_module(f"{evaluations.__name__}.{_module.name}")
