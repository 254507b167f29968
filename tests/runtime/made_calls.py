"""A few calls as a server logs them."""

from __future__ import annotations

import time
from dataclasses import replace

from pinax_runtime.call_log import CallRecord

HOUR = 3_600_000
NOW = int(time.time() * 1000)
OLD = CallRecord(NOW - 2 * HOUR, "stdio", "editor 1.0", "list_docs", "{}", "ok", "", 30, 10, 1.0)
CALLS = [
    OLD,
    replace(OLD, at_ms=NOW - 1000, tool="search_pages", arguments='{"query":"100% sure"}', tokens=20, duration_ms=2.0),
    replace(OLD, at_ms=NOW, transport="http", client="Agent 2", tool="get_page", status="not_found", message="No page"),
]
