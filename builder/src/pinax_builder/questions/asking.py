"""Ask a model which questions pages answer, and keep each answer before the next one is asked for.

Strategy. Each page is one request. An answer that has the right form is appended to a journal beside the question file,
and synced. The journal is put into the file at the end, or by the next run if this one is killed. So what was paid for
is never asked for again. A torn last line of the journal is removed.

In:    Pages, an author (an endpoint or a program), bounds of money and speed.
Out:   The journal; what was spent; the pages that gave no answer.
Rules: what a model sends is data from outside: bounded in size and time, and checked by `filling.parse`. The key is in
       no message and no file. What may pass (429, 5xx, timeouts, answers without the right form) is tried again, after
       the pause that Retry-After asks for. Everything else ends the run.
Spec:  https://platform.openai.com/docs/api-reference/chat, RFC 9110 section 10.2.3.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import IO, Protocol

from pinax_builder.clock import seconds_after
from pinax_builder.errors import AskingError, writing
from pinax_builder.questions.file import Questions
from pinax_builder.questions.filling import FORMAT, MAX_ANSWER_CHARS, LeftOut, parse
from pinax_builder.questions.manual import Manual, Page
from pinax_runtime.format import visible_line

KEY = "PINAX_QUESTIONS_KEY"
"""Environment variable with the endpoint's key."""
ATTEMPTS = 5
"""How often a page is asked for."""
_BACKOFF_S, _LONGEST_WAIT_S = 0.5, 600.0
"""First pause before another attempt, which doubles; and the longest that an endpoint may ask for (seconds)."""
_FAILURES = 3
"""Pages without an answer, one after the other, that end the run."""
_MAX_BYTES = 4 * MAX_ANSWER_CHARS
"""Largest response (bytes)."""
_CHARS_A_TOKEN = 4
"""Characters of a token, roughly, for estimates."""
_TOKENS_A_QUESTION = 14


@cache
def instructions() -> str:
    """Return what authors are told, with the form of their answer."""
    return files("pinax_builder.questions").joinpath("instructions.md").read_text("utf-8") + "\n" + FORMAT


@dataclass(frozen=True, slots=True)
class Reply:
    """What an author sent, and its size in tokens; 0 where it is not told."""

    text: str
    tokens_in: int = 0
    tokens_out: int = 0


class PassingError(Exception):
    """No answer, and another attempt may have one; `wait_s` is how long the endpoint asks to wait, 0 if it does not."""

    def __init__(self, cause: str, wait_s: float = 0.0) -> None:
        super().__init__(cause)
        self.wait_s = wait_s


class Author(Protocol):
    """Something that writes questions."""

    name: str

    def ask(self, page: str) -> Reply:
        """Send a page, and return the reply. Raises PassingError and AskingError."""


class Endpoint:
    """A model behind an address that speaks OpenAI's protocol of chat completions."""

    def __init__(self, url: str, model: str, timeout_s: float) -> None:
        import httpx  # takes as long to import as all the rest

        self.name = model
        self._key = os.environ.get(KEY, "")
        self._url = url.rstrip("/") + "/chat/completions"
        self._timeout_s = timeout_s
        self._errors = httpx.HTTPError
        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        self._client = httpx.Client(headers=headers, timeout=timeout_s, limits=httpx.Limits(max_connections=None))

    def ask(self, page: str) -> Reply:
        """Send a page, and return the reply. Raises PassingError and AskingError."""
        messages = [{"role": "system", "content": instructions()}, {"role": "user", "content": page}]
        ends = time.monotonic() + self._timeout_s
        body = bytearray()
        try:
            with self._client.stream("POST", self._url, json={"model": self.name, "messages": messages}) as response:
                for piece in response.iter_bytes():
                    body += piece
                    if len(body) > _MAX_BYTES or time.monotonic() > ends:
                        raise PassingError("its answer is too long, or takes too long")
        except self._errors as error:
            raise PassingError(f"it cannot be reached, or breaks off ({type(error).__name__})") from error
        if response.status_code != 200:
            self._refused(response.status_code, response.headers.get("retry-after", ""), bytes(body))
        return _reply(bytes(body))

    def _refused(self, status: int, retry_after: str, body: bytes) -> None:
        if status in (408, 409, 425, 429) or status >= 500:
            raise PassingError(f"status {status}", seconds_after(retry_after) or 0.0)
        said = visible_line(body[:300].decode("utf-8", "replace"))
        said = said.replace(self._key, "•••") if self._key else said
        remedy = f"check --endpoint, --model and the key in {KEY}"
        raise AskingError(f"{self._url} refuses with status {status}: {said}", remedy)


class Program:
    """A program that reads instructions and a page on its standard input, and writes questions."""

    def __init__(self, command: str, name: str, timeout_s: float) -> None:
        try:
            self._command = shlex.split(command)
        except ValueError as error:
            raise AskingError(f"{command!r} is no command ({error})", "close its quotes") from error
        if not self._command:
            raise AskingError("the command is empty", "name a program")
        self.name = name or Path(self._command[0]).name
        self._timeout_s = timeout_s

    def ask(self, page: str) -> Reply:
        """Send a page, and return the reply. Raises PassingError and AskingError."""
        prompt = f"{instructions()}\n{page}".encode()
        try:
            done = subprocess.run(self._command, input=prompt, stdout=subprocess.PIPE, timeout=self._timeout_s)
        except subprocess.TimeoutExpired as error:
            raise PassingError(f"it took more than {self._timeout_s:g} s") from error
        except OSError as error:
            raise AskingError(f"{self._command[0]} cannot be started ({error.strerror})", "name a program") from error
        if done.returncode:
            raise PassingError(f"it ended with code {done.returncode}")
        return Reply(done.stdout[:_MAX_BYTES].decode("utf-8", "replace"))


class Journal:
    """The answers that are not yet in the question file, a line each."""

    def __init__(self, questions: Path) -> None:
        """Open the journal beside a question file, and read what an earlier run left there. Raises OutputError."""
        self.path = questions.with_name(f"{questions.name}.answers")
        self.answers: list[list[Questions]] = []
        self._lock = threading.Lock()
        with writing(self.path):
            self._file: IO[bytes] = open(self.path, "a+b")  # noqa: SIM115
            self._file.seek(0)
            whole = 0
            for line in self._file:
                with suppress(ValueError, RecursionError):
                    self.answers.append([Questions.from_json(value) for value in json.loads(line)])
                    whole += len(line) if line.endswith(b"\n") else 0
            if whole < self.path.stat().st_size:
                self._file.truncate(whole)

    def append(self, answer: Sequence[Questions]) -> None:
        """Add an answer; it is on disk when this returns. Raises OutputError."""
        data = json.dumps([asdict(one) for one in answer], ensure_ascii=False).encode() + b"\n"
        with self._lock:
            with writing(self.path):
                self._file.write(data)
                self._file.flush()
                os.fsync(self._file.fileno())
            self.answers.append(list(answer))

    def close(self, *, done: bool) -> None:
        """Close the journal, and remove it if all of it is in the question file."""
        self._file.close()
        if done:
            self.path.unlink(missing_ok=True)


@dataclass(slots=True)
class Spending:
    """Bounds of a run, and what came of it beside the answers."""

    price: tuple[float, float] = (0.0, 0.0)
    """Of a million tokens that are read, and of a million that are written."""
    budget: float | None = None
    tokens_in: int = 0
    tokens_out: int = 0
    failed: dict[str, str] = field(default_factory=dict)
    """Id of a page that gave no answer → why."""
    left_out: list[LeftOut] = field(default_factory=list)
    """What answers say of other pages, or of sections that are not there."""
    is_over: bool = False
    """Whether the budget ended the run."""

    def cost(self, tokens_in: int, tokens_out: int) -> float:
        """Return what tokens cost."""
        return (self.price[0] * tokens_in + self.price[1] * tokens_out) / 1e6


def estimated(page: Page) -> tuple[int, int]:
    """Return, roughly, how many tokens asking for a page reads and writes."""
    return (len(instructions()) + len(page.shown())) // _CHARS_A_TOKEN, page.most_questions * _TOKENS_A_QUESTION


def ask_pages(
    author: Author,
    pages: Sequence[Page],
    manual: Manual,
    journal: Journal,
    spending: Spending,
    *,
    concurrency: int = 1,
    per_minute: float = 0.0,
    tell: Callable[[int, int], None] = lambda done, failed: None,
) -> None:
    """Ask for pages, several at once, and write the answers into the journal.

    Raises:
        AskingError: The author refuses, or gives no answers.
        OutputError: The journal cannot be written.
    """
    run = _Run(author, manual, journal, spending, 60.0 / per_minute if per_minute else 0.0)
    before = len(journal.answers)
    with ThreadPoolExecutor(concurrency) as pool:
        try:
            for asked in as_completed([pool.submit(run.ask, page) for page in pages]):
                asked.result()
                tell(len(journal.answers) - before + len(spending.failed), len(spending.failed))
        finally:
            run.stop.set()  # after Ctrl-C, nothing more is asked for


class _Run:
    """What the threads of a run share."""

    def __init__(self, author: Author, manual: Manual, journal: Journal, spending: Spending, pause_s: float) -> None:
        self._author, self._manual, self._journal = author, manual, journal
        self._spending, self._pause_s = spending, pause_s
        self._lock, self._next, self._reserved, self._failures = threading.Lock(), 0.0, 0.0, 0
        self.stop = threading.Event()

    def ask(self, page: Page) -> None:
        """Ask for a page until there is an answer, and keep it; after an error, nobody asks for more."""
        try:
            self._ask(page)
        except BaseException:
            self.stop.set()
            raise

    def _ask(self, page: Page) -> None:
        expected = self._spending.cost(*estimated(page))
        for attempt in range(ATTEMPTS):
            if not self._may_ask(expected):
                return
            try:
                answer = self._answer(page, expected)
            except PassingError as error:
                cause, wait_s = str(error), error.wait_s
            else:
                self._journal.append(answer)
                self._failures = 0
                return
            if wait_s > _LONGEST_WAIT_S:
                raise AskingError(f"{self._author.name} asks to wait for {wait_s:.0f} s", "run it again then")
            if wait_s:
                with self._lock:
                    self._next = max(self._next, time.monotonic() + wait_s)
            elif attempt < ATTEMPTS - 1:
                self.stop.wait(_BACKOFF_S * 2**attempt)
        self._spending.failed[page.id] = cause
        self._failures += 1
        if self._failures >= _FAILURES:
            raise AskingError(f"{self._author.name} gives no answers: {cause}", "what it answered before is kept")

    def _may_ask(self, expected: float) -> bool:
        """Wait for one's turn; tell whether there is still one."""
        with self._lock:
            spending = self._spending
            spent = spending.cost(spending.tokens_in, spending.tokens_out) + self._reserved
            if spending.budget is not None and spent + expected > spending.budget:
                spending.is_over = True
                self.stop.set()
            if self.stop.is_set():
                return False
            self._reserved += expected
            at = max(self._next, time.monotonic())
            self._next = at + self._pause_s
        if not self.stop.wait(at - time.monotonic()):
            return True
        with self._lock:
            self._reserved -= expected
        return False

    def _answer(self, page: Page, expected: float) -> list[Questions]:
        """Send a page, and check what comes back. Raises PassingError."""
        reply = Reply("")
        try:
            reply = self._author.ask(page.shown())
            if len(reply.text) > MAX_ANSWER_CHARS or not reply.text.strip():
                raise PassingError("its answer is empty or too long")
            try:
                answer, left_out = parse(reply.text, self._manual, self._author.name, page)
            except ValueError as error:
                raise PassingError(f"its answer has another form: {error}") from error
            self._spending.left_out += left_out
            return answer
        finally:
            with self._lock:
                self._reserved -= expected
                if reply.text:
                    tokens = estimated(page)
                    self._spending.tokens_in += reply.tokens_in or tokens[0]
                    self._spending.tokens_out += reply.tokens_out or len(reply.text) // _CHARS_A_TOKEN


def _reply(body: bytes) -> Reply:
    """Read a chat completion. Raises PassingError."""
    try:
        value = json.loads(body)
        text = value["choices"][0]["message"]["content"]
        usage = value.get("usage") or {}
        tokens = [usage.get(name, 0) for name in ("prompt_tokens", "completion_tokens")]
        if not isinstance(text, str):
            raise TypeError
        return Reply(text, *(number if type(number) is int and number >= 0 else 0 for number in tokens))
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise PassingError("its response is no chat completion") from error
