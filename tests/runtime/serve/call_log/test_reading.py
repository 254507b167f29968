"""Reading a call log: filters, order, and what calls add up to."""

from __future__ import annotations

from pathlib import Path

import pytest

from pinax_runtime.call_log import CallFilter, CallLog, CallLogReader
from runtime.made_calls import HOUR, NOW, OLD


@pytest.mark.parametrize(
    ("wanted", "ids"),
    [
        (CallFilter(), [3, 2, 1]),
        (CallFilter(tool="get_page"), [3]),
        (CallFilter(tool="get"), []),
        (CallFilter(status="ok"), [2, 1]),
        (CallFilter(status="error"), [3]),
        (CallFilter(status="not_found"), [3]),
        (CallFilter(client="EDITOR"), [2, 1]),
        (CallFilter(text="100%"), [2]),
        (CallFilter(text="%"), [2]),
        (CallFilter(text="_"), []),
        (CallFilter(text="no page"), [3]),
        (CallFilter(since_ms=NOW - HOUR), [3, 2]),
        (CallFilter(status="ok", since_ms=NOW - HOUR), [2]),
        (CallFilter(tool="' OR 1=1 --"), []),
    ],
)
def test_filters(log_file: Path, wanted: CallFilter, ids: list[int]) -> None:
    """Each filter leaves the calls that it names, newest first; what SQL would read otherwise is text."""
    assert [logged.id for logged in CallLogReader(log_file).latest(wanted, 10)] == ids


def test_going_on(log_file: Path) -> None:
    """A reader goes back from a call, and forward from one, over calls written meanwhile."""
    reader = CallLogReader(log_file)
    assert [logged.id for logged in reader.latest(CallFilter(), 10, before=3)] == [2, 1]
    assert [logged.id for logged in reader.after(CallFilter(), 1)] == [2, 3]
    assert reader.after(CallFilter(), 3) == []
    with CallLog(log_file) as log:
        log.put(OLD)
    assert [logged.id for logged in reader.after(CallFilter(), 3)] == [4]


def test_what_calls_add_up_to(log_file: Path) -> None:
    """A summary counts calls, errors and tokens, gives the times, and the calls by tool and status."""
    summary = CallLogReader(log_file).summary(CallFilter())
    assert (summary.calls, summary.errors, summary.tokens, summary.reply_bytes) == (3, 1, 40, 90)
    assert (summary.median_ms, summary.p95_ms) == (1.0, 2.0)
    assert summary.tools == {"get_page": 1, "list_docs": 1, "search_pages": 1}
    assert summary.statuses == {"ok": 2, "not_found": 1}
    empty = CallLogReader(log_file).summary(CallFilter(tool="nope"))
    assert (empty.calls, empty.errors, empty.median_ms, empty.tools) == (0, 0, 0.0, {})
