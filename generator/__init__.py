"""emporium-pnp: print-and-play cards from one file, cards.yaml."""

import sys
from types import ModuleType

# reportlab runs what lies in the user's home under these names when it is imported; what we print does not depend on that
for _name in ("reportlab_mods", "reportlab_settings"):
    sys.modules.setdefault(_name, ModuleType(_name))

__version__ = "0.5.0"
