"""`pinax-runtime serve`: the tools as an MCP server on standard input and output."""

from __future__ import annotations

import click

from pinax_runtime.cli.failures import reported


@click.command()
@click.argument("bundles", nargs=-1, required=True, metavar="BUNDLE…")
@click.option(
    "--max-tokens",
    type=click.IntRange(1_000, 25_000),
    default=8_000,
    show_default=True,
    help="Longest reply of any tool (tokens).",
)
@click.option(
    "--tools",
    type=click.Choice(["all", "pages", "tree"]),
    default="all",
    show_default=True,
    help="Which tools to offer: those for pages, those for section trees, or both.",
)
@reported
def serve(bundles: tuple[str, ...], max_tokens: int, tools: str) -> None:
    """Serve one or more bundles to an agent (Model Context Protocol over stdio). Logs go to standard error."""
    from pinax_runtime.search import open_library

    library = open_library(bundles)
    from pinax_runtime.serve.memory import map_large_blocks
    from pinax_runtime.serve.over_stdio import serve_stdio

    map_large_blocks()

    serve_stdio(library, group=tools, ceiling=max_tokens)
