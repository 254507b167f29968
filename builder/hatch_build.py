"""Put the manual pages into what is published, if `make man` has written them, and the search box and its reader."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BROWSER = Path("src/pinax_builder/browser")
"""Where the modules for browsers are in an sdist; in the checkout they are beside the project."""


class ManualHook(BuildHookInterface):
    """Adds `man/` to a wheel's data and to an sdist, and the modules for browsers."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the folder, which version control does not have."""
        if (Path(self.root) / "man").is_dir():
            build_data["artifacts"].append("man/*.1")
            build_data.setdefault("shared_data", {})["man"] = "share/man/man1"
        beside = Path(self.root).parent / "browser"
        if self.target_name == "wheel":
            beside = Path(os.environ.get("PINAX_BROWSER", beside))  # as `make browser` joins them
        if beside.is_dir() and version != "editable" and not (Path(self.root) / BROWSER).is_dir():
            target = BROWSER if self.target_name == "sdist" else BROWSER.relative_to("src")
            build_data["force_include"][str(beside)] = str(target)
