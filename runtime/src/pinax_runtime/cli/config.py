"""`pinax-runtime config`: connect a program that runs agents to a server, or tell a project's agents of bundles.

Why:   docs/decisions/0027, docs/decisions/0278
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import sysconfig
from base64 import b64encode
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, urlsplit

import click
from click.core import ParameterSource

from pinax_runtime.cli.options import path_below, reported, source_for
from pinax_runtime.cli.serve import serve
from pinax_runtime.clients import CLIENTS, Client, Machine, put_block, put_server, remove_block, shown
from pinax_runtime.trust.options import GivenPath, required

if TYPE_CHECKING:
    from pinax_runtime.trust.signatures import Trust

_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""A name that every client accepts for a server."""
_NAME_CHARS = 30
"""Length of the longest name that is made of docsets (characters): clients put it before the names of tools."""
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


GUIDES = ("agents-md", "skill")
"""What stands in the place of a client to tell agents of bundles in a file of the project."""
_OR_ALONE = "leave --project out, for an entry with its full path"
_SKILL_NAME = re.compile(r"(?=.{1,64}\Z)[a-z0-9]+(?:-[a-z0-9]+)*")
"""A skill's name, which is that of its folder (agentskills.io/specification, November 2026)."""
*_OTHERS, _LAST = sorted(CLIENTS)
_HELP = f"""Print what connects a client to bundles, or with --write put it into the client's own file.

CLIENT is {", ".join(_OTHERS)} or {_LAST}.
With agents-md, a block for AGENTS.md tells all agents of a project what there is and how to ask; with skill, a skill
in the folder that --file names.
Options of `serve` follow after `--`: `pinax-runtime config cursor BUNDLE -- --max-tokens 4000`.
"""


class _Choice(click.Choice[str]):
    """A choice that names the nearest value for one that is misspelled."""

    def get_invalid_choice_message(self, value: object, ctx: click.Context | None) -> str:
        """Return what to say of a value that there is not."""
        from pinax_runtime.tools import did_you_mean

        return (
            f"{value!r} is not known.{meant}"
            if (meant := did_you_mean(str(value), self.choices))
            else (super().get_invalid_choice_message(value, ctx))
        )


@click.command(short_help="Connect a client to bundles.", help=_HELP)
@click.argument("client_name", metavar="CLIENT", type=_Choice(sorted([*GUIDES, *CLIENTS])))
@click.argument("given", nargs=-1, metavar="[BUNDLE…] [-- OPTIONS OF serve]")
@click.option("--url", help="Connect to a running server over HTTP, instead of letting the client start one.")
@click.option("--token-env", metavar="NAME", help="With --url: environment variable that holds the token.")
@click.option("--name", help="Name of the server in the client; by default those of its docsets, of an address pinax.")
@click.option(
    "--project",
    "in_project",
    is_flag=True,
    help="Connect only the project in this folder, not all of the user's, by an entry that others can use.",
)
@click.option("--write", is_flag=True, help="Write it into the client's file; a copy of the old file stays beside it.")
@click.option("--replace", is_flag=True, help="With --write: replace another entry of the same name.")
@click.option(
    "--link", "as_link", is_flag=True, help="Print a link that installs it (cursor, vscode), to put on a page."
)
@click.option(
    "--file",
    "file",
    type=GivenPath(),
    help="Path of the client's file, if it is not in the usual place.",
)
@click.option(
    "--index-tokens",
    type=click.IntRange(0, 20_000),
    metavar="N",
    help="Length of the index of parts in AGENTS.md or a skill; 0 for none.  [default: 1000]",
)
@click.option("--remove", is_flag=True, help="With agents-md and skill: remove it again.")
@reported
def config(
    client_name: str,
    given: tuple[str, ...],
    url: str | None,
    token_env: str | None,
    name: str | None,
    in_project: bool,
    write: bool,
    replace: bool,
    as_link: bool,
    file: Path | None,
    index_tokens: int | None,
    remove: bool,
) -> None:
    """Print what connects a client to bundles, or put it into the client's own file."""
    if client_name in GUIDES or remove or index_tokens is not None:
        if client_name not in GUIDES or url or token_env or name or in_project or replace or as_link:
            raise click.UsageError(
                "agents-md and skill take --write, --remove, --file and --index-tokens; clients the others."
            )
        _guide(client_name, given, file, index_tokens, write=write, remove=remove)
        return
    client = CLIENTS[client_name]
    if name is not None and not _NAME.fullmatch(name):
        raise click.UsageError("--name has 1 to 64 letters, digits, - and _, for instance docs.")
    if in_project and not (client.project_file or file):
        raise click.UsageError(f"{client.title} has no file for projects; leave --project out.")
    if bool(given) == bool(url):
        raise click.UsageError("Give the BUNDLEs that the client is to serve, or the --url of a server.")
    if url:
        name = name or "pinax"
        entry = client.remote_entry(_address(client, url, token_env), token_env or "")
    else:
        project = Project(Path.cwd(), client.workspace) if in_project else None
        arguments, docsets = _arguments(given, token_env, project)
        name = name or _named_after(docsets)
        program = "pinax-runtime" if as_link else _program_of_path("entry", _OR_ALONE) if in_project else _program()
        entry = client.local_entry(program, arguments)
    if as_link:
        click.echo(_link(client_name, name, entry))
        return
    path = file or client.file(Machine(), in_project)
    if not write:
        click.echo(shown(client, name, entry))
        click.echo(f"This goes into {path}; --write puts it there.", err=True)
        return
    written = put_server(client, path, name, entry, replace=replace)
    if not written.changed:
        click.echo(f"{written.file} has this entry already")
    else:
        done = "replaced" if written.replaced else "added"
        click.echo(f"{written.file}: {done} {name}" + (f"; before: {written.backup}" if written.backup else ""))


def _guide(
    kind: str, given: Sequence[str], file: Path | None, index_tokens: int | None, *, write: bool, remove: bool
) -> None:
    """Print what tells a project's agents of bundles, put it into its file, or remove it."""
    if remove and (write or index_tokens is not None):
        raise click.UsageError("--remove writes nothing: leave --write and --index-tokens out.")
    if not remove and (not given or any(bundle.startswith("-") for bundle in given)):
        raise click.UsageError("Give the BUNDLEs that agents are to be told of; options of `serve` have no place here.")
    skill = (file or Path()).absolute().name if kind == "skill" else ""
    if kind == "skill" and not (file and (remove or _SKILL_NAME.fullmatch(skill))):
        raise click.UsageError("Name the skill's folder with --file; its name has a-z, 0-9 and single -, at most 64.")
    file = file / "SKILL.md" if file and skill else file or Path("AGENTS.md")
    if remove:
        written = remove_block(file)
        if skill:
            with suppress(OSError):  # something else is in the folder
                file.parent.rmdir()
        click.echo(f"{file}: " + ("removed" if written.changed else "there is nothing of ours"))
        return
    from pinax_runtime.cli.guidance import guidance, opened_for, skill_head

    library, named = opened_for(given, required((), None), Path.cwd() if skill else file.absolute().parent)
    _program_of_path("text", "let agents work with it active")
    text, head = guidance(library, named, index_tokens), skill_head(library, skill) if skill else ""
    if not write:
        click.echo(f"{head}\n{text}" if head else text)
        click.echo(f"This goes into {file}; --write puts it there.", err=True)
        return
    written = put_block(file, text, head)
    done = "replaced" if written.replaced else "added"
    click.echo(f"{file}: {done} the block" if written.changed else f"{file} has this block already")


def _address(client: Client, url: str, token_env: str | None) -> str:
    """Return the address of a server over HTTP, after all that concerns it was checked."""
    if not client.url_key:
        raise click.UsageError(
            f"{client.title} starts servers itself: give it BUNDLEs, or add the URL in its settings under Connectors."
        )
    try:
        parts = urlsplit(url)
        sound = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        sound = False
    if not sound or parts.username is not None:
        raise click.UsageError("--url is the address of a server over HTTP, such as http://127.0.0.1:8423/mcp.")
    if token_env and not _VARIABLE.fullmatch(token_env):
        raise click.UsageError("--token-env is the name of a variable, such as PINAX_TOKEN; never the token itself.")
    if token_env and not (client.token or client.form == "toml"):
        raise click.UsageError(
            f"{client.title}'s file cannot refer to the environment. Leave --token-env out and add "
            '"headers": {"Authorization": "Bearer …"} to the entry yourself.'
        )
    at_root = parts.path in ("", "/")
    return parts._replace(path="/mcp").geturl() if at_root else url


class Project(NamedTuple):
    """The project that an entry is for."""

    folder: Path
    workspace: str
    """What stands for the folder in the client's file; empty if paths are relative to it."""

    def path(self, path: Path) -> str:
        """Return how the client's file names a path; one outside of the project is another's on another machine."""
        below = path_below(self.folder, str(path), "entry")
        return f"{self.workspace}/{below}" if below and self.workspace else below or str(path)


def _arguments(
    given: tuple[str, ...], token_env: str | None, project: Project | None
) -> tuple[tuple[str, ...], list[str]]:
    """Return the arguments that serve bundles, after `serve` itself has checked its options; and the docsets' names.

    Without `--tools` they ask for the lean ones: agents find as much with these for half the tokens.
    """
    if token_env:
        raise click.UsageError("--token-env is for a server over HTTP; give --url.")
    context = serve.make_context("pinax-runtime serve", list(given))
    if context.params["http"]:
        raise click.UsageError("You start a server over HTTP yourself; give its address with --url.")
    if context.params["log_file"] and not Path(context.params["log_file"]).is_absolute():
        raise click.UsageError("--log needs an absolute path: the client starts the server in a folder of its own.")
    bundles, keys = set(context.params["bundles"]), context.params["keys"]
    trust = required(keys, context.params["not_before"])
    words: list[str] = []
    docsets: list[str] = []
    for item in given:
        if item not in bundles:
            words.append(item)
            continue
        path, names = _opened(item, trust)
        words.append(project.path(Path(path)) if project and "://" not in item else path)
        docsets += names
    # The client starts the server with an environment of its own.
    held = [word for key in trust.keys for word in ("--require-key", key.line)] if trust and not keys else []
    is_chosen = context.get_parameter_source("tools") is ParameterSource.COMMANDLINE
    return ("serve", *held, *words, *(() if is_chosen else ("--tools", "lean"))), docsets


def _named_after(docsets: Sequence[str]) -> str:
    """Return the name of a server with some docsets: theirs, as many as are short.

    >>> _named_after(["qt-5.15", "cmake"]), _named_after([])
    ('qt-5-15-cmake', 'pinax')
    """
    name = ""
    for docset in dict.fromkeys(docsets):
        longer = re.sub(r"[^A-Za-z0-9_]+", "-", f"{name}-{docset}").strip("-")
        if name and len(longer) > _NAME_CHARS:
            break
        name = longer[:_NAME_CHARS].strip("-")
    return name or "pinax"


def _link(client: str, name: str, entry: dict[str, Any]) -> str:
    """Return the address that makes a client install a server.

    A server to start is `pinax-runtime` from the PATH of whoever opens the address.
    """
    if client == "cursor":
        packed = quote(b64encode(json.dumps(entry).encode()).decode(), safe="")
        return f"cursor://anysphere.cursor-deeplink/mcp/install?name={quote(name)}&config={packed}"
    if client == "vscode":
        return f"vscode:mcp/install?{quote(json.dumps({'name': name, **entry}), safe='')}"
    raise click.UsageError("--link is for cursor and vscode, which have such links.")


def _opened(bundle: str, trust: Trust | None) -> tuple[str, Sequence[str]]:
    """Return the address of a bundle and the names of its docsets; behind a URL, what its address is called."""
    if "://" in bundle:
        parts = urlsplit(bundle)
        return bundle, [f"{parts.hostname or ''}{parts.path}"]
    from pinax_runtime.search import open_bundle

    opened = open_bundle(source_for(bundle, trust))
    return os.path.abspath(opened.location), list(opened.docsets)


def _program_of_path(what: str, otherwise: str) -> str:
    """Return what starts `pinax-runtime` from the PATH; say so where it is in this virtual environment alone."""
    own = sysconfig.get_path("scripts") if sys.prefix != sys.base_prefix else ""
    if not any(shutil.which("pinax-runtime", path=folder) for folder in os.get_exec_path() if folder != own):
        click.echo(
            f"NOTE: the {what} starts `pinax-runtime` from the PATH, where yours is not, unless its virtual environment"
            f" is active. Install it on the PATH; or {otherwise}.",
            err=True,
        )
    return "pinax-runtime"


def _program() -> str:
    """Return the path of `pinax-runtime`: beside this interpreter, or as this process was started."""
    beside = Path(sysconfig.get_path("scripts"), "pinax-runtime.exe" if sys.platform == "win32" else "pinax-runtime")
    return str(beside if beside.exists() else Path(sys.argv[0]).absolute())
