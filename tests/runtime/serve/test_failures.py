"""Failures are replies: a code, a remedy, never a traceback."""

from __future__ import annotations

import json
import logging
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pinax_runtime.search import Library, open_library
from pinax_runtime.tools import call_tool, estimate
from pinax_runtime.tools.budget import MIN_TOKENS
from pinax_runtime.tools.reply import error_reply


def test_unknown_tools_are_refused(refusal: Callable[..., tuple[str, str]]) -> None:
    """A tool that there is not is invalid_args with the nearest one."""
    code, message = refusal("serch_pages", query="x")
    assert code == "invalid_args"
    assert "Did you mean 'search_pages'?" in message


def test_a_tool_of_another_group_is_unknown(library: Library) -> None:
    """A server that offers one group refuses the tools of the other."""
    assert call_tool(library, "get_tree", {"doc_id": "x"}, group="pages").is_error


@pytest.mark.parametrize("damage", ["missing", "flipped", "truncated"])
@pytest.mark.parametrize("kind", ["table", "terms", "texts", "pages"])
def test_a_damaged_file_is_named(location: Path, tmp_path: Path, kind: str, damage: str) -> None:
    """A file that is missing or damaged gives fetch_failed with its name and the remedy, never a wrong answer."""
    shutil.copytree(location, tmp_path / "bundle")
    library = open_library([tmp_path / "bundle"])
    for file in (tmp_path / "bundle" / "files").glob(f"*.{kind}"):
        data = file.read_bytes()
        file.write_bytes(data[:-1] if damage == "truncated" else bytes([data[0] ^ 1, *data[1:]]))
        if damage == "missing":
            file.unlink()
    answers = [
        call_tool(library, "search_pages", {"query": "clock changes"}),
        call_tool(library, "get_page", {"url": "guide/schedules.md"}),
    ]
    failed = [json.loads(reply.text)["error"] for reply in answers if reply.is_error]
    assert failed
    for error in failed:
        assert error["code"] == "fetch_failed"
        assert f".{kind}" in error["message"]
        assert "opy the bundle again" in error["message"]


class Defective(Library):
    """A library with a defect."""

    def search(self, *_args: object, **_options: object) -> Any:
        raise KeyError("secret")


def test_a_defect_is_internal_and_logged(library: Library, caplog: pytest.LogCaptureFixture) -> None:
    """What nobody foresaw is `internal` without a traceback; the log has it."""
    defective = Defective(library.docsets.values(), library.ranking)
    with caplog.at_level(logging.ERROR):
        reply = call_tool(defective, "search_pages", {"query": "x"})
    error = json.loads(reply.text)["error"]
    assert error["code"] == "internal"
    assert "secret" not in reply.text
    assert "Traceback" not in reply.text
    assert "KeyError: 'secret'" in caplog.text


def test_errors_fit_any_budget() -> None:
    """However long the message, an error is within the least budget there is."""
    assert estimate(error_reply("not_found", "日本語" * 2_000).text) <= MIN_TOKENS


@pytest.mark.parametrize("max_tokens", [299, 8_001, 0, -1])
def test_a_budget_beyond_the_ceiling_is_refused(refusal: Callable[..., tuple[str, str]], max_tokens: int) -> None:
    """max_tokens is refused outside what the server allows, not clamped."""
    code, message = refusal("get_page", url="guide/schedules.md", max_tokens=max_tokens)
    assert code == "invalid_args"
    assert "from 300 to 8,000" in message


def test_the_ceiling_is_the_servers(call: Callable[..., object]) -> None:
    """A higher ceiling allows more, and a reply without max_tokens keeps to it."""
    assert not call("get_page", ceiling=20_000, url="guide/schedules.md", max_tokens=15_000).is_error
    assert "[cut:" in call("get_page", ceiling=1_000, url="reference/configuration.md").text
