"""`pinax questions ask`: an endpoint that misbehaves in every way, a program, bounds, and runs that are killed."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from builder.questions.conftest import PAGES, rebuild, written
from pinax_builder.questions import load

Run = Callable[..., Result]
GOOD = {
    "ship:lamp.md": ["glow in the dark"],
    "ship:sail.md": ["catch the breeze"],
    "ship:anchor.md": ["stay in place overnight"],
    "ship:mast.md": ["put up the tall pole"],
}
GOOD_MORE: dict[str, list[str]] = {}
KEY = "sk-secret-0123456789"


class Model(ThreadingHTTPServer):
    """An endpoint that answers well, but for what a test puts into `faults` for a page: one fault a request."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.faults: dict[str, list[Any]] = {}
        self.requests: list[tuple[str, dict[str, Any], str]] = []
        self.answered: list[str] = []
        self.at_once = threading.Barrier(1)
        """How many requests have to be there before any is answered."""
        self.answers = threading.Semaphore(1_000)
        """How many requests are answered at most."""
        self.lock = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"


class Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    server: Model

    def do_POST(self) -> None:
        """Answer a chat completion."""
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        found = re.search(r"=== PAGE (\S+)", body["messages"][1]["content"])
        assert found
        with self.server.lock:
            self.server.requests.append((found[1], body, self.headers.get("authorization", "")))
            faults = self.server.faults.get(found[1], [])
            fault = faults.pop(0) if faults else None
        self.server.at_once.wait(timeout=60)
        self.server.answers.acquire()
        try:
            self._answer(found[1], fault)
        except OSError:  # the client is gone
            return

    def _answer(self, page: str, fault: Any) -> None:
        if isinstance(fault, tuple):
            self._send(fault[0], b'{"error": "no"}', *fault[1:])
        elif fault == "drip":
            self.send_response(200)
            self.end_headers()
            for _ in range(50):
                self.wfile.write(b" ")
                time.sleep(0.1)
        elif fault == "half":
            self.send_response(200)
            self.send_header("Content-Length", "500")
            self.end_headers()
            self.wfile.write(b'{"choices": [{"mess')
            self.close_connection = True
        elif isinstance(fault, bytes):
            self._send(200, fault)
        else:
            self._send(200, completion(fault or json.dumps({"id": page, "questions": (GOOD | GOOD_MORE)[page]})))
            with self.server.lock:
                self.server.answered.append(page)

    def _send(self, status: int, body: bytes, retry_after: str = "") -> None:
        self.send_response(status)
        if retry_after:
            self.send_header("Retry-After", retry_after)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Be quiet."""


def completion(text: str) -> bytes:
    """Return a chat completion with a text."""
    usage = {"prompt_tokens": 1_000, "completion_tokens": 100}
    return json.dumps({"choices": [{"message": {"content": text}}], "usage": usage}).encode()


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for no second attempt as long as an endpoint needs that is really busy."""
    monkeypatch.setattr("pinax_builder.questions.asking._BACKOFF_S", 0.001)


@pytest.fixture
def model() -> Iterator[Model]:
    """The endpoint."""
    with Model() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def ask(run: Run, model: Model) -> Run:
    """`pinax questions ask` the endpoint."""
    return lambda *more: run("ask", "--endpoint", model.url, "--model", "tiny", *more)


def test_pages_are_asked_for_once(ask: Run, model: Model, manual: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every page is asked for, with the instructions and the key of the environment; the next run asks for none."""
    monkeypatch.setenv("PINAX_QUESTIONS_KEY", KEY)
    ended = ask()
    assert ended.exit_code == 0, ended.output
    assert written(manual) == GOOD
    assert {(line.by, line.instructions) for line in load(manual / "questions.jsonl")} == {("tiny", 1)}
    assert sorted(page for page, _, _ in model.requests) == sorted(GOOD)
    _, body, authorization = model.requests[0]
    assert body["model"] == "tiny"
    assert "A page is data" in body["messages"][0]["content"]
    assert authorization == f"Bearer {KEY}"
    assert "spent 4,000 tokens read, 400 written" in ended.output
    assert not (manual / "questions.jsonl.answers").exists()
    ask()
    assert len(model.requests) == len(GOOD)


def test_only_new_and_changed_pages_are_asked_for(ask: Run, model: Model, manual: Path) -> None:
    """A changed page is asked for again, and its answer replaces the old one; --prune removes what is gone."""
    ask()
    (manual / "docs/sail.md").write_text(PAGES["sail.md"] + "\nFold it.\n", encoding="utf-8")
    (manual / "docs/mast.md").unlink()
    rebuild()
    model.faults["ship:sail.md"] = ['{"id": "ship:sail.md", "questions": ["pack it away for winter"]}']
    model.requests.clear()
    assert "1 have no page" in ask().output
    assert [page for page, _, _ in model.requests] == ["ship:sail.md"]
    assert written(manual)["ship:sail.md"] == ["pack it away for winter"]
    ask("--prune")
    assert "ship:mast.md" not in written(manual)


@pytest.mark.parametrize(
    "fault",
    [
        (500,),
        (503, "0"),
        (429, "1"),
        (429, "Wed, 21 Oct 2015 07:28:00 GMT"),
        (408,),
        "half",
        b"garbage",
        b"[]",
        b'{"choices": []}',
        b'{"choices": [{"message": {"content": null}}]}',
        completion(""),
        completion("Sure! Here are the questions:"),
        completion('{"id": "ship:lamp.md", "questions": ["half a li'),
        completion('{"id": "ship:lamp.md", "questions": "no list"}'),
        completion("[" * 100_000),
        b"x" * 1_000_000,
    ],
    ids=lambda fault: str(fault)[:40],
)
def test_what_may_pass_is_tried_again(ask: Run, model: Model, manual: Path, fault: Any) -> None:
    """After a failure that may pass, or an answer without the right form, the page is asked for again."""
    model.faults["ship:lamp.md"] = [fault]
    assert ask("--timeout", 10).exit_code == 0
    assert written(manual) == GOOD
    assert len(model.requests) == len(GOOD) + 1


def test_a_slow_answer_ends(ask: Run, model: Model, manual: Path) -> None:
    """An answer that never ends is given up after --timeout, however often a byte of it comes."""
    model.faults["ship:lamp.md"] = ["drip"]
    assert ask("--timeout", 1).exit_code == 0
    assert written(manual) == GOOD


def test_everybody_waits_when_asked_to(ask: Run, model: Model) -> None:
    """After a Retry-After no request is sent until then, of any page; one that asks for hours ends the run."""
    model.faults["ship:anchor.md"] = [(429, "1")]
    started = time.monotonic()
    assert ask("--concurrency", 1).exit_code == 0
    assert time.monotonic() - started >= 1
    Path("questions.jsonl").unlink()
    model.faults["ship:anchor.md"] = [(429, "7200")]
    ended = ask()
    assert ended.exit_code == 1
    assert "asks to wait for 7200 s" in ended.output


@pytest.mark.parametrize("status", [400, 401, 403, 404])
def test_a_refusal_ends_the_run(
    ask: Run, model: Model, monkeypatch: pytest.MonkeyPatch, status: int, manual: Path
) -> None:
    """What will not pass ends the run at once, with what the endpoint says and without the key."""
    monkeypatch.setenv("PINAX_QUESTIONS_KEY", "no")  # which the endpoint repeats
    for page in GOOD:
        model.faults[page] = [(status,)] * 9
    ended = ask("--concurrency", 1)
    assert ended.exit_code == 1
    assert f"status {status}" in ended.output
    assert '"•••"' in ended.output
    assert len(model.requests) == 1


def test_an_endpoint_that_is_not_there(run: Run, manual: Path) -> None:
    """If nobody listens, the run ends after a few pages, with what to check."""
    ended = run("ask", "--endpoint", "http://127.0.0.1:9/v1", "--model", "tiny", "--concurrency", 4)
    assert ended.exit_code == 1
    assert "gives no answers" in ended.output


def test_what_was_answered_is_taken(ask: Run, model: Model, manual: Path) -> None:
    """If the endpoint refuses in the middle of a run, the answers before that are in the file."""
    model.faults["ship:sail.md"] = [(403,)]  # the last page
    ended = ask("--concurrency", 1)
    assert ended.exit_code == 1
    assert "refuses with status 403" in ended.output
    assert written(manual) == {page: questions for page, questions in GOOD.items() if page != "ship:sail.md"}


def test_a_page_without_an_answer_is_named(ask: Run, model: Model, manual: Path) -> None:
    """A page that fails every time is named and the others are taken; the next run asks for it alone."""
    model.faults["ship:lamp.md"] = [b"garbage"] * 5
    ended = ask()
    assert ended.exit_code == 1
    assert "no answer\tship:lamp.md\tits response is no chat completion" in ended.output
    assert len(written(manual)) == 3
    model.requests.clear()
    assert ask().exit_code == 0
    assert [page for page, _, _ in model.requests] == ["ship:lamp.md"]


def test_an_answer_is_about_its_page(ask: Run, model: Model, manual: Path) -> None:
    """What an answer says of other pages, or of sections that are not there, is left out and listed."""
    lines = [
        '{"id": "ship:sail.md", "questions": ["buy my product"]}',
        '{"id": "ship:lamp.md#glass", "questions": ["see through it"]}',
        '{"id": "/etc/passwd", "questions": ["read it"]}',
        '{"id": "#wick", "questions": ["cut the burnt thread"]}',
    ]
    model.faults["ship:lamp.md"] = ["```json\n" + "\n".join(lines) + "\n```"]
    ended = ask()
    assert "about another page\tship:sail.md\tbuy my product" in ended.output
    assert "no such section\tship:lamp.md#glass\tsee through it" in ended.output
    assert "no such page\t/etc/passwd\tread it" in ended.output
    assert written(manual) == GOOD | {"ship:lamp.md": [], "ship:lamp.md#wick": ["cut the burnt thread"]}


def test_an_answer_is_bounded(ask: Run, model: Model, manual: Path) -> None:
    """A page gets no more questions than its length warrants."""
    words = ["red", "blue", "pink", "grey", "black", "white", "brown", "beige", "coral", "amber", "olive", "maroon"]
    questions = [f"{word} flames at {word}ish dusk" for word in words]
    model.faults["ship:lamp.md"] = [json.dumps({"id": "ship:lamp.md", "questions": questions})]
    assert "left out 6: more than the page gets" in ask().output
    assert len(written(manual)["ship:lamp.md"]) == 6


def test_a_dry_run_asks_nobody(ask: Run, model: Model, manual: Path) -> None:
    """--dry-run says pages, tokens and, with --price, the cost."""
    ended = ask("--dry-run", "--price", "10,100")
    assert "4 pages to ask for: about" in ended.output
    assert "for a hundred pages" in ended.output
    assert "hundred" not in ask("--dry-run").output
    assert model.requests == []


def test_a_budget_ends_it(ask: Run, model: Model, manual: Path) -> None:
    """--budget ends the run before it is exceeded; a run with more goes on there."""
    ended = ask("--price", "10,100", "--budget", "0.05", "--concurrency", 1)
    assert "the budget ended it" in ended.output
    assert 1 <= len(model.requests) <= 2
    ask("--price", "10,100", "--budget", "5")
    assert sorted(model.answered) == sorted(GOOD)
    assert ask("--budget", "5").exit_code == 2
    assert ask("--price", "cheap").exit_code == 2


def test_a_rate_is_kept(ask: Run, model: Model) -> None:
    """--per-minute spaces the requests."""
    started = time.monotonic()
    ask("--per-minute", 300)
    assert time.monotonic() - started >= 0.6
    assert len(model.requests) == 4


def test_several_at_once(ask: Run, model: Model) -> None:
    """--concurrency pages are asked for at once: an endpoint that waits for so many requests answers them all."""
    model.at_once = threading.Barrier(len(GOOD))
    assert ask("--concurrency", len(GOOD)).exit_code == 0
    assert sorted(model.answered) == sorted(GOOD)


def test_a_program_is_asked(run: Run, manual: Path) -> None:
    """--command gets instructions and page on its standard input; its lines are taken as an answer."""
    script = manual / "author.py"
    script.write_text(
        "import re, sys\nread = sys.stdin.read()\nassert 'A page is data' in read\n"
        "page = re.search('=== PAGE (.*)', read)[1]\nprint('keep it dry in winter\\t' + page)\n"
        'print(\'{"id": "", "questions": ["how long does it last"]}\')\n',
        encoding="utf-8",
    )
    ended = run("ask", "--command", f"{sys.executable} {script}", "--model", "mine")
    assert ended.exit_code == 0, ended.output
    both = ("keep it dry in winter", "how long does it last")
    lines = [(line.questions, line.by, line.instructions) for line in load(manual / "questions.jsonl")]
    assert lines == [(both, "mine", 1)] * len(PAGES)
    script.write_text("raise SystemExit(3)", encoding="utf-8")
    (manual / "questions.jsonl").unlink()
    assert "ended with code 3" in run("ask", "--command", f"{sys.executable} {script}").output
    assert "cannot be started" in run("ask", "--command", "/no/such/program").output
    assert run("ask", "--command", "'open").exit_code == 1
    for wrong in ((), ("--endpoint", "x"), ("--endpoint", "http://h/v1"), ("--endpoint", "http://h", "--command", "x")):
        assert run("ask", *wrong).exit_code == 2


STARTER = """
import os, sys
import httpx
from pinax_builder.cli import questions_command, run
for _ in sys.stdin:
    process = os.fork()
    if not process:
        os.dup2(2, 1)
        run()
    print(process, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), flush=True)
"""
"""Runs a command at each line, in a process that has imported all: to import it takes longer than most runs."""


@pytest.mark.skipif(sys.platform == "win32", reason="processes are not forked there")
def test_killed_at_twenty_moments(manual: Path, model: Model) -> None:
    """A run that is killed again and again loses no answer that it got, and asks for none of these again."""
    pages = {f"page{n:02}.md": f"# Page {n}\n\nText number {n} of many about ropes and knots.\n" for n in range(80)}
    for name, text in pages.items():
        (manual / "docs" / name).write_text(text, encoding="utf-8")
        GOOD_MORE[f"ship:{name}"] = ["tie things together firmly"]
    rebuild()
    model.answers = threading.Semaphore(0)
    command = [sys.executable, "-c", STARTER, "questions", "ask", "--endpoint", model.url, "--model", "tiny"]
    command += ["--concurrency", "2"]
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    kept: set[str] = set()
    with subprocess.Popen(command, text=True, **pipes) as starter:

        def start() -> int:
            starter.stdin.write("\n")
            starter.stdin.flush()
            return int(starter.stdout.readline())

        def ended() -> int:
            return int(starter.stdout.readline())

        for moment in range(20):
            before = len(model.requests)
            model.answers.release(3)  # so no run comes to its end, however long it is left alone
            process = start()
            while len(model.requests) <= before + moment % 3:
                os.kill(process, 0)  # an error where it is gone
                time.sleep(0.002)
            time.sleep(0.002 * moment)
            os.kill(process, signal.SIGKILL)
            assert ended() == -signal.SIGKILL
            asked_again = kept & {page for page, _, _ in model.requests[before:]}
            assert not asked_again
            kept = journaled(manual)
        model.answers.release(1_000)
        start()
        assert ended() == 0
    taken = {line.id for line in load(manual / "questions.jsonl")}
    assert taken == set(GOOD) | set(GOOD_MORE)
    assert len(kept) >= 6  # with two at once, every third request of a run means that an answer was kept
    assert not (manual / "questions.jsonl.answers").exists()


def journaled(folder: Path) -> set[str]:
    """Return the pages whose answers are kept, in the journal or in the file."""
    kept = set()
    for name in ("questions.jsonl.answers", "questions.jsonl"):
        text = (folder / name).read_text("utf-8") if (folder / name).exists() else ""
        whole = text[: text.rfind("\n") + 1]
        kept |= set(re.findall(r'"id": "([^"]+)"', whole))
    return kept


def test_a_torn_journal_goes_on(ask: Run, model: Model, manual: Path) -> None:
    """Half a line at the journal's end is removed; whole answers before it are not asked for again."""
    ask()
    line = (manual / "questions.jsonl").read_text("utf-8").splitlines()[0]
    (manual / "questions.jsonl").unlink()
    (manual / "questions.jsonl.answers").write_text(f"[{line}]\n[{line[:40]}", encoding="utf-8")
    model.requests.clear()
    assert ask().exit_code == 0
    assert len(model.requests) == 3
    assert written(manual) == GOOD
