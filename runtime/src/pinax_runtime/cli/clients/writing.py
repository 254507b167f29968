"""Change the file of a client, and keep a copy of the old file.

Rules: the new content is parsed before it is written: it must be the old content with the new entry. The file is
       replaced in one step and keeps its permissions. A symbolic link stays; the file that it leads to is replaced.
Why:   docs/decisions/0027
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pinax_runtime.cli.clients.errors import ClientFileError
from pinax_runtime.cli.clients.json_text import put_member, read_json
from pinax_runtime.cli.clients.table import Client
from pinax_runtime.cli.clients.toml_text import put_table, read_toml, table_lines
from pinax_runtime.replacing import replacement
from pinax_runtime.trust import read_file

MAX_BYTES = 20_000_000
"""Largest file that is changed (bytes)."""
_REACHING = frozenset(
    (
        "command",
        "args",
        "cmd",
        "type",
        "transport",
        "url",
        "serverUrl",
        "httpUrl",
        "uri",
        "bearer_token_env_var",
        "headers",
    )
)
"""Members that say how a server is reached; these alone are ours."""
_SWITCHES = frozenset(("enabled", "tools", "timeout"))
"""Members that we write but a person may change."""
MAX_BACKUPS = 1_000
"""Number of copies of old files that may stand beside a file."""


@dataclass(frozen=True, slots=True)
class Written:
    """What was done with a file."""

    file: Path
    backup: Path | None
    """Copy of the old file; None if there was no file, or nothing to change."""
    changed: bool


def shown(client: Client, name: str, entry: Mapping[str, Any]) -> str:
    """Return an entry as the text of a client's file that has nothing else."""
    if client.form == "toml":
        return "\n".join(table_lines(client.key, name, entry))
    if client.form == "yaml":
        # JSON is YAML, so that each value may stand on its line as JSON.
        lines = (f"    {key}: {json.dumps(value, ensure_ascii=False)}" for key, value in entry.items())
        return "\n".join([f"{client.key}:", f"  {name}:", *lines])
    return json.dumps({client.key: {name: entry}}, indent=2, ensure_ascii=False)


def put_server(client: Client, file: Path, name: str, entry: Mapping[str, Any]) -> Written:
    """Put an entry into a client's file, which is created if it does not exist.

    Raises:
        ClientFileError: The file does not have the form that the client expects, or cannot be read or written.
    """
    if client.form == "yaml":
        raise ClientFileError(
            f"{client.title}'s file is YAML, which is not changed here. Put the entry there yourself."
        )
    file = Path(os.path.realpath(file))
    try:
        before = _read(file)
        after = _changed(client, before.decode("utf-8"), name, entry).encode("utf-8")
        if after == before:
            return Written(file, None, False)
        file.parent.mkdir(parents=True, exist_ok=True)
        backup = _keep(file) if file.exists() else None
        _replace(file, before, after)
    except (OSError, UnicodeError) as error:
        raise ClientFileError(f"{file} cannot be changed: {error}. Put the entry there yourself.") from error
    return Written(file, backup, True)


def _changed(client: Client, text: str, name: str, entry: Mapping[str, Any]) -> str:
    """Return the text with the entry in it; the same text if the entry is there already."""
    read, put = (read_toml, put_table) if client.form == "toml" else (read_json, put_member)
    try:
        said = read(text)
        servers = said.get(client.key, {}) if isinstance(said, dict) else {}
        if not isinstance(servers, dict):
            raise ValueError(f'"{client.key}" is not a table of servers')
        entry = merged(servers.get(name), entry)
        if servers.get(name) == entry:
            return text
        changed = put(text, client.key, name, entry)
    except ValueError as error:
        message = f"{client.title}'s file is not what it should be: {error}. Mend it, or put the entry there yourself."
        raise ClientFileError(message) from error
    with contextlib.suppress(ValueError):
        if read(changed) == {**said, client.key: {**servers, name: entry}}:
            return changed
    raise ClientFileError(
        f'{client.title}\'s file has "{client.key}" in a form that cannot be added to safely. '
        "Put the entry there yourself."
    )


def merged(old: Any, entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an entry with what a person has added to the old one: all but what says how to reach the server.

    >>> merged({"command": "a", "env": {"K": "1"}, "disabled": True}, {"command": "b", "args": []})
    {'command': 'b', 'args': [], 'env': {'K': '1'}, 'disabled': True}
    """
    if not isinstance(old, Mapping):
        return entry
    added = {key: value for key, value in old.items() if key not in _REACHING and key not in entry}
    kept = {key: old[key] for key in entry.keys() & old.keys() & _SWITCHES}
    headers = {"headers": {**old["headers"], **entry["headers"]}} if _has_headers(old) and _has_headers(entry) else {}
    return {**entry, **kept, **headers, **added}


def _has_headers(entry: Mapping[str, Any]) -> bool:
    return isinstance(entry.get("headers"), Mapping)


def _read(file: Path) -> bytes:
    try:
        return read_file(file, MAX_BYTES)
    except FileNotFoundError:
        return b""


def _keep(file: Path) -> Path:
    """Copy a file to a new name beside it."""
    for n in range(1, MAX_BACKUPS):
        backup = file.with_name(f"{file.name}.before-pinax{f'-{n}' if n > 1 else ''}")
        with contextlib.suppress(FileExistsError), backup.open("xb") as opened:
            opened.write(_read(file))
            shutil.copymode(file, backup)
            return backup
    raise OSError(f"there are {MAX_BACKUPS:,} copies beside it")


def _replace(file: Path, before: bytes, after: bytes) -> None:
    """Replace a file, if nobody has changed it since it was read."""
    with replacement(file, mode=0o600) as opened:
        opened.write(after)
        if _read(file) != before:
            raise OSError("another program has just changed it")
        if file.exists():
            shutil.copymode(file, opened.name)
