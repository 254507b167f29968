"""`pinax-runtime call`: one tool call without a server."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from pinax_runtime.cli.options import failure_json, source_for
from pinax_runtime.format import PinaxError, cause_of
from pinax_runtime.trust.options import trust_options

if TYPE_CHECKING:
    from pinax_runtime.trust.signatures import Trust


@click.command(short_help="Call a tool as an agent does.")
@click.argument("bundle")
@click.argument("tool")
@click.argument("arguments", default="{}", metavar="[JSON]")
@trust_options()
def call(bundle: str, tool: str, arguments: str, trust: Trust | None) -> None:
    """Call a tool and print its reply exactly as an agent gets it. The exit code is 1 if the reply is an error."""
    from pinax_runtime.search import open_library
    from pinax_runtime.tools import PAIR, call_tool, choose_tools

    try:
        parsed = json.loads(arguments)
    except (ValueError, RecursionError) as error:
        raise click.UsageError(
            f'The arguments are not JSON ({cause_of(error)}). Quote them: \'{{"query": "…"}}\'.'
        ) from error
    try:
        group = PAIR if any(tool == known.name for known in choose_tools(PAIR)) else "all"
        reply = call_tool(open_library([source_for(bundle, trust)]), tool, parsed, group=group)
    except PinaxError as error:
        click.echo(failure_json(error))
        sys.exit(1)
    click.echo(reply.text)
    sys.exit(1 if reply.is_error else 0)
