"""Say that a test cannot run because a program is not installed."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


def skip(reason: str) -> NoReturn:
    """Skip the test, or fail where PINAX_NEVER_SKIP says that everything has to be there."""
    if os.environ.get("PINAX_NEVER_SKIP"):
        pytest.fail(f"{reason} (PINAX_NEVER_SKIP is set)", pytrace=False)
    pytest.skip(reason)
