"""The files of clients: changed in one place, or left alone (cases/client_files.md)."""

from __future__ import annotations

import contextlib
import json
import os
import re
import stat
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinax_runtime.clients import CLIENTS, ClientFileError, put_server
from pinax_runtime.clients.text import put_member, put_table, read_json, read_toml

DOCUMENT = (Path(__file__).parent / "cases" / "client_files.md").read_text("utf-8")
ENTRY = {"command": "p", "args": []}
_CASE = re.compile(
    r"^## (?P<title>[^\n]+)\n\n```(?P<kind>json|toml)\n(?P<before>.*?)```\n\n(?P<rest>.*?)(?=^## |\Z)", re.M | re.S
)
CASES = {found["title"]: found for found in _CASE.finditer(DOCUMENT)}


def file_of(folder: Path, kind: str, content: str | bytes = b"") -> Path:
    file = folder / f"settings.{kind}"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return file


def test_all_cases_are_read() -> None:
    """No case of the document is passed over."""
    assert len(CASES) == DOCUMENT.count("\n## ")


@pytest.mark.parametrize("title", CASES)
def test_a_file_before_and_after(tmp_path: Path, title: str) -> None:
    """A file holds afterwards what the case says, to the byte; or is refused with its words and stays as it was."""
    case = CASES[title]
    file = file_of(tmp_path, case["kind"], case["before"])
    client = CLIENTS["codex" if case["kind"] == "toml" else "cursor"]
    if case["rest"].startswith("```"):
        put_server(client, file, "pinax", ENTRY, replace=True)
        assert file.read_text() == re.fullmatch(r"```\w+\n(.*?)```\s*", case["rest"], re.S)[1]
    else:
        with pytest.raises(ClientFileError, match=re.escape(case["rest"].strip())):
            put_server(client, file, "pinax", ENTRY, replace=True)
        assert file.read_text() == case["before"]
        assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("kind", ["json", "toml"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_byte_order_marks_stay(tmp_path: Path, kind: str, mark: str) -> None:
    """A file of Windows keeps its line ends and its mark; what is added has the same line ends."""
    text = {"json": '{\r\n  "a": "ü"\r\n}\r\n', "toml": 'a = "ü"\r\n'}[kind]
    file = file_of(tmp_path, kind, mark + text)
    put_server(CLIENTS["codex" if kind == "toml" else "cursor"], file, "pinax", ENTRY)
    written = file.read_bytes().decode()
    assert written.startswith(mark + text[:10])
    assert not re.search(r"(?<!\r)\n", written)


def test_what_a_file_was_is_kept(tmp_path: Path) -> None:
    """Each change leaves a copy of what was there before; none is overwritten, and no change leaves none."""
    file = file_of(tmp_path, "json", '{"a": 1}')
    first = put_server(CLIENTS["cursor"], file, "pinax", ENTRY)
    second = put_server(CLIENTS["cursor"], file, "docs", ENTRY)
    third = put_server(CLIENTS["cursor"], file, "docs", ENTRY)
    assert first.backup == tmp_path / "settings.json.before-pinax"
    assert first.backup.read_text() == '{"a": 1}'
    assert list(json.loads(second.backup.read_text())["mcpServers"]) == ["pinax"]
    assert (third.backup, third.changed) == (None, False)
    assert list(json.loads(file.read_text())["mcpServers"]) == ["pinax", "docs"]


def test_a_new_file_in_a_new_folder(tmp_path: Path) -> None:
    """Where the client has no file yet, it is made with its folder, and there is nothing to keep."""
    written = put_server(CLIENTS["codex"], tmp_path / "new" / "config.toml", "pinax", ENTRY)
    assert written.backup is None
    assert tomllib.loads(written.file.read_text()) == {"mcp_servers": {"pinax": ENTRY}}


@pytest.mark.skipif(os.name == "nt", reason="permissions and links of POSIX")
def test_permissions_and_links_stay(tmp_path: Path) -> None:
    """A file that its owner alone may read stays so, as does its copy; a link still leads to the file."""
    file = file_of(tmp_path, "json", '{"token": "secret"}')
    file.chmod(0o600)
    link = tmp_path / "link.json"
    link.symlink_to(file)
    written = put_server(CLIENTS["cursor"], link, "pinax", ENTRY)
    assert link.is_symlink()
    assert "pinax" in file.read_text()
    assert [stat.S_IMODE(each.stat().st_mode) for each in (file, written.backup)] == [0o600, 0o600]


@pytest.mark.parametrize("content", [b'{"a": "\xff"}', b"[" * 100_000, b'{"a":' * 5_000, b"a = [" * 5_000])
def test_what_is_no_text_is_left_alone(tmp_path: Path, content: bytes) -> None:
    """Bytes that are not UTF-8, and values nested without end, are refused."""
    for name in ("cursor", "codex"):
        file = file_of(tmp_path, "any", content)
        with pytest.raises(ClientFileError):
            put_server(CLIENTS[name], file, "pinax", ENTRY)
        assert file.read_bytes() == content


def test_a_folder_in_place_of_the_file(tmp_path: Path) -> None:
    """What cannot be read or written is said, with what to do."""
    with pytest.raises(ClientFileError, match="Put the entry there yourself"):
        put_server(CLIENTS["cursor"], tmp_path, "pinax", ENTRY)


NAMES = st.text(st.characters(codec="utf-8"), max_size=5)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | NAMES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(NAMES, VALUES), st.dictionaries(NAMES, VALUES), st.sampled_from([None, 0, 2, "\t"]))
def test_any_json_keeps_what_it_says(others: dict[str, Any], servers: dict[str, Any], indent: Any) -> None:
    """Whatever the file holds and however it is laid out, afterwards it holds that and the entry, in the same order."""
    before = {**others, "mcpServers": servers}
    after = json.loads(put_member(json.dumps(before, indent=indent), "mcpServers", "pinax", ENTRY))
    assert after == {**before, "mcpServers": {**servers, "pinax": ENTRY}}
    assert list(after) == list(before)


@given(st.text(alphabet='{}[]",:/*\\ \n1ab.-', max_size=40))
def test_json_is_read_as_python_reads_it(text: str) -> None:
    """What Python's reader takes is read the same, or refused because of a name that is there twice."""
    twice = False

    def note_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal twice
        twice = twice or len(dict(pairs)) < len(pairs)
        return dict(pairs)

    try:
        wanted = json.loads(text, object_pairs_hook=note_twice)
    except ValueError:
        with contextlib.suppress(ValueError):  # comments and last commas; any other error would end the test
            read_json(text)
        return
    if not twice:
        assert read_json(text) == wanted


@given(st.text(), st.lists(st.text(), max_size=3))
def test_any_text_goes_into_toml(command: str, arguments: list[str]) -> None:
    """Quotes, control characters and line ends in a path come back as they were."""
    if any("\ud800" <= char <= "\udfff" for text in (command, *arguments) for char in text):
        return
    entry = {"command": command, "args": arguments}
    assert read_toml(put_table("", "mcp_servers", "pinax", entry)) == {"mcp_servers": {"pinax": entry}}


def test_keys_of_a_thousand_parts_are_refused() -> None:
    """What can be read and not compared, since it is too deep, is an error like any other."""
    with contextlib.suppress(ValueError):
        put_table("x." + "1." * 1_500 + "y = 1\n", "mcp_servers", "pinax", {"command": "x"})
