"""The group of commands, and their exit codes."""

from __future__ import annotations

import sys
from io import TextIOWrapper

import click

from pinax_runtime.cli.cache import cache
from pinax_runtime.cli.call import call
from pinax_runtime.cli.config import config
from pinax_runtime.cli.get import get
from pinax_runtime.cli.logs import logs
from pinax_runtime.cli.pull import pull
from pinax_runtime.cli.search import search
from pinax_runtime.cli.serve import serve
from pinax_runtime.cli.verify import verify


def _show_version(context: click.Context, _option: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        from importlib.metadata import version

        click.echo(f"pinax-runtime {version('pinax-runtime')}")
        context.exit()


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_show_version, help="Show the version."
)
def commands() -> None:
    """Search, read, check and serve bundles of documentation.

    BUNDLE is the folder that `pinax build` wrote, or the URL of a copy of it.
    """


for command in (serve, search, get, call, verify, pull, logs, config, cache):
    commands.add_command(command)


def main() -> None:
    """Run the command line; the entry point `pinax-runtime`."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(
            stream, TextIOWrapper
        ):  # replies are UTF-8 in every locale, and an odd character must not end a command
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        code = commands.main(prog_name="pinax-runtime", standalone_mode=False)
    except click.UsageError as error:
        help_with = error.ctx.command_path if error.ctx else "pinax-runtime"
        message = " ".join(error.format_message().split()).removesuffix(".")
        click.echo(f"error: {message}. See `{help_with} --help`.", err=True)
        sys.exit(2)
    except click.ClickException as error:
        click.echo(f"error: {error.format_message()}", err=True)
        sys.exit(1)
    except (KeyboardInterrupt, click.Abort):
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    sys.exit(code if isinstance(code, int) else 0)
