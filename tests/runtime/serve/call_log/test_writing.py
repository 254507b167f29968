"""The call log as a file: what it keeps, what it refuses, and that no call waits for it."""

from __future__ import annotations

import json
import logging
import sqlite3
import stat
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Thread, Timer

import pytest

from pinax_runtime.call_log import CallFilter, CallLog, CallLogError, CallLogReader, CallRecord, record_call
from pinax_runtime.search import Library
from pinax_runtime.tools import Caller, ToolReply, call_tool, estimate

ALL = CallFilter()
CALL = CallRecord(1_700_000_000_000, "stdio", "test 1", "list_docs", "{}", "ok", "", 30, 10, 1.5)


def answer(library: Library, log: CallLog, tool: str, **arguments: object) -> ToolReply:
    reply = partial(call_tool, library, tool, arguments)
    return record_call(log, Caller("stdio", "test 1"), tool, arguments, reply)


def test_a_call_is_logged(library: Library, tmp_path: Path) -> None:
    """A call that was answered is kept with its arguments, cost and time, and the reply stays what it is."""
    before = int(time.time() * 1000)
    with CallLog(tmp_path / "calls.db") as log:
        reply = answer(library, log, "search_pages", query="clock changes", limit=2)
    assert reply == call_tool(library, "search_pages", {"query": "clock changes", "limit": 2})
    (call,) = CallLogReader(tmp_path / "calls.db").latest(ALL, 10)
    assert (call.tool, call.transport, call.client, call.status) == ("search_pages", "stdio", "test 1", "ok")
    assert json.loads(call.arguments) == {"query": "clock changes", "limit": 2}
    assert call.reply_bytes == len(reply.text.encode())
    assert call.tokens == reply.tokens == estimate(reply.text)
    assert before <= call.at_ms <= time.time() * 1000
    assert call.duration_ms > 0


def test_an_error_is_logged_with_its_message(library: Library, tmp_path: Path) -> None:
    """A call that was refused has the error's code as its status, and its message."""
    with CallLog(tmp_path / "calls.db") as log:
        answer(library, log, "get_page", url="guide/scedules.md")
    (logged,) = CallLogReader(tmp_path / "calls.db").latest(ALL, 10)
    assert logged.status == "not_found"
    assert logged.message.startswith("No page")


@pytest.mark.parametrize(
    ("arguments", "secret"),
    [
        ({"query": "how to use s3rver-t0ken"}, "s3rver-t0ken"),
        ({"query": "Authorization: Bearer abcdefgh12345678"}, "abcdefgh12345678"),
        ({"url": "https://me:hunter2@example.org/page"}, "hunter2"),
        ({"url": "https://example.org/page?x=1&access_token=hunter2#top"}, "hunter2"),
        ({"query": "ghp_16C7e42F292c6912E7710c838347Ae178B4a fails"}, "16C7e42F292c69"),
        ({"filters": {"password": "hunter2"}}, "hunter2"),
        ({"filters": {"deep": [{"api_key": ["hunter2"]}]}}, "hunter2"),
        ({"s3rver-t0ken": 1}, "s3rver-t0ken"),
    ],
)
def test_secrets_are_blanked(library: Library, tmp_path: Path, arguments: dict[str, object], secret: str) -> None:
    """Nothing that looks like a secret is in the file, nor a token of the server, wherever it stands."""
    with CallLog(tmp_path / "calls.db", secrets=("s3rver-t0ken",)) as log:
        answer(library, log, "search_pages", **arguments)
    assert CallLogReader(tmp_path / "calls.db").latest(ALL, 1)
    assert not [path for path in tmp_path.iterdir() if secret.encode() in path.read_bytes()]


def test_ordinary_words_stay(library: Library, tmp_path: Path) -> None:
    """Arguments that only speak of secrets are logged as they are."""
    asked = {"query": "rotate the api_key token", "max_tokens": 500, "filters": {"tags": "password"}}
    with CallLog(tmp_path / "calls.db") as log:
        answer(library, log, "search_pages", **asked)
    (logged,) = CallLogReader(tmp_path / "calls.db").latest(ALL, 1)
    assert json.loads(logged.arguments) == asked


def test_what_an_agent_sends_is_bounded(library: Library, tmp_path: Path) -> None:
    """Arguments, names and messages are cut, and no text is one that cannot be written."""
    with CallLog(tmp_path / "calls.db") as log:
        answer(library, log, "x" * 100_000, query="y" * 1_000_000, odd="\ud800", deep=json.loads("[" * 90 + "]" * 90))
    (logged,) = CallLogReader(tmp_path / "calls.db").latest(ALL, 1)
    assert len(logged.tool) == 100
    assert len(logged.arguments) == 4_000
    assert (tmp_path / "calls.db").stat().st_size < 100_000


def test_the_oldest_calls_go(tmp_path: Path) -> None:
    """A log keeps so many calls; ids go on growing."""
    with CallLog(tmp_path / "calls.db", max_rows=10) as log:
        for _ in range(25):
            log.put(CALL)
    assert [logged.id for logged in CallLogReader(tmp_path / "calls.db").latest(ALL, 100)] == [*range(25, 15, -1)]


def test_a_log_is_gone_on_with(tmp_path: Path) -> None:
    """A log that exists is appended to."""
    for _ in range(2):
        with CallLog(tmp_path / "calls.db") as log:
            log.put(CALL)
    assert len(CallLogReader(tmp_path / "calls.db").latest(ALL, 10)) == 2


def test_several_write_one_log(tmp_path: Path) -> None:
    """Several servers may share a file; no call is lost."""

    def write(name: str) -> None:
        with CallLog(tmp_path / "calls.db") as log:
            for _ in range(50):
                log.put(replace(CALL, client=name))

    threads = [Thread(target=write, args=(f"client {n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    summary = CallLogReader(tmp_path / "calls.db").summary(ALL)
    assert (summary.calls, summary.lost) == (200, 0)


def test_a_log_that_is_in_use_opens(tmp_path: Path) -> None:
    """A server that starts while another program reads the log, in whatever mode that is, writes it all the same."""
    with CallLog(tmp_path / "calls.db"):
        pass
    reader = sqlite3.connect(tmp_path / "calls.db", check_same_thread=False)
    reader.execute("PRAGMA journal_mode = DELETE")
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM calls").fetchall()
    done = Timer(0.05, reader.commit)
    done.start()
    with CallLog(tmp_path / "calls.db") as log:
        log.put(CALL)
    done.join()
    reader.close()
    assert len(CallLogReader(tmp_path / "calls.db").latest(ALL, 10)) == 1


def test_the_file_is_its_owners(tmp_path: Path) -> None:
    """Others on the machine cannot read what agents asked."""
    with CallLog(tmp_path / "calls.db") as log:
        log.put(CALL)
    assert {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()} == {0o600}


def test_a_full_queue_loses_and_counts(tmp_path: Path) -> None:
    """While the file is locked calls do not wait: what the queue cannot take is lost, counted, and said later."""
    log = CallLog(tmp_path / "calls.db")
    other = sqlite3.connect(tmp_path / "calls.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    for _ in range(2_000):
        log.put(CALL)  # would wait for ever, if it waited
    other.execute("ROLLBACK")
    other.close()
    log.close()
    summary = CallLogReader(tmp_path / "calls.db").summary(ALL)
    assert summary.calls + summary.lost == 2_000
    assert summary.lost >= 500  # the queue takes 1,000, and the writer 500


def test_a_broken_log_breaks_no_call(library: Library, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """When the file cannot be written any more, calls are answered as ever, and the server says so once."""
    log = CallLog(tmp_path / "calls.db")
    other = sqlite3.connect(tmp_path / "calls.db", isolation_level=None)
    other.execute("DROP TABLE calls")
    other.close()
    with caplog.at_level(logging.WARNING):
        assert not answer(library, log, "list_docs").is_error
        assert not answer(library, log, "list_docs").is_error
        log.close()
    assert len([record for record in caplog.records if "cannot be written" in record.message]) == 1


FILLING = """
import logging, resource, sys
from pathlib import Path
from threading import Event
from pinax_runtime.call_log import CallFilter, CallLog, CallLogReader, CallRecord
path, warned = Path(sys.argv[1]), Event()
class Warned(logging.StreamHandler):
    def emit(self, record):
        super().emit(record)
        warned.set()
logging.getLogger().addHandler(Warned())
def put(calls):
    for _ in range(calls):
        log.put(CallRecord(1_700_000_000_000, "stdio", "test 1", "list_docs", "x" * 9_000, "ok", "", 30, 10, 1.5))
with CallLog(path) as log:
    put(5)
    while CallLogReader(path).summary(CallFilter()).calls < 5: pass
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 1 << 40))
    put(400)
    warned.wait(50)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 40, 1 << 40))
    put(5)
"""
"""Log calls, some of them while files may have no more than 100 bytes."""


@pytest.mark.skipif(sys.platform != "linux", reason="a limit of the system stands for a full disk")
def test_a_full_disk_costs_the_calls_that_do_not_fit(tmp_path: Path) -> None:
    """No call waits or fails; what was written stays, and those that are lost are counted once there is room."""
    ended = subprocess.run([sys.executable, "-c", FILLING, str(tmp_path / "calls.db")], capture_output=True, timeout=60)
    assert (ended.returncode, ended.stderr.count(b"cannot be written")) == (0, 1), ended.stderr
    summary = CallLogReader(tmp_path / "calls.db").summary(ALL)
    assert summary.calls + summary.lost == 5 + 400 + 5
    assert summary.calls >= 5  # those that were there; of the later ones, however many the writer met too early
    assert summary.lost >= 1


def test_other_files_are_refused(tmp_path: Path) -> None:
    """A database of something else, another version, text and a folder are refused, and left as they were."""
    connection = sqlite3.connect(tmp_path / "other.db")
    connection.execute("CREATE TABLE t (x)")
    connection.close()
    with CallLog(tmp_path / "newer.db"):
        pass
    connection = sqlite3.connect(tmp_path / "newer.db")
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    (tmp_path / "text.db").write_text("no database at all, but long enough to be looked at " * 50)
    for name in ("other.db", "newer.db", "text.db"):
        before = (tmp_path / name).read_bytes()
        for opened in (CallLog, CallLogReader):
            with pytest.raises(CallLogError, match=r"Give|Upgrade"):
                opened(tmp_path / name)
        assert (tmp_path / name).read_bytes() == before
    with pytest.raises(CallLogError):
        CallLog(tmp_path)
    with pytest.raises(CallLogError, match="no such file"):
        CallLogReader(tmp_path / "nowhere.db")
