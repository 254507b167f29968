"""Find the user's folder for what Pinax keeps between builds."""

from __future__ import annotations

import os
from pathlib import Path


def user_cache() -> Path:
    """Return the folder `pinax` in XDG_CACHE_HOME, or in `~/.cache` where the variable is unset or empty."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pinax"
