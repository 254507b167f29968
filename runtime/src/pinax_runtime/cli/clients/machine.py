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
    """As `sys.platform` has it."""
    home: Path = field(default_factory=Path.home)
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    project: Path = field(default_factory=Path.cwd)
    """Folder of the project at hand."""

    def folder(self, variable: str, otherwise: str) -> Path:
        """Give the folder that a variable of the environment names; else the one of that name in the home folder."""
        named = self.environment.get(variable, "")
        return Path(named) if named else self.home / otherwise

    @property
    def settings(self) -> Path:
        """Where programs of this user keep settings that follow the operating system's manners."""
        if self.platform == "darwin":
            return self.home / "Library" / "Application Support"
        if self.platform == "win32":
            return self.folder("APPDATA", "AppData/Roaming")
        return self.folder("XDG_CONFIG_HOME", ".config")
