"""Group the commands, and end the program with their exit codes."""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from typing import Any

import click

EXAMPLES = {
    "serve": (
        "pinax-runtime serve ./bundle",
        "pinax-runtime serve ./bundle https://cdn.example/bundle/ --tools tree",
        "pinax-runtime serve ./bundle --http --port 8423 --log calls.db",
        "pinax-runtime serve ./bundle --lockfile uv.lock",
    ),
    "search": (
        'pinax-runtime search ./bundle "retry with backoff"',
        "pinax-runtime search ./bundle asyncio.gather --sections --limit 3 --json",
        "pinax-runtime search ./bundle timeout --filter type=guide --explain",
    ),
    "get": (
        "pinax-runtime get ./bundle guide/schedules.md",
        "pinax-runtime get ./bundle guide/schedules.md#overlap --json",
    ),
    "grep": (
        "pinax-runtime grep ./bundle --json -- --no-verify",
        "pinax-runtime grep ./bundle std::vector --limit 5",
    ),
    "call": ('pinax-runtime call ./bundle search_pages \'{"query": "retry", "limit": 2}\'',),
    "verify": ("pinax-runtime verify ./bundle", "pinax-runtime verify https://cdn.example/bundle/"),
    "golden": ("pinax-runtime golden ./bundle", "pinax-runtime golden ./bundle --junit golden.xml --quiet"),
    "pull": ("pinax-runtime pull https://cdn.example/bundle/ ./bundle",),
    "logs": ("pinax-runtime logs calls.db --status error --since 2h", "pinax-runtime logs calls.db --summary"),
    "config": (
        "pinax-runtime config claude-code ./bundle --write",
        "pinax-runtime config cursor --url http://127.0.0.1:8423/mcp",
        "pinax-runtime config codex ./bundle -- --max-tokens 4000",
        "pinax-runtime config agents-md ./bundle --write",
        "pinax-runtime config skill ./bundle --file .claude/skills/my-docs --write",
    ),
    "cache": ("pinax-runtime cache info", "pinax-runtime cache clear --older-than 30d"),
}
"""Command lines by the name of their command, a function in the module of its name."""


_BUILDERS = "add build catalog diff doctor export gate inspect keygen list questions refresh remove sign"
OF_THE_BUILDER = frozenset(_BUILDERS.split())
"""Commands of `pinax`, which are easily taken for ours."""


class _Commands(click.Group):
    """The commands; a module is imported when its command is asked for, so that a server starts without the others."""

    def __init__(self, **options: Any) -> None:
        super().__init__(commands={name: click.Command(name) for name in EXAMPLES}, **options)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is asked for; of the builder's, say whose they are."""
        if args and args[0] in OF_THE_BUILDER:
            ctx.fail(f"{args[0]} is a command of the other program: pinax {args[0]}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command. If one of its options lacks a value, say whose it is; if it is no number, say so."""
        try:
            return super().invoke(ctx)
        except click.BadOptionUsage as error:
            if error.ctx is None and ctx.invoked_subcommand:
                error.ctx = click.Context(self, parent=ctx, info_name=ctx.invoked_subcommand)
            raise
        except click.BadParameter as error:
            said = re.sub("a valid (?:integer|float)(?: range)?", "a number", error.message)
            if said == error.message:
                raise
            raise click.BadParameter(said, error.ctx, error.param) from error

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command; None if there is none of that name."""
        if cmd_name not in EXAMPLES:
            return None
        command: click.Command = getattr(import_module(f"pinax_runtime.cli.{cmd_name}"), cmd_name)
        command.epilog = "\b\nExamples:\n" + "\n".join(f"  {line}" for line in EXAMPLES[cmd_name])
        return command


_FIRST = """\b
Begin with:
  pinax-runtime search ./bundle "how to retry"
  pinax-runtime config claude-code ./bundle --write
  pinax-runtime serve ./bundle
"""
"""What stands below the list of commands."""


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=_FIRST,
)
@click.version_option(package_name="pinax-runtime", message="pinax-runtime %(version)s", help="Show the version.")
def commands() -> None:
    """Search, read, check and serve bundles of documentation.

    BUNDLE is the folder that `pinax build` wrote, or the URL of a copy of it.
    """


def _open_closed_streams() -> None:
    """Open the null device for each standard stream that is closed: no other file may get its number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _say_usage(error: click.UsageError) -> None:
    """Say on one line what is wrong with a command line; where there is nothing on it, show the help."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()
        return
    help_with = error.ctx.command_path if error.ctx else "pinax-runtime"
    message = " ".join(error.format_message().split())
    message += "" if message.endswith((".", "?")) else "."
    takes_text = error.ctx is not None and {"query", "text"} & {one.name for one in error.ctx.command.params}
    if isinstance(error, click.NoSuchOption) and takes_text:
        message += " To search for it, put `--` before it."
    click.echo(f"error: {message} See `{help_with} --help`.", err=True)


def run_commands() -> None:
    """Run the command line and end it."""
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(
            stream, TextIOWrapper
        ):  # replies are UTF-8 in every locale, and an odd character must not end a command
            stream.reconfigure(encoding="utf-8", errors="replace")
    stdout = sys.stdout
    try:
        code = commands.main(prog_name="pinax-runtime", standalone_mode=False)
        sys.stdout.flush()
    except click.UsageError as error:
        _say_usage(error)
        sys.exit(2)
    except click.ClickException as error:
        click.echo(f"error: {error.format_message()}", err=True)
        sys.exit(1)
    except (KeyboardInterrupt, click.Abort):
        sys.exit(130)
    except SystemExit:
        if sys.stdout is not stdout:  # click replaces it where a pipe was closed, which is no error
            os._exit(0)
        raise
    except BrokenPipeError:  # whoever reads has seen enough
        os._exit(0)
    except OSError as error:
        with suppress(OSError):
            click.echo(f"error: the output cannot be written: {error.strerror or error}.", err=True)
        os._exit(1)  # what is left in the buffer cannot be written either
    sys.exit(code if isinstance(code, int) else 0)
