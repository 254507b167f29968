"""Build static index bundles from documentation.

What it offers is imported when it is asked for: a command has to end at once when it is interrupted meanwhile.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pinax_builder.building import build
    from pinax_builder.configuration.config import BuildConfig, DocsetConfig, load_config
    from pinax_builder.report import BuildReport, DocsetReport
    from pinax_builder.storage import Storage

__all__ = ["BuildConfig", "BuildReport", "DocsetConfig", "DocsetReport", "Storage", "build", "load_config"]

_PLACES = {
    "build": "building",
    "Storage": "storage",
    **dict.fromkeys(("BuildReport", "DocsetReport"), "report"),
    **dict.fromkeys(("BuildConfig", "DocsetConfig", "load_config"), "configuration.config"),
}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
