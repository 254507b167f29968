"""What can a person type? The command line `pinax-runtime`: search, read, check and serve bundles.

Rules: exit code 0 means success, 1 a finding or a failure, 2 wrong usage. An error is one line on standard error that
       ends with what to do; with --json it is JSON on standard output. There is never a traceback. A command imports
       what it needs when it runs, so that no command waits for the server's imports.
"""

from __future__ import annotations

from pinax_runtime.cli.main import main

__all__ = ["main"]
