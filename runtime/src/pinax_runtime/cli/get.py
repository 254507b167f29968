"""`pinax-runtime get`: a page, or one section of it, as Markdown."""

from __future__ import annotations

import click

from pinax_runtime.cli.failures import dump, reported


@click.command()
@click.argument("bundle")
@click.argument("url")
@click.option("--json", "as_json", is_flag=True, help="Give JSON.")
@reported
def get(bundle: str, url: str, as_json: bool) -> None:
    """Read a page whole. URL may be a path below the base URL, an id (docset:path), and end in #anchor."""
    from pinax_runtime.search import open_bundle
    from pinax_runtime.serve.reading import locate, source_line

    document, index = locate(open_bundle(bundle), url)
    text = document.subtree_text(index)
    if not as_json:
        click.echo(f"{source_line(document, index)}\n\n{text}")
        return
    node = document.node(index)
    facts = {"docset": document.docset.name, "id": node.id, "url": document.page.url, "title": node.title}
    click.echo(dump({**facts, "fetched_at": document.docset.fetched_at, "text": text}))
