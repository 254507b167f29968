"""The command line `pinax-runtime`: search, read, check and serve bundles.

Rules: exit code 0 for success, 1 for a finding or a failure, 2 for wrong usage. What is wrong is one line on standard
       error that ends with what to do (with --json, JSON on standard output); never a traceback. A command imports
       what it needs when it runs, so that none pays for the server.
"""

from __future__ import annotations

from pinax_runtime.cli.main import main

__all__ = ["main"]
