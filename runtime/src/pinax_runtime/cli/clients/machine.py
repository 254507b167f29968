"""Where programs keep their settings: by operating system, home folder and environment."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Machine:
    """The machine that a client runs on."""

    platform: str = sys.platform
    """The operating system, as in `sys.platform`."""
    home: Path = field(default_factory=Path.home)
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    project: Path = field(default_factory=Path.cwd)
    """Folder of the current project."""

    def folder(self, variable: str, otherwise: str) -> Path:
        """Return the folder that an environment variable names, or else a folder in the home folder."""
        named = self.environment.get(variable, "")
        return Path(named) if named else self.home / otherwise

    @property
    def settings(self) -> Path:
        """The folder where the operating system wants programs to keep a user's settings."""
        if self.platform == "darwin":
            return self.home / "Library" / "Application Support"
        if self.platform == "win32":
            return self.folder("APPDATA", "AppData/Roaming")
        return self.folder("XDG_CONFIG_HOME", ".config")
