"""Change the file of a client, and keep what it was.

Rules: what a file will hold is read before it is written, and must be what it held and the new entry. It is replaced in
       one step, where a link leads, with its permissions.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pinax_runtime.cli.clients.errors import ClientFileError
from pinax_runtime.cli.clients.json_text import put_member, read_json
from pinax_runtime.cli.clients.table import Client
from pinax_runtime.cli.clients.toml_text import put_table, read_toml, table_lines

MAX_BYTES = 20_000_000
"""Largest file that is looked at."""
MAX_BACKUPS = 1_000


@dataclass(frozen=True, slots=True)
class Written:
    """What became of a file."""

    file: Path
    backup: Path | None
    """What the file was before; None if there was none, or nothing to change."""
    changed: bool


def shown(client: Client, name: str, entry: Mapping[str, Any]) -> str:
    """Give the entry as a file of the client that holds nothing else."""
    if client.is_toml:
        return "\n".join(table_lines(client.key, name, entry))
    return json.dumps({client.key: {name: entry}}, indent=2, ensure_ascii=False)


def put_server(client: Client, file: Path, name: str, entry: Mapping[str, Any]) -> Written:
    """Put an entry into a client's file, which is made where there is none.

    Raises:
        ClientFileError: The file is not what the client expects, or cannot be read or written.
    """
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
    """Give the text with the entry in it; the same text if it has it already."""
    read, put = (read_toml, put_table) if client.is_toml else (read_json, put_member)
    try:
        said = read(text)
        servers = said.get(client.key, {}) if isinstance(said, dict) else {}
        if not isinstance(servers, dict):
            raise ValueError(f'"{client.key}" is not a table of servers')
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


def _read(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            content = opened.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return b""
    if len(content) > MAX_BYTES:
        raise OSError(f"it is larger than {MAX_BYTES:,} bytes")
    return content


def _keep(file: Path) -> Path:
    """Copy a file to a name beside it that nothing has."""
    for n in range(1, MAX_BACKUPS):
        backup = file.with_name(f"{file.name}.before-pinax{f'-{n}' if n > 1 else ''}")
        with contextlib.suppress(FileExistsError), backup.open("xb") as opened:
            opened.write(file.read_bytes())
            shutil.copymode(file, backup)
            return backup
    raise OSError(f"there are {MAX_BACKUPS:,} copies beside it")


def _replace(file: Path, before: bytes, after: bytes) -> None:
    """Put a new file in place of one that is still as it was read."""
    handle, temporary = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(handle, "wb") as opened:
            opened.write(after)
        if _read(file) != before:
            raise OSError("another program has just changed it")
        if file.exists():
            shutil.copymode(file, temporary)
        os.replace(temporary, file)
    except BaseException:
        Path(temporary).unlink()
        raise
