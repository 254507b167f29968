"""The `pinax` command; a module for the commands about one thing.

Exit codes: 0 success, 1 a finding or failure, 2 wrong usage. A failure is one line on stderr that ends with what to do.
"""

from __future__ import annotations

import os
import signal
import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pinax_builder.cli.group import main

__all__ = ["main", "run"]


def run() -> None:
    """Run the command line; the entry point `pinax`.

    While it is being imported, Ctrl-C ends it without a word.
    """
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, lambda _number, _frame: os._exit(130))
    from pinax_builder.cli.group import run_commands

    run_commands()


def __getattr__(name: str) -> Any:
    if name != "main":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from pinax_builder.cli.group import main

    return main
