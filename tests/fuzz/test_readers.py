"""Any bytes give a record or a typed error, in time that their length explains."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fuzz.inputs import inputs
from fuzz.targets import TARGETS

EXAMPLES = 25
SECONDS = 10.0
"""Most processor time for 100 kB, a hundred times what sound input takes. Grammars of source code may take longer for
what they cannot read, and cannot be interrupted; so their input is short here, and a build ends the process."""


@pytest.mark.parametrize("name", TARGETS)
@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_bytes(name: str, data: st.DataObject) -> None:
    """A reader takes any bytes, or raises an error of its own kind; it does so soon."""
    target = TARGETS[name]
    given_bytes = data.draw(inputs(target.seeds))[: target.max_bytes]
    started = time.thread_time()
    with suppress(*target.errors):
        target.read(given_bytes)
    assert time.thread_time() - started < SECONDS
