"""pinax-runtime config: what each client is told, and where that is written."""

from __future__ import annotations

import json
import os
import shutil
import sysconfig
import tomllib
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from pinax_runtime.clients import CLIENTS, Machine

HOME = Path("/home/ann")
PROGRAM, ARGUMENTS = "/opt/pinax-runtime", ("serve", "/docs")
LEAN = ("--tools", "lean")
URL = "https://docs.example.org/mcp"
NAME = "lantern-lantern-api-patched"
"""Name of a server with the golden bundle: the docsets that fit into it."""

# Where each form and place is from, read on 2026-11-22:
# - Claude Code (code.claude.com/docs/en/mcp): `type` stdio or http; `${VAR}` in headers; `.mcp.json` in a project.
# - Claude Desktop (modelcontextprotocol.io, connect local servers): starts servers only.
# - Cline (docs.cline.bot/mcp): the CLI's file, which CLINE_MCP_SETTINGS_PATH moves; the extension has its own.
# - Cursor (cursor.com/docs/mcp and its install links): `url` alone, `${env:VAR}`; links hold the entry in base64.
# - VS Code (code.visualstudio.com/docs/agents/reference/mcp-configuration): `servers`, `type` is required.
# - Copilot CLI (docs.github.com, add MCP servers; VS Code's page): `type` local or http, `tools`, `${VAR}` since
#   0.0.340; the user's file under COPILOT_HOME; `.mcp.json` at the root of a workspace.
# - Gemini CLI (geminicli.com/docs/tools/mcp-server): `httpUrl` is Streamable HTTP, `url` the old transport; `$VAR`.
# - Antigravity (guides of servers for it, of June to November 2026): `serverUrl`. IDE and CLI share
#   `~/.gemini/config`, which was `~/.gemini/antigravity` before version 2; `.agents/mcp_config.json` in a project.
# - Devin Desktop (Windsurf until June 2026; Vaadin's guide): `url`, in `mcp_config.json` of user and project. The CLI
#   has `mcpServers` in a `config.json` as well (docs.devin.ai).
# - Kiro (kiro.dev/docs/mcp/configuration): `url`, `${VAR}`; user and workspace files.
# - Codex (developers.openai.com/codex/mcp): `bearer_token_env_var`; `.codex/config.toml` of trusted projects.
# - opencode (opencode.ai/docs/mcp-servers and migrate-v1): version 2 nests entries in `mcp.servers`, and goes on
#   reading those of version 1 from the same files; these are written here.
# - goose (its repository, documentation/docs/guides/config-files.md): YAML; `env_keys` are variables it needs.
# - Roo Code (docs.roocode.com/features/mcp/using-mcp-in-roo, 2026-11-24): `type` streamable-http; `.roo/mcp.json` for a
#   project; the user's file is the extension's `mcp_settings.json`.
# - Junie (www.jetbrains.com/help/junie/model-context-protocol-mcp.html, 2026-11-24): starts servers only.
# - LM Studio (lmstudio.ai/docs/app/mcp, 2026-11-24): Cursor's notation, without references to variables; for a user.
# - Continue (docs.continue.dev/customize/deep-dives/mcp; its repository, core/context/mcp/json, 2026-11-24): files of
#   JSON in `.continue/mcpServers` of user and workspace.
# - Zed (zed.dev/docs/ai/mcp): `context_servers` with `command` or `url`; headers refer to no variable.
ENTRIES = {
    "claude-code": ({"type": "stdio"}, {"type": "http", "url": URL}, "${PINAX_TOKEN}"),
    "cursor": ({}, {"url": URL}, "${env:PINAX_TOKEN}"),
    "vscode": ({"type": "stdio"}, {"type": "http", "url": URL}, "${env:PINAX_TOKEN}"),
    "windsurf": ({}, {"serverUrl": URL}, "${env:PINAX_TOKEN}"),
    "gemini": ({}, {"httpUrl": URL}, "$PINAX_TOKEN"),
    "kiro": ({}, {"url": URL}, "${PINAX_TOKEN}"),
    "copilot-cli": (
        {"type": "local", "tools": ["*"]},
        {"type": "http", "tools": ["*"], "url": URL},
        "${PINAX_TOKEN}",
    ),
}


@pytest.mark.parametrize("name", ENTRIES)
def test_what_a_client_is_told(name: str) -> None:
    """A server to start is a command with arguments, one that runs an address; a token is a reference to a variable."""
    local, remote, token = ENTRIES[name]
    client = CLIENTS[name]
    assert client.local_entry(PROGRAM, ARGUMENTS) == {**local, "command": PROGRAM, "args": list(ARGUMENTS)}
    assert client.remote_entry(URL, "PINAX_TOKEN") == {**remote, "headers": {"Authorization": f"Bearer {token}"}}


def test_what_codex_is_told() -> None:
    """Codex names the variable of the token in a member of its own."""
    assert CLIENTS["codex"].remote_entry(URL, "PINAX_TOKEN") == {"url": URL, "bearer_token_env_var": "PINAX_TOKEN"}


def test_what_opencode_is_told() -> None:
    """Opencode has program and arguments in one list, and refers to variables in its own way."""
    opencode = CLIENTS["opencode"]
    local = {"type": "local", "command": ["/opt/pinax-runtime", "serve", "/docs"], "enabled": True}
    assert opencode.local_entry(PROGRAM, ARGUMENTS) == local
    assert opencode.remote_entry(URL, "PINAX_TOKEN")["headers"] == {"Authorization": "Bearer {env:PINAX_TOKEN}"}


def test_what_goose_is_told(run: Callable[..., Any], location: Path) -> None:
    """Goose's file is YAML: the entry is printed as such, and --write refuses."""
    ended = run("config", "goose", location)
    yaml = pytest.importorskip("yaml")  # the runtime installs no reader of YAML
    ((name, said),) = yaml.safe_load(ended.out)["extensions"].items()
    assert (name, said["name"], said["type"]) == (NAME, NAME, "stdio")
    assert said["args"] == ["serve", str(location.absolute()), *LEAN]
    assert CLIENTS["goose"].remote_entry(URL, "PINAX_TOKEN")["env_keys"] == ["PINAX_TOKEN"]
    refused = run("config", "goose", location, "--write")
    assert refused.code == 1
    assert "Put the entry there yourself" in refused.err


@pytest.mark.parametrize(
    ("name", "remote"),
    [
        ("roo", {"type": "streamable-http", "url": URL}),
        ("lm-studio", {"url": URL}),
        ("continue", {"type": "streamable-http", "url": URL}),
    ],
)
def test_what_a_client_without_references_is_told(name: str, remote: dict[str, str]) -> None:
    """Its file has no way to name a variable, so a token is not offered."""
    assert CLIENTS[name].local_entry(PROGRAM, ARGUMENTS) == {"command": PROGRAM, "args": list(ARGUMENTS)}
    assert CLIENTS[name].remote_entry(URL) == remote
    assert not CLIENTS[name].token


def test_links_install(run: Callable[..., Any]) -> None:
    """A link holds the entry in the client's own way, with a program that is on the PATH."""
    bundle = "https://docs.example.org/bundle/"
    link = run("config", "cursor", bundle, "--link").out.strip()
    packed = parse_qs(urlsplit(link).query)["config"][0]
    assert json.loads(b64decode(packed)) == {"command": "pinax-runtime", "args": ["serve", bundle, *LEAN]}
    link = run("config", "vscode", "--url", URL, "--link").out.strip()
    assert link.startswith("vscode:mcp/install?")
    said = json.loads(unquote(link.partition("?")[2]))
    assert said == {"name": "pinax", "type": "http", "url": URL}
    assert run("config", "zed", bundle, "--link").code == 2


PLACES = {
    "claude-code": (".claude.json", ".claude.json", ".claude.json"),
    "claude-desktop": (
        ".config/Claude/claude_desktop_config.json",
        "Library/Application Support/Claude/claude_desktop_config.json",
        "AppData/Roaming/Claude/claude_desktop_config.json",
    ),
    "cursor": (".cursor/mcp.json",) * 3,
    "vscode": (
        ".config/Code/User/mcp.json",
        "Library/Application Support/Code/User/mcp.json",
        "AppData/Roaming/Code/User/mcp.json",
    ),
    "windsurf": (".codeium/windsurf/mcp_config.json",) * 3,
    "cline": (".cline/data/settings/cline_mcp_settings.json",) * 3,
    "roo": tuple(
        f"{settings}/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json"
        for settings in (".config", "Library/Application Support", "AppData/Roaming")
    ),
    "junie": (".junie/mcp/mcp.json",) * 3,
    "lm-studio": (".lmstudio/mcp.json",) * 3,
    "continue": (".continue/mcpServers/mcp.json",) * 3,
    "codex": (".codex/config.toml",) * 3,
    "gemini": (".gemini/settings.json",) * 3,
    "devin": (".config/devin/mcp_config.json",) * 2 + ("AppData/Roaming/devin/mcp_config.json",),
    "antigravity": (".gemini/config/mcp_config.json",) * 3,
    "copilot-cli": (".copilot/mcp-config.json",) * 3,
    "opencode": (".config/opencode/opencode.json",) * 3,
    "kiro": (".kiro/settings/mcp.json",) * 3,
    "goose": (".config/goose/config.yaml",) * 2 + ("AppData/Roaming/Block/goose/config/config.yaml",),
    "zed": (".config/zed/settings.json", ".config/zed/settings.json", "AppData/Roaming/Zed/settings.json"),
}


@pytest.mark.parametrize("name", CLIENTS)
def test_where_a_clients_file_is(name: str) -> None:
    """Each system has its own place for it."""
    machines = [Machine(platform, HOME, {}) for platform in ("linux", "darwin", "win32")]
    assert [CLIENTS[name].file(machine, False) for machine in machines] == [HOME / place for place in PLACES[name]]


@pytest.mark.parametrize(
    ("name", "variable", "place"),
    [
        ("claude-code", "CLAUDE_CONFIG_DIR", ".claude.json"),
        ("codex", "CODEX_HOME", "config.toml"),
        ("zed", "XDG_CONFIG_HOME", "zed/settings.json"),
        ("vscode", "XDG_CONFIG_HOME", "Code/User/mcp.json"),
        ("cline", "CLINE_DIR", "data/settings/cline_mcp_settings.json"),
        ("cline", "CLINE_MCP_SETTINGS_PATH", ""),
    ],
)
def test_the_environment_moves_a_file(name: str, variable: str, place: str) -> None:
    """A variable that the client itself follows is followed."""
    machine = Machine("linux", HOME, {variable: "/elsewhere"})
    assert CLIENTS[name].file(machine, False) == Path("/elsewhere") / place


def test_the_file_that_is_there_is_taken(tmp_path: Path) -> None:
    """Of the places where a client may have its file, the one that has it."""
    machine = Machine("linux", tmp_path, {})
    extension = tmp_path / ".config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"
    extension.parent.mkdir(parents=True)
    extension.write_text("{}")
    assert CLIENTS["cline"].file(machine, False) == extension


def test_the_older_file_of_antigravity_is_taken(tmp_path: Path) -> None:
    """Who has the file of its first version alone keeps it; where both are, the newer one counts."""
    machine = Machine("linux", tmp_path, {})
    older, newer = (tmp_path / ".gemini" / folder / "mcp_config.json" for folder in ("antigravity", "config"))
    older.parent.mkdir(parents=True)
    older.write_text("{}")
    assert CLIENTS["antigravity"].file(machine, False) == older
    newer.parent.mkdir()
    newer.write_text("{}")
    assert CLIENTS["antigravity"].file(machine, False) == newer


def test_an_entry_offers_the_lean_tools_unless_others_were_chosen(run: Callable[..., Any], location: Path) -> None:
    """`--tools` of `serve` stays as it is given; without it the entry has `--tools lean`."""
    chosen = json.loads(run("config", "cursor", location, "--name", "docs", "--", "--tools=all").out)
    assert chosen["mcpServers"]["docs"]["args"] == ["serve", str(location.absolute()), "--tools=all"]
    default = json.loads(run("config", "cursor", location, "--name", "docs").out)
    assert default["mcpServers"]["docs"]["args"] == ["serve", str(location.absolute()), *LEAN]


def test_config_prints_what_it_would_write(run: Callable[..., Any], location: Path) -> None:
    """Without --write the whole snippet goes to standard output and its place to standard error; paths are absolute."""
    ended = run("config", "cursor", location, "--name", "docs", "--", "--max-tokens", "4000")
    entry = json.loads(ended.out)["mcpServers"]["docs"]
    assert entry["args"] == ["serve", str(location.absolute()), "--max-tokens", "4000", *LEAN]
    assert Path(entry["command"]).is_absolute()
    assert ".cursor" in ended.err


def test_config_writes(run: Callable[..., Any], location: Path, tmp_path: Path) -> None:
    """--write puts the entry into the file and says where the copy is; a second time there is nothing to do."""
    file = tmp_path / "config.toml"
    file.write_text('model = "m"\n')
    first = run("config", "codex", location, "--file", file, "--write")
    second = run("config", "codex", location, "--file", file, "--write")
    assert tomllib.loads(file.read_text())["mcp_servers"][NAME]["args"] == ["serve", str(location.absolute()), *LEAN]
    assert first.out == f"{file}: added {NAME}; before: {file}.before-pinax\n"
    assert second.out == f"{file} has this entry already\n"


def test_another_entry_is_replaced_when_told(run: Callable[..., Any], location: Path, tmp_path: Path) -> None:
    """One of the same name stays until --replace; of another name it stays in any case."""
    file = tmp_path / "mcp.json"
    file.write_text(json.dumps({"mcpServers": {NAME: {"command": "mine", "env": {"A": "1"}}}}))
    before = file.read_text()
    command = ("config", "cursor", location, "--file", file, "--write")
    refused = run(*command)
    assert (refused.code, file.read_text()) == (1, before)
    assert f"has another entry {NAME}. Replace it with --replace, or give this one another name" in refused.err
    assert run(*command, "--name", "docs").out.startswith(f"{file}: added docs")
    assert run(*command, "--replace").out.startswith(f"{file}: replaced {NAME}")
    servers = json.loads(file.read_text())["mcpServers"]
    assert list(servers) == [NAME, "docs"]
    assert servers[NAME] == {**servers["docs"], "env": {"A": "1"}}


def test_several_bundles_and_urls_name_a_server(run: Callable[..., Any], location: Path) -> None:
    """The docsets of each are in the name; a bundle behind a URL, which is not opened, is named by its address."""
    said = json.loads(run("config", "cursor", "https://a.example/b/", "https://c.example").out)
    assert list(said["mcpServers"]) == ["a-example-b-c-example"]
    assert list(json.loads(run("config", "cursor", location).out)["mcpServers"]) == [NAME]


@pytest.mark.parametrize(
    ("client", "file", "path"),
    [
        ("claude-code", ".mcp.json", "docs/bundle"),
        ("cursor", ".cursor/mcp.json", "${workspaceFolder}/docs/bundle"),
        ("vscode", ".vscode/mcp.json", "${workspaceFolder}/docs/bundle"),
    ],
)
def test_config_for_a_project(
    run: Callable[..., Any],
    location: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    client: str,
    file: str,
    path: str,
) -> None:
    """--project writes the file of the folder at hand, with what holds on other machines as well."""
    shutil.copytree(location, tmp_path / "docs/bundle")
    monkeypatch.chdir(tmp_path)
    assert run("config", client, "docs/bundle", "--project", "--write").code == 0
    (entry,) = json.loads((tmp_path / file).read_text())[CLIENTS[client].key].values()
    assert (entry["command"], entry["args"]) == ("pinax-runtime", ["serve", path, *LEAN])


def test_a_bundle_outside_of_the_project(
    run: Callable[..., Any], location: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its path is of this machine, which the command says."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "beside").mkdir()
    ended = run("config", "claude-code", f"{tmp_path}/beside/../{os.path.relpath(location, tmp_path)}", "--project")
    assert f'"{location.absolute()}"' in ended.out
    assert "the entry works on this machine alone" in ended.err


def test_a_program_that_is_not_on_the_path(
    run: Callable[..., Any], location: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A project's entry starts it from the PATH, so the command says where that has none but the environment's own."""
    monkeypatch.chdir(tmp_path)
    own = sysconfig.get_path("scripts")
    monkeypatch.setenv("PATH", own)
    monkeypatch.setattr("sys.base_prefix", "/elsewhere")
    assert "from the PATH, where yours is not" in run("config", "claude-code", location, "--project").err
    assert "PATH" not in run("config", "claude-code", location).err
    program = tmp_path / "bin/pinax-runtime"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{own}{os.pathsep}{program.parent}")
    assert "PATH" not in run("config", "claude-code", location, "--project").err


def test_config_with_a_url(run: Callable[..., Any]) -> None:
    """An address without a path is that of a server of ours, which answers at /mcp."""
    ended = run("config", "zed", "--url", "http://127.0.0.1:8423")
    assert json.loads(ended.out) == {"context_servers": {"pinax": {"url": "http://127.0.0.1:8423/mcp"}}}


def test_config_refuses_a_broken_file(run: Callable[..., Any], location: Path, tmp_path: Path) -> None:
    """A file that cannot be read stays as it is; the command says where it is wrong and ends with 1."""
    file = tmp_path / "mcp.json"
    file.write_text("{broken")
    ended = run("config", "cursor", location, "--file", file, "--write")
    assert (ended.code, file.read_text()) == (1, "{broken")
    assert "line 1: Expecting property name enclosed in double quotes" in ended.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("cursor",), "Give the BUNDLEs"),
        (("cursor", "BUNDLE", "--url", "http://a/"), "Give the BUNDLEs"),
        (("cursor", "BUNDLE", "--name", "a b"), "--name has 1 to 64 letters"),
        (("cursor", "--url", "ftp://a/"), "--url is the address"),
        (("cursor", "--url", "http://user:word@a/"), "--url is the address"),
        (("cursor", "--url", "http://a/", "--token-env", "se-cret"), "never the token itself"),
        (("cursor", "BUNDLE", "--token-env", "A"), "--token-env is for a server over HTTP"),
        (("zed", "--url", "http://a/", "--token-env", "A"), "cannot refer to the environment"),
        (("claude-desktop", "--url", "http://a/"), "starts servers itself"),
        (("junie", "--url", "http://a/"), "starts servers itself"),
        (("lm-studio", "--url", "http://a/", "--token-env", "A"), "cannot refer to the environment"),
        (("claude-desktop", "BUNDLE", "--project"), "no file for projects"),
        (("cursor", "BUNDLE", "--", "--http"), "start a server over HTTP yourself"),
        (("cursor", "BUNDLE", "--", "--max-tokens", "5"), "--max-tokens"),
        (("cursor", "BUNDLE", "--", "--log", "calls.db"), "absolute path"),
        (("emacs", "BUNDLE"), "'emacs' is not one of"),
    ],
)
def test_wrong_usage(run: Callable[..., Any], location: Path, arguments: tuple[str, ...], message: str) -> None:
    """What makes no sense ends with 2 and says what does."""
    ended = run("config", *(location if item == "BUNDLE" else item for item in arguments))
    assert ended.code == 2
    assert message in ended.err


def test_config_of_a_bundle_that_is_none(run: Callable[..., Any], tmp_path: Path) -> None:
    """A folder without a bundle is refused before a client is told of it."""
    ended = run("config", "cursor", tmp_path)
    assert ended.code == 1
    assert "is not a Pinax bundle" in ended.err


def test_a_misspelled_client_is_told_the_nearest(run: Callable[..., Any], location: Path) -> None:
    """The message names the client that is meant; where none is near, it lists all."""
    ended = run("config", "vscod", location)
    assert (ended.code, "'vscod' is not known. Did you mean 'vscode'?" in ended.err) == (2, True)
    assert "'zed'" in run("config", "qqqq", location).err
