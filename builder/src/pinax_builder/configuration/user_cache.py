"""Find the user's folder for what Pinax keeps between builds."""

from __future__ import annotations

import os
from pathlib import Path


def user_cache() -> Path:
    """Return the folder `pinax` in XDG_CACHE_HOME, or in `~/.cache` where the variable names no absolute path.

    Source: XDG Base Directory Specification 0.8; relative paths in its variables count as unset.
    """
    home = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(home) if os.path.isabs(home) else Path.home() / ".cache") / "pinax"
