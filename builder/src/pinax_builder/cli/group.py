"""The group that all commands belong to; run it and end it.

Rules: the exit code is 1 for a failure, 2 for wrong usage. A command that is interrupted ends at once. If its output
       cannot be written, it says so.
"""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
from importlib import import_module
from io import TextIOWrapper
from typing import Any

import click

from pinax_builder.garbage import collect_seldom, collector_paused

_COMMANDS = {
    "add": ("docset_commands", "pinax add fastapi", "pinax add https://docs.example.org/"),
    "build": (
        "build_command",
        "pinax build site/ -o ./bundle --base-url https://docs.example.org/",
        "pinax build https://docs.example.org/ -o ./bundle",
        "pinax build src/ -o ./bundle --code",
        "pinax build pypi:click==8.1.7:docs/ -o ./bundle",
        "pinax build pinax.toml --report report.json",
    ),
    "catalog": ("docset_commands", "pinax catalog list"),
    "diff": (
        "bundle_commands",
        "pinax diff old-bundle new-bundle",
        "pinax diff old-bundle new-bundle --markdown diff.md",
    ),
    "doctor": ("docset_commands", "pinax doctor"),
    "export": ("bundle_commands", "pinax export ./bundle public/ --llms-txt --markdown"),
    "gate": (
        "bundle_commands",
        "pinax gate ./bundle --report report.json --min-coverage 95 --max-dead-links 0",
    ),
    "inspect": ("bundle_commands", "pinax inspect ./bundle"),
    "keygen": ("bundle_commands", "pinax keygen docs.key"),
    "list": ("docset_commands", "pinax list"),
    "questions": (
        "questions_command",
        "pinax questions ask --endpoint http://localhost:8080/v1 --model NAME",
        'pinax questions ask --command "llm -m NAME"',
        "pinax questions import faq.tsv",
        "pinax questions pending batches/",
        "pinax questions check",
    ),
    "refresh": ("docset_commands", "pinax refresh", "pinax refresh fastapi"),
    "remove": ("docset_commands", "pinax remove fastapi"),
    "sign": ("bundle_commands", "pinax sign ./bundle --key docs.key"),
}
"""Name of a command → the module here that has it, as `NAME_command`; and the lines that stand below its help."""

OF_THE_RUNTIME = frozenset(
    ["cache", "call", "config", "get", "golden", "grep", "logs", "pull", "search", "serve", "verify"]
)
"""Commands of `pinax-runtime`, which are easily taken for ours."""

INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells give it: 128 and the signal's number."""
_CLEANING_S = 3.0
"""Time (seconds) that an interrupted command has to remove its temporary files."""


def run_commands() -> None:
    """Run the command line and end it."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, _interrupt)
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # whatever the locale: no character of a page's title ends a command
            stream.reconfigure(errors="replace")
    collect_seldom()
    try:
        code = main.main(prog_name="pinax", standalone_mode=False)
        sys.stdout.flush()
        sys.stderr.flush()
    except click.UsageError as error:
        _say_usage(error)
        sys.exit(2)
    except click.ClickException as error:
        _say(f"error: {error.format_message()}")
        sys.exit(1)
    except (KeyboardInterrupt, click.Abort):
        code = INTERRUPTED
    except BrokenPipeError:
        _end_now(1)
    except OSError as error:
        _say(f"error: the output cannot be written: {error.strerror or error}; make room, or send it elsewhere.")
        _end_now(1)
    # Here all is closed, and nothing holds the pool any more, whose semaphores would be called leaked.
    _end_now(code if isinstance(code, int) else 0)


def _open_closed_streams() -> None:
    """Open the null device for each standard stream that is closed: no file of a bundle may get its number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _say_usage(error: click.UsageError) -> None:
    """Say on one line what is wrong with a command line; where there is nothing on it, show the help."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()
        return
    help_with = error.ctx.command_path if error.ctx else "pinax"
    message = " ".join(error.format_message().split())
    _say(f"error: {message}{'' if message.endswith(('.', '?')) else '.'} See `{help_with} --help`.")


def _interrupt(_number: int, _frame: object) -> None:
    """End the command by an exception, which removes temporary files; whatever hangs meanwhile is not waited for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    timer = threading.Timer(_CLEANING_S, os._exit, (INTERRUPTED,))
    timer.daemon = True
    timer.start()
    raise KeyboardInterrupt


def _end_now(code: int) -> None:
    """End without taking the interpreter apart, which takes longer than a small command.

    No thread is waited for, and there is no other attempt to write what could not be written.
    """
    os._exit(code)


def _say(message: str) -> None:
    try:
        sys.stderr.write(message + "\n")
        sys.stderr.flush()
    except OSError:
        pass


class Commands(click.Group):
    """Commands whose failures are one line."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command. A PinaxError ends it with its message alone, one of the configuration as wrong usage.

        If an option lacks a value, say whose it is; if it is no number, say so.
        """
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
        except Exception as error:
            from pinax_builder.errors import ConfigError  # what a command that fails so has loaded
            from pinax_runtime.format import PinaxError

            if isinstance(error, ConfigError):
                raise click.UsageError(str(error), click.Context(self, ctx, ctx.invoked_subcommand)) from error
            if isinstance(error, PinaxError):
                raise click.ClickException(str(error)) from error
            raise


class _AllCommands(Commands):
    """The commands; a module is imported when its command is asked for, so that a build starts without the others."""

    def __init__(self, **options: Any) -> None:
        super().__init__(commands={name: click.Command(name) for name in _COMMANDS}, **options)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is asked for; of the runtime's, say whose they are."""
        if args and args[0] in OF_THE_RUNTIME:
            ctx.fail(f"{args[0]} is a command of the other program: pinax-runtime {args[0]}")
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command; None if there is none of that name."""
        if cmd_name not in _COMMANDS:
            return None
        module, *examples = _COMMANDS[cmd_name]
        with collector_paused():
            command: click.Command = getattr(import_module(f"pinax_builder.cli.{module}"), f"{cmd_name}_command")
        command.epilog = "\b\nExamples:\n" + "\n".join(f"  {line}" for line in examples)
        return command


_FIRST = """\b
Begin with:
  pinax build docs/ -o ./bundle       a folder; or a URL, a repository, a package
  pinax-runtime search ./bundle WORDS
  pinax-runtime config claude-code ./bundle --write
"""
"""What stands below the list of commands."""


@click.group(
    cls=_AllCommands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=_FIRST,
)
@click.version_option(package_name="pinax-builder", prog_name="pinax", message="%(prog)s %(version)s")
def main() -> None:
    """Build static documentation bundles for AI agents. `pinax-runtime` searches and serves them."""
