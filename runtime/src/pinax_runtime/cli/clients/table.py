"""The clients: where each one's file is, and the form of its entries.

Sources: what documents each client, read on 2026-11-22; what was found is beside the tests of this table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pinax_runtime.cli.clients.machine import Machine

Entry = dict[str, Any]
"""What a client's file says of one server."""


@dataclass(frozen=True, slots=True)
class Local:
    """A server that the client starts."""

    command: str
    """Absolute path of the program."""
    arguments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Remote:
    """A server that runs already, over HTTP."""

    url: str
    token_variable: str = ""
    """Environment variable that holds the token; empty if there is no token."""


def _command(server: Local) -> Entry:
    return {"command": server.command, "args": list(server.arguments)}


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
    command: Callable[[Local], Entry] = _command
    """Returns the members that say how a local server is started."""

    def entry(self, server: Local | Remote) -> Entry:
        """Return the entry for a server."""
        if isinstance(server, Local):
            return {**(self.local or {}), **self.command(server)}
        entry = {**(self.remote or {}), self.url_key: server.url}
        if server.token_variable and self.form == "toml":
            entry["bearer_token_env_var"] = server.token_variable
        elif server.token_variable:
            entry["headers"] = {"Authorization": f"Bearer {self.token.format(server.token_variable)}"}
            if self.variables_key:
                entry[self.variables_key] = [server.token_variable]
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


_GOOSE = {"enabled": True, "name": "pinax", "description": "Documentation to search and read", "timeout": 300}

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
    Client("cursor", "Cursor", "mcpServers", _at_home(".cursor/mcp.json"), ".cursor/mcp.json", token="${{env:{}}}"),
    Client(
        "vscode",
        "VS Code",
        "servers",
        lambda machine: (machine.settings / "Code" / "User" / "mcp.json",),
        ".vscode/mcp.json",
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
        command=lambda server: {"command": [server.command, *server.arguments], "enabled": True},
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
        command=lambda server: {"cmd": server.command, "args": list(server.arguments)},
    ),
)

CLIENTS: Mapping[str, Client] = {client.name: client for client in _ROWS}
"""Every client, by its name on the command line."""
