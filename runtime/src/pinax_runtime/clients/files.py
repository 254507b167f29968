"""Say where clients keep their settings, and write an entry for a bundle there."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pinax_runtime.clients.text import put_member, put_table, read_json, read_toml, table_lines
from pinax_runtime.format import PinaxError
from pinax_runtime.trust import read_file, replacement


class ClientFileError(PinaxError):
    """The file does not have the form that its client expects, or cannot be read or written. Nothing was changed."""


class EntryExistsError(ClientFileError):
    """The file has another entry of the same name."""

    def __init__(self, file: Path, name: str) -> None:
        super().__init__(
            f"{file} has another entry {name}. Replace it with --replace, or give this one another name with --name."
        )


@dataclass(frozen=True, slots=True)
class Machine:
    """The machine that a client runs on."""

    platform: str = sys.platform
    """The operating system, as in `sys.platform`."""
    home: Path = field(default_factory=Path.home)
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    project: Path = field(default_factory=Path.cwd)
    """Folder of the current project."""

    def folder(self, variable: str, otherwise: str) -> Path:
        """Return the folder that an environment variable names, or else a folder in the home folder."""
        named = self.environment.get(variable, "")
        return Path(named) if named else self.home / otherwise

    @property
    def settings(self) -> Path:
        """The folder where the operating system wants programs to keep a user's settings."""
        if self.platform == "darwin":
            return self.home / "Library" / "Application Support"
        if self.platform == "win32":
            return self.folder("APPDATA", "AppData/Roaming")
        return self.folder("XDG_CONFIG_HOME", ".config")


# The clients: where each one's file is, and the form of its entries.
#
# Sources: what documents each client, read in November 2026; what was found is beside the tests of this table.

Entry = dict[str, Any]
"""What a client's file says of one server."""


def _command(program: str, arguments: Sequence[str]) -> Entry:
    return {"command": program, "args": list(arguments)}


@dataclass(frozen=True, slots=True)
class Client:
    """A program that runs agents."""

    name: str
    """Name on the command line."""
    title: str
    """Name for people."""
    key: str
    """Name of the table of servers in the client's file."""
    user_files: Callable[[Machine], tuple[Path, ...]]
    """Returns where the file for all projects of a user may be; the first path is for a new file."""
    project_file: str = ""
    """Path of the file for one project, relative to its folder; empty if the client has none."""
    workspace: str = ""
    """What stands for the project's folder in that file; empty if the client starts servers in that folder."""
    local: Mapping[str, Any] | None = None
    """Further members of the entry of a local server, besides `command` and `args`."""
    url_key: str = "url"
    """Member that holds the URL of a remote server; empty if the client takes none."""
    remote: Mapping[str, Any] | None = None
    """Further members of the entry of a remote server."""
    token: str = ""
    """Template by which a header refers to an environment variable; empty if it cannot."""
    variables_key: str = ""
    """Member that lists the environment variables to which headers refer; empty if a reference is enough."""
    form: Literal["json", "toml", "yaml"] = "json"
    """What the file is written in. A file in YAML is never changed, only shown what to add."""
    command: Callable[[str, Sequence[str]], Entry] = _command
    """Returns the members that say how a program is started with arguments."""

    def local_entry(self, program: str, arguments: Sequence[str]) -> Entry:
        """Return the entry for a server that the client starts; `program` is an absolute path."""
        return {**(self.local or {}), **self.command(program, arguments)}

    def remote_entry(self, url: str, token_variable: str = "") -> Entry:
        """Return the entry for a server that runs already, over HTTP.

        Args:
            url: Its address.
            token_variable: Environment variable that holds the token; empty if there is no token.
        """
        entry = {**(self.remote or {}), self.url_key: url}
        if token_variable and self.form == "toml":
            entry["bearer_token_env_var"] = token_variable
        elif token_variable:
            entry["headers"] = {"Authorization": f"Bearer {self.token.format(token_variable)}"}
            if self.variables_key:
                entry[self.variables_key] = [token_variable]
        return entry

    def file(self, machine: Machine, in_project: bool) -> Path:
        """Return the path of the file to write: the first that exists, or else the path for a new file."""
        if in_project:
            return machine.project / self.project_file
        paths = self.user_files(machine)
        return next((path for path in paths if path.exists()), paths[0])


def _at_home(path: str) -> Callable[[Machine], tuple[Path, ...]]:
    return lambda machine: (machine.home / path,)


def _claude_code(machine: Machine) -> tuple[Path, ...]:
    named = machine.environment.get("CLAUDE_CONFIG_DIR", "")
    return ((Path(named) if named else machine.home) / ".claude.json",)


def _cline(machine: Machine) -> tuple[Path, ...]:
    name = "cline_mcp_settings.json"
    named = machine.environment.get("CLINE_MCP_SETTINGS_PATH", "")
    extension = machine.settings / "Code" / "User" / "globalStorage" / "saoudrizwan.claude-dev"
    own = (machine.folder("CLINE_DIR", ".cline") / "data" / "settings" / name, extension / "settings" / name)
    return (Path(named),) if named else own


def _roo(machine: Machine) -> tuple[Path, ...]:
    extension = machine.settings / "Code" / "User" / "globalStorage" / "rooveterinaryinc.roo-cline"
    return (extension / "settings" / "mcp_settings.json",)


def _devin(machine: Machine) -> tuple[Path, ...]:
    folder = machine.settings if machine.platform == "win32" else machine.home / ".config"
    return (folder / "devin" / "mcp_config.json",)


def _goose(machine: Machine) -> tuple[Path, ...]:
    if machine.platform == "win32":
        return (machine.settings / "Block" / "goose" / "config" / "config.yaml",)
    return (machine.home / ".config" / "goose" / "config.yaml",)


def _opencode(machine: Machine) -> tuple[Path, ...]:
    folder = machine.folder("XDG_CONFIG_HOME", ".config") / "opencode"
    return folder / "opencode.json", folder / "opencode.jsonc"


def _zed(machine: Machine) -> tuple[Path, ...]:
    if machine.platform == "darwin":
        return (machine.home / ".config" / "zed" / "settings.json",)
    return (machine.settings / ("Zed" if machine.platform == "win32" else "zed") / "settings.json",)


_GOOSE = {"enabled": True, "description": "Documentation to search and read", "timeout": 300}

_ROWS = (
    Client(
        "claude-code",
        "Claude Code",
        "mcpServers",
        _claude_code,
        ".mcp.json",
        local={"type": "stdio"},
        remote={"type": "http"},
        token="${{{}}}",
    ),
    Client(
        "claude-desktop",
        "Claude Desktop",
        "mcpServers",
        lambda machine: (machine.settings / "Claude" / "claude_desktop_config.json",),
        url_key="",
    ),
    Client(
        "cursor",
        "Cursor",
        "mcpServers",
        _at_home(".cursor/mcp.json"),
        ".cursor/mcp.json",
        workspace="${workspaceFolder}",
        token="${{env:{}}}",
    ),
    Client(
        "vscode",
        "VS Code",
        "servers",
        lambda machine: (machine.settings / "Code" / "User" / "mcp.json",),
        ".vscode/mcp.json",
        workspace="${workspaceFolder}",
        local={"type": "stdio"},
        remote={"type": "http"},
        token="${{env:{}}}",
    ),
    Client(
        "windsurf",
        "Windsurf",
        "mcpServers",
        _at_home(".codeium/windsurf/mcp_config.json"),
        url_key="serverUrl",
        token="${{env:{}}}",
    ),
    Client("cline", "Cline", "mcpServers", _cline, remote={"type": "streamableHttp"}),
    Client("roo", "Roo Code", "mcpServers", _roo, ".roo/mcp.json", remote={"type": "streamable-http"}),
    Client("junie", "Junie", "mcpServers", _at_home(".junie/mcp/mcp.json"), ".junie/mcp/mcp.json", url_key=""),
    Client("lm-studio", "LM Studio", "mcpServers", _at_home(".lmstudio/mcp.json")),
    Client(
        "continue",
        "Continue",
        "mcpServers",
        _at_home(".continue/mcpServers/mcp.json"),
        ".continue/mcpServers/mcp.json",
        remote={"type": "streamable-http"},
    ),
    Client(
        "codex",
        "Codex",
        "mcp_servers",
        lambda machine: (machine.folder("CODEX_HOME", ".codex") / "config.toml",),
        ".codex/config.toml",
        form="toml",
    ),
    Client(
        "gemini",
        "Gemini CLI",
        "mcpServers",
        _at_home(".gemini/settings.json"),
        ".gemini/settings.json",
        url_key="httpUrl",
        token="${}",
    ),
    Client("zed", "Zed", "context_servers", _zed, ".zed/settings.json"),
    Client("devin", "Devin Desktop", "mcpServers", _devin, ".devin/mcp_config.json", remote={"transport": "http"}),
    Client(
        "antigravity",
        "Antigravity",
        "mcpServers",
        lambda machine: tuple(
            machine.home / ".gemini" / folder / "mcp_config.json" for folder in ("config", "antigravity")
        ),
        ".agents/mcp_config.json",
        url_key="serverUrl",
    ),
    Client(
        "copilot-cli",
        "Copilot CLI",
        "mcpServers",
        lambda machine: (machine.folder("COPILOT_HOME", ".copilot") / "mcp-config.json",),
        ".mcp.json",
        local={"type": "local", "tools": ["*"]},
        remote={"type": "http", "tools": ["*"]},
        token="${{{}}}",
    ),
    Client(
        "opencode",
        "opencode",
        "mcp",
        _opencode,
        "opencode.json",
        local={"type": "local"},
        remote={"type": "remote"},
        token="{{env:{}}}",
        command=lambda program, arguments: {"command": [program, *arguments], "enabled": True},
    ),
    Client(
        "kiro",
        "Kiro",
        "mcpServers",
        _at_home(".kiro/settings/mcp.json"),
        ".kiro/settings/mcp.json",
        token="${{{}}}",
    ),
    Client(
        "goose",
        "Goose",
        "extensions",
        _goose,
        local={"type": "stdio", **_GOOSE},
        url_key="uri",
        remote={"type": "streamable_http", **_GOOSE},
        token="${{{}}}",
        variables_key="env_keys",
        form="yaml",
        command=lambda program, arguments: {"cmd": program, "args": list(arguments)},
    ),
)

CLIENTS: Mapping[str, Client] = {client.name: client for client in _ROWS}
"""Every client, by its name on the command line."""


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
    replaced: bool = False
    """Whether there was another entry of the same name."""


def shown(client: Client, name: str, entry: Mapping[str, Any]) -> str:
    """Return an entry as the text of a client's file that has nothing else."""
    if client.form == "toml":
        return "\n".join(table_lines(client.key, name, entry))
    if client.form == "yaml":
        # JSON is YAML, so that each value may stand on its line as JSON.
        said = {"name": name, **entry}
        lines = (f"    {key}: {json.dumps(value, ensure_ascii=False)}" for key, value in said.items())
        return "\n".join([f"{client.key}:", f"  {name}:", *lines])
    return json.dumps({client.key: {name: entry}}, indent=2, ensure_ascii=False)


def put_server(client: Client, file: Path, name: str, entry: Mapping[str, Any], *, replace: bool = False) -> Written:
    """Put an entry into a client's file, which is created if it does not exist.

    Args:
        client: Whose file it is.
        file: Its path.
        name: The entry's name.
        entry: What it says.
        replace: Whether it may replace another entry of that name.

    Raises:
        EntryExistsError: The file has another entry of that name, which may not be replaced.
        ClientFileError: The file does not have the form that the client expects, or cannot be read or written.
    """
    if client.form == "yaml":
        raise ClientFileError(
            f"{client.title}'s file is YAML, which is not changed here. Put the entry there yourself."
        )
    file = Path(os.path.realpath(file))
    try:
        before = read_or_empty(file)
        text = before.decode("utf-8")
        old = _servers(client, text).get(name)
        after = _changed(client, text, name, entry).encode("utf-8")
        if after == before:
            return Written(file, None, False)
        if old is not None and not replace:
            raise EntryExistsError(file, name)
        file.parent.mkdir(parents=True, exist_ok=True)
        backup = _keep(file) if file.exists() else None
        replace_file(file, before, after)
    except (OSError, UnicodeError) as error:
        raise ClientFileError(f"{file} cannot be changed: {error}. Put the entry there yourself.") from error
    return Written(file, backup, True, replaced=old is not None)


def _servers(client: Client, text: str) -> dict[str, Any]:
    """Return the entries of a client's file; none where it cannot be read, which `_changed` reports."""
    try:
        servers = (read_toml if client.form == "toml" else read_json)(text)[client.key]
    except (ValueError, LookupError, TypeError):
        return {}
    return servers if isinstance(servers, dict) else {}


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
    with contextlib.suppress(ValueError, RecursionError):
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


def read_or_empty(file: Path) -> bytes:
    """Return the bytes of a file; none if it does not exist."""
    try:
        return read_file(file, MAX_BYTES)
    except FileNotFoundError:
        return b""


def _keep(file: Path) -> Path:
    """Copy a file to a new name beside it."""
    for n in range(1, MAX_BACKUPS):
        backup = file.with_name(f"{file.name}.before-pinax{f'-{n}' if n > 1 else ''}")
        with contextlib.suppress(FileExistsError), backup.open("xb") as opened:
            opened.write(read_or_empty(file))
            shutil.copymode(file, backup)
            return backup
    raise OSError(f"there are {MAX_BACKUPS:,} copies beside it")


def replace_file(file: Path, before: bytes, after: bytes, mode: int = 0o600) -> None:
    """Replace a file, if nobody has changed it since it was read; `mode` is for a new one."""
    with replacement(file, mode=mode) as opened:
        opened.write(after)
        if read_or_empty(file) != before:
            raise OSError("another program has just changed it")
        if file.exists():
            shutil.copymode(file, opened.name)
