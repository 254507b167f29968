"""Servers of the command line, in the process of the test."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from io import BytesIO, TextIOWrapper
from typing import Any

import pytest

from runtime.conftest import Ended
from runtime.serve.over_http.conftest import message


@pytest.fixture
def speak(run: Callable[..., Ended], monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Any]]:
    """Call tools of a server over stdio: `speak([bundle, option], ("list_docs", {}))` gives the replies."""

    def serve(arguments: Sequence[object], *calls: tuple[str, dict[str, Any]]) -> list[Any]:
        messages = [{**message(tool, given)[0], "id": number} for number, (tool, given) in enumerate(calls)]
        lines = "".join(f"{json.dumps(each)}\n" for each in messages)
        written = BytesIO()
        with monkeypatch.context() as streams:
            streams.setattr(sys, "stdin", TextIOWrapper(BytesIO(lines.encode())))
            streams.setattr(sys, "stdout", TextIOWrapper(written))
            ended = run("serve", *arguments)
            replies = sorted(map(json.loads, written.getvalue().splitlines()), key=lambda reply: reply["id"])
        assert ended.code == 0, ended.err
        return [json.loads(reply["result"]["content"][0]["text"]) for reply in replies]

    return serve
