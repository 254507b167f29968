"""Put the manual pages into what is published, if `make man` has written them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ManualHook(BuildHookInterface):
    """Adds `man/` to a wheel's data and to an sdist."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the folder, which version control does not have."""
        if (Path(self.root) / "man").is_dir():
            build_data["artifacts"].append("man/*.1")
            build_data.setdefault("shared_data", {})["man"] = "share/man/man1"
