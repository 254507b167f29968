"""Let the runtime ask a bundle's golden queries, in a process of its own.

Why:   docs/decisions/0163
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence

from pinax_builder.errors import GoldenError
from pinax_builder.storage import Place
from pinax_runtime.format import Golden
from pinax_runtime.trust import REQUIRE_KEY


def ask_golden(bundle: Place, queries: Sequence[Golden]) -> None:
    """Ask the golden queries that a bundle was written with, if there are any.

    Raises:
        GoldenError: One is not answered, or they cannot be asked.
    """
    if not queries:
        return
    command = [sys.executable, "-m", "pinax_runtime", "golden", str(bundle), "--quiet"]
    environment = {name: value for name, value in os.environ.items() if name != REQUIRE_KEY}  # it is signed later
    asked = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", errors="replace", env=environment)
    if asked.returncode:
        raise GoldenError(bundle, asked.stderr.splitlines())
