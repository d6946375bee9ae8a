"""What `manage.py evaluate` can measure: each module here registers itself under the sub-command's name."""

import importlib
import pkgutil

from workers.evaluations.contract import EVALUATIONS as EVALUATIONS

for _module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_module.name}")
