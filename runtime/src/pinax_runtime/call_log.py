"""Keep a log of calls, if asked to: what agents asked for, the outcome, the duration and the cost.

In:    CallRecords, from any thread.
Out:   a SQLite file of bounded size, which others may read while it is written.
Rules: a call never waits for the log and never fails because of it; calls that cannot be logged are counted. Replies
       and headers are not logged, and what looks like a secret is redacted.
Why:   docs/decisions/0020
"""

from __future__ import annotations

import json
import logging
import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, astuple, dataclass, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from queue import Empty, Full, Queue
from threading import Lock, Thread
from time import perf_counter, time
from typing import Any

from pinax_runtime.database import OtherDatabaseError, open_database
from pinax_runtime.format import PinaxError
from pinax_runtime.tools import Caller, ToolReply
from pinax_runtime.trust import KEY, PEM

# What the log says of one call.

OK = "ok"
"""Status of a call that was answered; any other status is the code of an error."""


@dataclass(frozen=True, slots=True)
class CallRecord:
    """A call that was answered, and its number in the log."""

    at_ms: int
    """When the call arrived (milliseconds since 1970, UTC)."""
    transport: str
    """stdio, http or sse."""
    client: str
    """Name and version that the client states of itself."""
    tool: str
    arguments: str
    """The arguments as JSON, cut if long, with secrets redacted."""
    status: str
    """`ok`, or the code of the error."""
    message: str
    """The error's message; empty if there was no error."""
    reply_bytes: int
    """Size of the reply's text (bytes)."""
    tokens: int
    """Estimated number of tokens of the reply."""
    duration_ms: float
    """Time from the start of the call to its reply (milliseconds)."""
    id: int = 0
    """Number of the call in the log, which grows with every call; 0 if the log does not have it yet."""

    @property
    def at(self) -> datetime:
        """When the call arrived, in UTC."""
        return datetime.fromtimestamp(self.at_ms / 1000, UTC)

    def to_json(self) -> dict[str, Any]:
        """Return the call as a JSON object, with its time `at` as in RFC 3339."""
        members = asdict(self)
        del members["at_ms"]
        at = self.at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return {"id": members.pop("id"), "at": at, **members}


# Open the file of a call log, for writing or for reading, and check that it is one.

APPLICATION_ID = 0x50_4E_58_4C
"""SQLite's application id of the file: the letters PNXL."""
SCHEMA_VERSION = 1
"""Version of the file's columns."""

_SCHEMA = """
CREATE TABLE calls (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at_ms INTEGER NOT NULL,
    transport TEXT NOT NULL,
    client TEXT NOT NULL,
    tool TEXT NOT NULL,
    arguments TEXT NOT NULL,
    status TEXT NOT NULL,
    message TEXT NOT NULL,
    reply_bytes INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    duration_ms REAL NOT NULL
);
CREATE TABLE lost (calls INTEGER NOT NULL);
INSERT INTO lost VALUES (0);
"""


class CallLogError(PinaxError):
    """The file of a call log cannot be used."""

    def __init__(self, path: Path, reason: str, remedy: str) -> None:
        super().__init__(f"the call log {path}: {reason}. {remedy}")
        self.path, self.reason = path, reason


def _opened(path: Path, schema: str, remedy: str) -> sqlite3.Connection:
    """Open a log: for writing with the schema, else for reading.

    Raises:
        CallLogError: The file cannot be used; the message ends with `remedy` if nothing better is known.
    """
    try:
        return open_database(path, APPLICATION_ID, SCHEMA_VERSION, schema)
    except OtherDatabaseError as error:
        remedy = "Upgrade pinax-runtime, or give another file." if error.ours else "Give another file."
        raise CallLogError(path, str(error), remedy) from error
    except (OSError, sqlite3.Error) as error:
        raise CallLogError(path, getattr(error, "strerror", None) or str(error), remedy) from error


# Write calls to a log without delaying them.
#
# Strategy. Calls go into a bounded queue. One thread writes all calls that wait in one transaction, which also removes
# the oldest rows beyond the bound. If the queue is full or the file cannot be written, calls are lost. Their number is
# counted, and written to the log as soon as that works again.

DEFAULT_ROWS = 50_000
"""Default number of calls that a log keeps."""
QUEUE_CALLS = 1_000
"""Number of calls that may wait to be written; further calls are lost."""
_BATCH_CALLS = 500
"""Number of calls that one transaction writes at most."""
_CLOSE_S = 5.0
"""Longest wait for the writer when a log is closed (seconds)."""

_COLUMNS = tuple(field.name for field in fields(CallRecord))
_INSERT = f"INSERT INTO calls ({', '.join(_COLUMNS[:-1])}) VALUES ({', '.join('?' * len(_COLUMNS[:-1]))})"
_TRIM = "DELETE FROM calls WHERE id <= (SELECT max(id) FROM calls) - ?"

_log = logging.getLogger(__name__)


class CallLog:
    """A log that takes calls from any thread and writes them until it is closed."""

    def __init__(self, path: Path, *, max_rows: int = DEFAULT_ROWS, secrets: tuple[str, ...] = ()) -> None:
        """Open the file, or create it.

        Args:
            path: The file's path.
            max_rows: Number of calls that the log keeps; older ones are removed.
            secrets: Texts that must not be logged, wherever they stand.

        Raises:
            CallLogError: The file cannot be used.
        """
        self.path, self.max_rows, self.secrets = path, max_rows, secrets
        self._connection = _opened(path, _SCHEMA, "Give a file in a folder that can be written to.")
        self._queue: Queue[CallRecord | None] = Queue(QUEUE_CALLS)
        self._lost, self._lock, self._failed = 0, Lock(), False
        self._thread = Thread(target=self._run, name="call-log", daemon=True)
        self._thread.start()

    def put(self, call: CallRecord) -> None:
        """Hand a call to the writer; never waits and never fails."""
        try:
            self._queue.put_nowait(call)
        except Full:
            self._lose(1)

    def close(self) -> None:
        """Write the calls that wait, within a few seconds, and close the file. Later calls are lost."""
        try:
            self._queue.put(None, timeout=_CLOSE_S)
        except Full:
            return
        self._thread.join(_CLOSE_S)

    def __enter__(self) -> CallLog:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _lose(self, calls: int) -> None:
        with self._lock:
            self._lost += calls

    def _run(self) -> None:
        going_on = True
        while going_on:
            batch = self._take()
            going_on = None not in batch
            self._write([call for call in batch if call is not None])
        self._connection.close()

    def _take(self) -> list[CallRecord | None]:
        """Wait for a call, and return it with those that wait behind it; None asks to stop."""
        batch = [self._queue.get()]
        try:
            while len(batch) < _BATCH_CALLS and batch[-1] is not None:
                batch.append(self._queue.get_nowait())
        except Empty:
            pass
        return batch

    def _write(self, calls: list[CallRecord]) -> None:
        with self._lock:
            lost, self._lost = self._lost, 0
        try:
            with self._connection:
                self._connection.execute("BEGIN IMMEDIATE")
                self._connection.executemany(_INSERT, [astuple(call)[:-1] for call in calls])
                self._connection.execute(_TRIM, (self.max_rows,))
                self._connection.execute("UPDATE lost SET calls = calls + ?", (lost,))
        except sqlite3.Error as error:
            self._lose(lost + len(calls))
            if not self._failed:
                _log.warning("the call log %s cannot be written, calls are not logged: %s", self.path, error)
            self._failed = True
        else:
            self._failed = False


# Read a call log: the latest calls, the calls since one of them, and their totals.

MAX_CALLS = 1_000
"""Number of calls that one query returns at most."""


@dataclass(frozen=True, slots=True)
class CallFilter:
    """Which calls to read; an empty member filters nothing."""

    tool: str = ""
    status: str = ""
    """`ok`, `error` for all errors, or the code of an error."""
    client: str = ""
    """Text that the client's name contains, in any case."""
    text: str = ""
    """Text that the arguments or the error's message contain, in any case."""
    since_ms: int = 0
    """Earliest time (milliseconds since 1970)."""


_WANTED = r"""
    at_ms >= :since_ms
    AND (:tool = '' OR tool = :tool)
    AND (:status = '' OR status = :status OR (:status = 'error' AND status != 'ok'))
    AND client LIKE :client ESCAPE '\'
    AND (arguments LIKE :text ESCAPE '\' OR message LIKE :text ESCAPE '\')
"""
"""SQL's condition of a filter; its parameters are `_values`."""


@dataclass(frozen=True, slots=True)
class CallSummary:
    """Totals of some calls."""

    calls: int
    errors: int
    tokens: int
    reply_bytes: int
    median_ms: float
    p95_ms: float
    tools: dict[str, int]
    """Number of calls of each tool, the most frequent first."""
    statuses: dict[str, int]
    """Number of calls with each status, the most frequent first."""
    lost: int
    """Number of calls that could not be logged; the filter does not apply to these."""


class CallLogReader:
    """Reads a log, from any thread, while others write it."""

    def __init__(self, path: Path) -> None:
        """Open a log.

        Raises:
            CallLogError: There is no log, or it cannot be read. Every method may raise it.
        """
        self.path = path
        if not path.is_file():
            raise CallLogError(path, "there is no such file", "`pinax-runtime serve … --log FILE` writes one.")
        self._connection = _opened(path, "", "Give the FILE of `pinax-runtime serve … --log FILE`.")
        self._lock = Lock()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def latest(self, wanted: CallFilter, limit: int, before: int | None = None) -> list[CallRecord]:
        """Return the latest calls, or the latest before the call with an id; newest first."""
        return self._calls("(:at IS NULL OR id < :at) ORDER BY id DESC", wanted, before, limit)

    def after(self, wanted: CallFilter, after: int, limit: int = MAX_CALLS) -> list[CallRecord]:
        """Return the calls that came after the one with an id; oldest first."""
        return self._calls("id > :at ORDER BY id", wanted, after, limit)

    def last_id(self) -> int:
        """Return the id of the latest call; 0 if there is none."""
        with self._reading() as connection:
            return int(connection.execute("SELECT coalesce(max(id), 0) FROM calls").fetchone()[0])

    def summary(self, wanted: CallFilter) -> CallSummary:
        """Add up the calls that pass a filter."""
        calls, values = f"FROM calls WHERE {_WANTED}", _values(wanted)
        totals = "count(*), sum(status != 'ok'), sum(tokens), sum(reply_bytes)"
        with self._reading() as connection:
            n, errors, tokens, size = connection.execute(f"SELECT {totals} {calls}", values).fetchone()
            times = connection.execute(f"SELECT duration_ms {calls} ORDER BY 1", values).fetchall()
            tools, statuses = (
                dict(connection.execute(f"SELECT {by}, count(*) {calls} GROUP BY 1 ORDER BY 2 DESC", values))
                for by in ("tool", "status")
            )
            (lost,) = connection.execute("SELECT calls FROM lost").fetchone()
        median, p95 = (times[min(n - 1, int(n * share))][0] if n else 0.0 for share in (0.5, 0.95))
        return CallSummary(n, errors or 0, tokens or 0, size or 0, median, p95, tools, statuses, lost)

    def _calls(self, which: str, wanted: CallFilter, at: int | None, limit: int) -> list[CallRecord]:
        values = {**_values(wanted), "at": at, "limit": min(limit, MAX_CALLS)}
        statement = f"SELECT {', '.join(_COLUMNS)} FROM calls WHERE {_WANTED} AND {which} LIMIT :limit"
        with self._reading() as connection:
            return [CallRecord(*row) for row in connection.execute(statement, values)]

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        try:
            with self._lock:
                yield self._connection
        except sqlite3.Error as error:
            raise CallLogError(self.path, str(error), "Check the file, or give another one.") from error


def _values(wanted: CallFilter) -> dict[str, Any]:
    """Return the members of a filter as SQL takes them: a text to find as a pattern."""
    patterns = {name: re.sub(r"([\\%_])", r"\\\1", getattr(wanted, name)) for name in ("client", "text")}
    return {**asdict(wanted), **{name: f"%{pattern}%" for name, pattern in patterns.items()}}


# Redact what looks like a secret before it is logged: agents put into arguments whatever they have at hand.

REDACTED = "•••"
"""What stands in the log in place of a secret."""
MAX_DEPTH = 8
"""Number of levels of arguments that are logged; no tool takes deeper ones."""

_SECRET = (
    r"(?:[\w-]{0,40}[-_])?(?:token|secret|password|passwd|pwd|api[-_]?key|(?:secret|access|private)[-_]?key"
    r"|authorization|credentials?|signature)"
)
_NAME = re.compile(_SECRET, re.IGNORECASE)
_PATTERNS = (
    # In this order: user and password in a URL; a secret in a URL's query; the value of an Authorization header;
    # private keys; keys of well-known services; `password=…` and `"password": "…"`; `password: hunter2`, whose value
    # has a digit or sign, unlike `password: text`; `--password …`; what begins like such a key.
    (re.compile(r"(?<=://)[^/\s\"@]+(?=@)"), REDACTED),
    (re.compile(rf"(?i)([?&;](?:{_SECRET}|sig|key|auth|session)=)[^&#;\s\"]+"), rf"\1{REDACTED}"),
    (re.compile(r"(?i)\b(bearer|basic)\s+[\w.~+/=-]{8,}"), rf"\1 {REDACTED}"),
    (PEM, REDACTED),
    (KEY, REDACTED),
    (re.compile(rf"(?i)\b({_SECRET}\s*=\s*)(?:\"[^\"]*\"|'[^']*'|[^\s&;,\"'`]+)"), rf"\1{REDACTED}"),
    (re.compile(rf"(?i)([\"']{_SECRET}[\"']\s*:\s*)(?:\"[^\"]*\"|'[^']*')"), rf"\1{REDACTED}"),
    (re.compile(rf"(?i)\b({_SECRET}\s*:\s*[\"']?)(?=[^\s\"',;]*[\d!@#$%^&*+])[^\s\"',;]{{6,}}"), rf"\1{REDACTED}"),
    (re.compile(rf"(?i)(--{_SECRET}[ =])[^\s\"']+"), rf"\1{REDACTED}"),
    (re.compile(r"\b(?:sk|pk|rk|gh[opsu]|github_pat|glpat|xox[abps]|AKIA|ASIA|eyJ)[-_]?[\w.-]{16,}"), REDACTED),
)


def redact_text(text: str, secrets: Sequence[str] = ()) -> str:
    """Redact secrets in a text: the known `secrets`, and whatever looks like one.

    >>> redact_text("https://me:pw@example.org/?api_key=abc&page=2")
    'https://•••@example.org/?api_key=•••&page=2'
    """
    for secret in secrets:
        text = text.replace(secret, REDACTED)
    for pattern, replacement in _PATTERNS:
        text = pattern.sub(replacement, text)
    return text


def redact_secrets(value: Any, secrets: Sequence[str] = (), depth: int = 0) -> Any:
    """Redact secrets in a JSON value: in every text, and every value with a name such as `password`.

    >>> redact_secrets({"query": "x", "headers": {"X-Api-Key": "abc"}})
    {'query': 'x', 'headers': {'X-Api-Key': '•••'}}
    """
    if isinstance(value, str):
        return redact_text(value, secrets)
    if isinstance(value, dict | list) and depth == MAX_DEPTH:
        return "…"
    if isinstance(value, list):
        return [redact_secrets(item, secrets, depth + 1) for item in value]
    if isinstance(value, dict):
        return {
            redact_text(str(name), secrets): (
                REDACTED if _NAME.fullmatch(str(name)) else redact_secrets(item, secrets, depth + 1)
            )
            for name, item in value.items()
        }
    return value


# Answer a call and record it in a log: the arguments, the outcome, the duration and the cost of the reply.

MAX_ARGUMENTS_CHARS = 4_000
"""Length to which logged arguments are cut (characters of JSON)."""
MAX_MESSAGE_CHARS = 500
"""Length to which the logged message of an error is cut (characters)."""
MAX_NAME_CHARS = 100
"""Length to which the logged name of a tool or client is cut (characters)."""


def record_call(log: CallLog, caller: Caller, tool: str, arguments: Any, answer: Callable[[], ToolReply]) -> ToolReply:
    """Answer a call, put a record of it into a log, and return the reply."""
    at, began = time(), perf_counter()
    reply = answer()
    taken = perf_counter() - began
    status, message = _outcome(reply)
    log.put(
        CallRecord(
            at_ms=int(at * 1000),
            transport=caller.transport,
            client=_loggable(caller.client, log.secrets, MAX_NAME_CHARS),
            tool=_loggable(tool, log.secrets, MAX_NAME_CHARS),
            arguments=_loggable(_json(redact_secrets(arguments, log.secrets)), log.secrets, MAX_ARGUMENTS_CHARS),
            status=status,
            message=_loggable(message, log.secrets, MAX_MESSAGE_CHARS),
            reply_bytes=len(reply.text.encode()),
            tokens=reply.tokens,
            duration_ms=round(taken * 1000, 3),
        )
    )
    return reply


def _outcome(reply: ToolReply) -> tuple[str, str]:
    """Return the status of a reply, and the message of its error."""
    if not reply.is_error:
        return OK, ""
    try:
        error = json.loads(reply.text)["error"]
        return error["code"], error["message"]
    except (ValueError, KeyError, TypeError):
        return "internal", reply.text


def _json(value: Any) -> str:
    return json.dumps({} if value is None else value, ensure_ascii=False, separators=(",", ":"), default=repr)


def _loggable(text: str, secrets: tuple[str, ...], max_chars: int) -> str:
    """Redact and shorten a text, and replace lone surrogates, which could not be written."""
    # Secrets are redacted before the text is cut, lest half of one stays; cutting to twice the length first bounds the
    # work.
    redacted = redact_text(text[: 2 * max_chars], secrets).encode("utf-8", "replace").decode()
    return redacted if len(redacted) <= max_chars else redacted[: max_chars - 1] + "…"


# Propose questions for pages: what a client searched for before it read the page, for `pinax questions import` once
# somebody has reviewed them.
#
# Strategy. A search counts for the pages that the same client reads next, within some minutes. The ones before it count
# as well, back to the last page that was read, since what found nothing is what is worth to know.

_SEARCHES = ("search_pages", "search_documents", "search")
_WINDOW_MS = 600_000
"""Longest time between a search and the reading that it counts for (milliseconds)."""
_MOST_SEARCHES = 3
"""Most searches that count for one reading."""


def proposed_questions(reader: CallLogReader, wanted: CallFilter) -> list[tuple[str, str, int]]:
    """Return searches with the pages that were read after them, and how often that was.

    Args:
        reader: The log.
        wanted: Which calls count; all tools do.
    """
    found: Counter[tuple[str, str]] = Counter()
    waiting: defaultdict[tuple[str, str], list[tuple[int, str]]] = defaultdict(list)
    """Client → (time, query) of its searches since it last read a page."""
    for call in _calls(reader, replace(wanted, tool="", status=OK)):
        client = call.transport, call.client
        arguments = _arguments(call)
        query = arguments.get("query")
        if call.tool in _SEARCHES and isinstance(query, str) and query.strip():
            waiting[client] = [*waiting[client], (call.at_ms, " ".join(query.split()))][-_MOST_SEARCHES:]
        for page in _read(call.tool, arguments):
            recent = {query for at_ms, query in waiting.pop(client, []) if call.at_ms - at_ms <= _WINDOW_MS}
            found.update((query, page) for query in recent)
    pairs = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    return [(query, page, times) for (query, page), times in pairs]


def _calls(reader: CallLogReader, wanted: CallFilter) -> Iterator[CallRecord]:
    last = 0
    while calls := reader.after(wanted, last):
        yield from calls
        last = calls[-1].id


def _arguments(call: CallRecord) -> dict[str, Any]:
    try:
        value = json.loads(call.arguments)
    except (ValueError, RecursionError):  # it was cut
        return {}
    return value if isinstance(value, dict) else {}


def _read(tool: str, arguments: dict[str, Any]) -> list[str]:
    """Return the page, or the first section, that a call reads; none if it reads none."""
    if tool in ("get_page", "fetch"):
        targets = [arguments.get("url", arguments.get("id"))]
    elif tool == "get_node_content" and isinstance(arguments.get("node_ids"), list):
        targets = [
            f"{arguments.get('doc_id')}{one}" if isinstance(one, str) and one.startswith("#") else one
            for one in arguments["node_ids"][:1]
        ]
    else:
        return []
    return [" ".join(target.split()) for target in targets if isinstance(target, str) and target.strip()]
