"""pinax-runtime get, call, verify, serve, and what all commands share."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pinax_runtime.search import Library
from pinax_runtime.tools import call_tool


def test_get_gives_the_page_whole(run: Callable[..., Any], location: Path, library: Library) -> None:
    """Get prints the source line and all of the page's Markdown."""
    ended = run("get", location, "reference/configuration.md")
    document = library.find("reference/configuration.md")
    assert document is not None
    assert ended.code == 0
    assert ended.out.startswith("Source: https://lantern.example.org/docs/reference/configuration.md (lantern")
    assert ended.out.split("\n\n", 1)[1] == document.subtree_text(0) + "\n"


@pytest.mark.parametrize(
    ("links", "shown"),
    [
        ("none", "where the status API listens"),
        ("relative", "where the [status API](reference/http-api.md) listens"),
        ("full", "where the [status API](https://lantern.example.org/docs/reference/http-api.md) listens"),
    ],
)
def test_get_shows_links_as_the_tool_does(run: Callable[..., Any], location: Path, links: str, shown: str) -> None:
    """The targets of links are left out, short or whole, as `get_page` is asked for them."""
    assert shown in run("get", location, "reference/configuration.md", "--links", links).out


def test_get_takes_an_anchor(run: Callable[..., Any], location: Path) -> None:
    """Get with an anchor prints that section."""
    ended = run("get", location, "guide/schedules.md#overlap")
    assert "## Overlap" in ended.out
    assert "## Clock changes" not in ended.out


def test_the_end_of_a_qualified_name_is_enough(run: Callable[..., Any], location: Path) -> None:
    """Get reads the one section of a page that ends so; where none or several do, it says what is nearest."""
    whole, end = (run("get", location, f"client.html#{name}") for name in ("lantern.Client.job", "Client.job"))
    assert end.out == whole.out
    assert run("get", location, "client.html#ent.job").code == 1


def test_get_for_a_program(run: Callable[..., Any], location: Path) -> None:
    """Get --json gives the text with what is known of it."""
    reply = json.loads(run("get", location, "guide/schedules.md", "--json").out)
    assert list(reply) == ["docset", "id", "url", "title", "fetched_at", "text"]
    assert reply["title"] == "Schedules"


def test_get_a_symbol(run: Callable[..., Any], location: Path) -> None:
    """The name of a symbol is no address, and the message says where it is defined."""
    ended = run("get", location, "Client.job")
    assert ended.code == 1
    assert "Did you mean lantern-api:client.html#lantern.Client.job" in ended.err


def test_get_what_is_not_there(run: Callable[..., Any], location: Path) -> None:
    """A page that is not there ends with code 1 and one line that names the nearest; --json says it as JSON."""
    ended = run("get", location, "guide/scedules.md")
    assert ended.code == 1
    assert ended.err.startswith("error: No page")
    assert "lantern:guide/schedules.md" in ended.err
    ended = run("get", location, "guide/scedules.md", "--json")
    assert ended.code == 1
    assert json.loads(ended.out)["error"]["code"] == "not_found"


def test_call_gives_the_reply_of_the_tool(run: Callable[..., Any], location: Path, library: Library) -> None:
    """Call prints exactly the text that an agent gets."""
    arguments = {"query": "clock changes", "limit": 2}
    ended = run("call", location, "search_pages", json.dumps(arguments))
    assert ended.code == 0
    assert ended.out == call_tool(library, "search_pages", arguments).text + "\n"
    assert json.loads(run("call", location, "list_docs").out)["total"] == 4


@pytest.mark.parametrize(
    ("tool", "arguments", "code"),
    [
        ("get_page", '{"url": "nope"}', "not_found"),
        ("get_page", '{"uri": "x"}', "invalid_args"),
        ("nope", "{}", "invalid_args"),
        ("get_page", "[]", "invalid_args"),
    ],
)
def test_call_ends_with_1_for_an_error(
    run: Callable[..., Any], location: Path, tool: str, arguments: str, code: str
) -> None:
    """An error reply is printed as it is, and the exit code is 1."""
    ended = run("call", location, tool, arguments)
    assert ended.code == 1
    assert json.loads(ended.out)["error"]["code"] == code


def test_call_refuses_what_is_not_json(run: Callable[..., Any], location: Path) -> None:
    """Arguments that are not JSON are wrong usage."""
    ended = run("call", location, "get_page", "url=x")
    assert ended.code == 2
    assert "not JSON" in ended.err


def test_verify_of_what_cannot_be_listed(
    run: Callable[..., Any], location: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder of files that one may not look into is a failure of one line."""

    def refuse(_path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", refuse)
    ended = run("verify", location)
    assert ended.code == 1
    assert ended.err.startswith(f"error: {location / 'files'} could not be read: Permission denied. ")


def test_verify(run: Callable[..., Any], location: Path, tmp_path: Path) -> None:
    """Verify is content with a sound bundle; with a damaged one it names the file and ends with code 1."""
    assert run("verify", location).code == 0
    shutil.copytree(location, tmp_path / "bundle")
    (file,) = list((tmp_path / "bundle" / "files").glob("*.terms"))[:1]
    file.write_bytes(file.read_bytes() + b"x")
    ended = run("verify", tmp_path / "bundle")
    assert ended.code == 1
    assert file.name in ended.err
    ended = run("verify", tmp_path / "bundle", "--json")
    assert ended.code == 1
    reply = json.loads(ended.out)
    assert reply["ok"] is False
    assert reply["findings"][0]["file"] == f"files/{file.name}"


def test_verify_notes_leftovers(run: Callable[..., Any], location: Path, tmp_path: Path) -> None:
    """A file that belongs to no docset is a note; the bundle is sound."""
    shutil.copytree(location, tmp_path / "bundle")
    (tmp_path / "bundle" / "files" / "old.terms").write_bytes(b"x")
    ended = run("verify", tmp_path / "bundle")
    assert ended.code == 0
    assert "note: files/old.terms" in ended.out


@pytest.mark.parametrize("command", [["search", "{}", "x"], ["get", "{}", "x"], ["verify", "{}"], ["serve", "{}"]])
def test_no_bundle(run: Callable[..., Any], tmp_path: Path, command: list[str]) -> None:
    """A folder that is no bundle ends with code 1 and one line that says what to give."""
    ended = run(*(part.format(tmp_path) for part in command))
    assert ended.code == 1
    assert ended.err.startswith("error: ")
    assert "pinax build" in ended.err
    assert len(ended.err.splitlines()) == 1


def test_no_bundle_for_a_program(run: Callable[..., Any], tmp_path: Path) -> None:
    """With JSON asked for, a failure is JSON, and the exit code still 1."""
    for command in (
        ["search", tmp_path, "x", "--json"],
        ["get", tmp_path, "x", "--json"],
        ["call", tmp_path, "list_docs"],
    ):
        ended = run(*command)
        assert ended.code == 1
        assert json.loads(ended.out)["error"]["code"] == "fetch_failed"


@pytest.mark.parametrize("options", [["--max-tokens", "25001"], ["--max-tokens", "999"], ["--tools", "some"]])
def test_serve_checks_its_options(run: Callable[..., Any], location: Path, options: list[str]) -> None:
    """A ceiling beyond 25,000 tokens, or a group that there is not, is wrong usage."""
    assert run("serve", location, *options).code == 2


def test_version(run: Callable[..., Any]) -> None:
    """--version prints the distribution's version."""
    from importlib.metadata import version

    assert run("--version").out == f"pinax-runtime {version('pinax-runtime')}\n"


def test_unknown_commands(run: Callable[..., Any]) -> None:
    """A command that there is not is wrong usage, on one line with the nearest."""
    ended = run("serch")
    assert ended.code == 2
    assert "search" in ended.err
    assert len(ended.err.splitlines()) == 1


def test_output_is_utf_8_whatever_the_locale(location: Path, library: Library) -> None:
    """A reply is the same bytes in a locale that knows ASCII only."""
    process = subprocess.run(
        [
            sys.executable,
            "-c",
            "from pinax_runtime.cli import main; main()",
            "get",
            str(location),
            "guide/schedules.md",
        ],
        env={"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=True,
        timeout=120,
    )
    document = library.find("guide/schedules.md")
    assert document is not None
    assert process.stdout.decode("utf-8").split("\n\n", 1)[1] == document.subtree_text(0) + "\n"


def test_a_reader_that_goes_away_is_no_traceback(location: Path) -> None:
    """Output into a closed pipe ends quietly."""
    script = "from pinax_runtime.cli import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", script, "get", str(location), "reference/configuration.md"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout
    process.stdout.close()
    assert process.stderr
    assert b"Traceback" not in process.stderr.read()
    process.stderr.close()
    process.wait(timeout=120)


def test_wrong_usage_is_one_line(run: Callable[..., Any]) -> None:
    """A choice of many is named in the line that says what is wrong."""
    ended = run("config")
    assert ended.code == 2
    assert ended.err.startswith("error: Missing argument 'CLIENT'. Choose from: agents-md, antigravity, ")
    assert ended.err.endswith("zed. See `pinax-runtime config --help`.\n")
    assert ended.err.count("\n") == 1
