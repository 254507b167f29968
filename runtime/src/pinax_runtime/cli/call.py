"""`pinax-runtime call`: one tool call without a server."""

from __future__ import annotations

import json
import sys

import click

from pinax_runtime.cli.failures import failure_json
from pinax_runtime.format import PinaxError, cause_of


@click.command(short_help="Call a tool as an agent does.")
@click.argument("bundle")
@click.argument("tool")
@click.argument("arguments", default="{}", metavar="[JSON]")
def call(bundle: str, tool: str, arguments: str) -> None:
    """Call a tool and print its reply exactly as an agent gets it. The exit code is 1 if the reply is an error."""
    from pinax_runtime.search import open_library
    from pinax_runtime.serve import call_tool, choose_tools
    from pinax_runtime.serve.tool import PAIR

    try:
        parsed = json.loads(arguments)
    except (ValueError, RecursionError) as error:
        raise click.UsageError(
            f'The arguments are not JSON ({cause_of(error)}). Quote them: \'{{"query": "…"}}\'.'
        ) from error
    try:
        group = PAIR if any(tool == known.name for known in choose_tools(PAIR)) else "all"
        reply = call_tool(open_library([bundle]), tool, parsed, group=group)
    except PinaxError as error:
        click.echo(failure_json(error))
        sys.exit(1)
    click.echo(reply.text)
    sys.exit(1 if reply.is_error else 0)
