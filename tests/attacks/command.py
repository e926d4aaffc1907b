"""The command as it is installed: `python -m` would search the current folder for modules."""

import os
import sys
from pathlib import Path

PATIENCE = 240  # seconds for an answer of a busy machine
COMMAND = Path(sys.executable).with_name("ordag.exe" if os.name == "nt" else "ordag")
