"""`pinax-runtime get`: a page, or one section of it, as Markdown."""

from __future__ import annotations

from contextlib import closing, nullcontext
from typing import TYPE_CHECKING, Any

import click

from pinax_runtime.cli.options import dump, json_option, live_options, read_live, reported, source_for
from pinax_runtime.trust.options import trust_options

if TYPE_CHECKING:
    from pinax_runtime.live import LivePages
    from pinax_runtime.search import Library
    from pinax_runtime.trust.signatures import Trust


@click.command(short_help="Read a page.")
@click.argument("bundle")
@click.argument("url")
@click.option(
    "--links",
    type=click.Choice(["none", "relative", "full"]),
    default="full",
    show_default=True,
    help="Targets of links: none, short ones that `get` takes, or full.",
)
@json_option
@live_options
@trust_options()
@reported
def get(bundle: str, url: str, links: str, as_json: bool, trust: Trust | None, **options: Any) -> None:
    """Read a page, or with #anchor a section of it. URL may also be a path below the base URL or an id (docset:path).

    With --live the page is read from its site. If that fails, it is read from the bundle, and the source line says why.
    """
    live = read_live(options)
    from pinax_runtime.search import open_bundle

    with closing(live) if live else nullcontext():
        source, text, facts = _read(open_bundle(source_for(bundle, trust)), url, links, live)
    click.echo(dump({**facts, "text": text}) if as_json else f"{source}\n\n{text}")


def _read(library: Library, url: str, links: str, live: LivePages | None) -> tuple[str, str, dict[str, Any]]:
    """Return a source line, a text, and the facts for --json."""
    from pinax_runtime.search import with_links
    from pinax_runtime.tools import find_document, locate, source_line

    told: dict[str, Any] = {}
    document, index = (find_document(library, url), 0) if live else locate(library, url)
    if live:
        from pinax_runtime.live import LiveError

        try:
            document, index = live.document(document, url.partition("#")[2])
            told = {"live": True}
        except LiveError as error:
            document, index = locate(library, url)
            told = {"live": False, "not_live": str(error)}
    node = document.node(index)
    facts = {"docset": document.docset.name, "id": node.id, "url": document.page.url, **told, "title": node.title}
    facts |= {"fetched_at": document.read_at or document.docset.fetched_at}
    text = with_links(document, document.subtree_text(index), links)
    return source_line(document, index, not_live=told.get("not_live", "")), text, facts
