"""Every example of the pages about tools, serving and configuration runs, on the bundle that `make demo` builds."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from pinax_builder import load_config
from pinax_runtime.call_log import CallLog
from pinax_runtime.cli import main
from pinax_runtime.search import open_library
from pinax_runtime.tools import call_tool
from runtime.made_calls import CALLS

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r"^```(console|json|bash|toml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
VOLATILE = (
    (re.compile(r"\d{4}-\d{2}-\d{2}(T[\d:]+Z)?"), "DATE"),
    (re.compile(r'"age_days":\d+'), '"age_days":DAYS'),
    (re.compile(r'"cursor":"[^"]*"'), '"cursor":"CURSOR"'),
)
"""What depends on when the bundle was built, and what stands in its place in a comparison."""


def blocks(page: str, language: str) -> list[str]:
    """Return the examples of a page in a language."""
    return [body for found, body in BLOCK.findall((DOCS / page).read_text("utf-8")) if found == language]


def console_examples(page: str) -> list[tuple[str, str]]:
    """Return each command of a page's console examples, with the output that the page shows below it."""
    examples = [
        example for block in blocks(page, "console") for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    ]
    return [(command, output) for command, _, output in (example.partition("\n") for example in examples)]


def shell_lines(page: str, word: str) -> list[list[str]]:
    """Return the commands of a page's shell examples that have a word, without their comments."""
    lines = [shlex.split(line, comments=True) for block in blocks(page, "bash") for line in block.splitlines()]
    return [line for line in lines if word in line]


def pattern_of(shown: str) -> re.Pattern[str]:
    """Return what matches an output: `…` stands for any text, and volatile parts are left open."""
    for volatile, replacement in VOLATILE:
        shown = volatile.sub(replacement, shown)
    return re.compile(".*".join(map(re.escape, shown.strip("\n").split("…"))), re.DOTALL)


def is_what_runs(shown: str, printed: str) -> bool:
    """Tell whether an output is the one that a page shows."""
    for volatile, replacement in VOLATILE:
        printed = volatile.sub(replacement, printed)
    return bool(pattern_of(shown).fullmatch(printed.strip("\n")))


@pytest.mark.parametrize(("command", "shown"), console_examples("tools.md"))
def test_console_examples(typed: Callable[..., str], bundle: Path, command: str, shown: str) -> None:
    """A command prints what stands below it; `…` stands for what was left out."""
    words = [str(bundle) if word == "examples/bundle" else word for word in shlex.split(command)]
    printed = typed(*words)
    assert is_what_runs(shown, printed), printed


def test_the_example_of_an_error(bundle: Path) -> None:
    """The error that docs/tools.md shows is the reply for a page with a misspelled name."""
    (shown,) = blocks("tools.md", "json")
    reply = call_tool(open_library([bundle]), "get_page", {"url": "guide/scedules.md"})
    assert reply.is_error
    assert json.loads(reply.text) == json.loads(shown)


@pytest.mark.parametrize("text", blocks("configuration.md", "toml"))
def test_configuration_examples(text: str, tmp_path: Path) -> None:
    """Each example of a pinax.toml is one that `pinax build` takes; one of a table alone is taken beside a docset."""
    for folder in ("site/docs", "site/api", "lantern"):
        (tmp_path / folder).mkdir(parents=True)
    docset = "" if "[[docset]]" in text else '[[docset]]\nname = "lantern"\npath = "lantern"\n\n'
    (tmp_path / "pinax.toml").write_text(docset + text, "utf-8")
    assert load_config(tmp_path / "pinax.toml").docsets


@pytest.mark.parametrize("words", shell_lines("serving.md", "calls.db"), ids=" ".join)
def test_shell_examples_about_the_log(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each command about a log prints calls or totals; one that follows the log does so until it is interrupted."""

    def interrupt(_seconds: float) -> None:
        raise KeyboardInterrupt

    with CallLog(tmp_path / "calls.db") as log:
        for call in (
            *CALLS,
            replace(CALLS[1], tool="get_page", arguments='{"url":"guide/retries.md"}'),
            replace(CALLS[-1], tool="search_pages", arguments='{"query":"retry"}', status="not_found"),
        ):
            log.put(call)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", words)
    monkeypatch.setattr(time, "sleep", interrupt)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == (130 if "--follow" in words else 0)
    assert capsys.readouterr().out


@pytest.fixture(scope="module")
def key(typed: Callable[..., str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new key to sign bundles with; its public half stands beside it."""
    file = tmp_path_factory.mktemp("key") / "docs.key"
    typed("pinax", "keygen", file)
    return file


@pytest.fixture(scope="module")
def url(typed: Callable[..., str], bundle: Path, key: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The bundle, signed, behind a URL, on a server that knows nothing but files."""
    signed = tmp_path_factory.mktemp("served") / "signed"
    shutil.copytree(bundle, signed)
    typed("pinax", "sign", signed, "--key", key)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(signed))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""


@pytest.mark.parametrize("words", shell_lines("serving.md", "https://cdn.example/bundle/"), ids=" ".join)
def test_shell_examples_about_urls(
    run: Callable[..., str],
    typed: Callable[..., str],
    url: str,
    key: Path,
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each command takes a URL; a server over stdio ends with its input, and the others print what they found."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    meant = {"https://cdn.example/bundle/": url, "docs.key.pub": f"{key}.pub"}
    serves = "serve" in words
    assert bool((run if serves else typed)(*(meant.get(word, word) for word in words))) != serves


@pytest.mark.parametrize("words", shell_lines("serving.md", "--lockfile"), ids=" ".join)
def test_shell_examples_about_lockfiles(
    run: Callable[..., str], bundle: Path, words: list[str], tmp_path: Path
) -> None:
    """A server over stdio takes the file of versions, and ends with its input."""
    (tmp_path / "uv.lock").write_text('version = 1\n\n[[package]]\nname = "urllib3"\nversion = "2.2.0"\n')
    shutil.copytree(bundle, tmp_path / "other")
    meant = {"urllib3-1/": str(bundle), "urllib3-2/": str(tmp_path / "other"), "uv.lock": str(tmp_path / "uv.lock")}
    assert run(*(meant.get(word, word) for word in words)) == ""


@pytest.mark.parametrize("words", shell_lines("serving.md", "--write"), ids=" ".join)
def test_shell_examples_about_files_for_agents(
    bundle: Path, words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each command writes a file into the folder at hand that tells agents of the bundle."""
    shutil.copytree(bundle, tmp_path / "bundle")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", words)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 0
    (written,) = (path for path in tmp_path.rglob("*.md"))
    assert "lantern" in written.read_text("utf-8")


def test_every_shell_example_of_serving_runs() -> None:
    """No command of docs/serving.md is left out of the four tests above."""
    commands = [line for block in blocks("serving.md", "bash") for line in block.splitlines() if line.strip()]
    marks = ("calls.db", "https://cdn.example/bundle/", "--lockfile", "--write")
    run_here = [line for mark in marks for line in shell_lines("serving.md", mark)]
    assert len(run_here) == len(commands)
