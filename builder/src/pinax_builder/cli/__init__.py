"""The `pinax` command; one module a command.

Exit codes: 0 success, 1 a finding or failure, 2 wrong usage. A failure is one line on stderr that ends with what to do.
"""

from __future__ import annotations

from pinax_builder.cli.group import main
from pinax_builder.cli.running import run

__all__ = ["main", "run"]
