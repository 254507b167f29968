"""What can a person type? The command line `pinax-runtime`: search, read, check and serve bundles.

Rules: exit code 0 means success, 1 a finding or a failure, 2 wrong usage. An error is one line on standard error that
       ends with what to do; with --json it is JSON on standard output. There is never a traceback. A command imports
       what it needs when it runs, so that no command waits for the server's imports.
"""

from __future__ import annotations

import os
import signal
import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pinax_runtime.cli.group import commands

__all__ = ["commands", "main"]


def main() -> None:
    """Run the command line; the entry point `pinax-runtime`.

    While it is being imported, Ctrl-C ends it without a word.
    """
    is_main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, lambda _number, _frame: os._exit(130)) if is_main else None
    from pinax_runtime.cli.group import run_commands

    if is_main:
        signal.signal(signal.SIGINT, before)
    run_commands()


def __getattr__(name: str) -> Any:
    """Import the group of commands when it is asked for: `main` has to be ready for an interrupt before that."""
    if name != "commands":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from pinax_runtime.cli.group import commands

    return commands
