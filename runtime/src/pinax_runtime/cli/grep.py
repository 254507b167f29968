"""`pinax-runtime grep`: the lines of a bundle that hold a text."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import click

from pinax_runtime.cli.options import dump, json_option, parse_filters, reported, source_for
from pinax_runtime.trust.options import trust_options

if TYPE_CHECKING:
    from pinax_runtime.trust.signatures import Trust


@click.command(short_help="Find lines that hold a text.")
@click.argument("bundle")
@click.argument("text")
@click.option("--limit", type=click.IntRange(1), help="Most sections to show; by default all.")
@click.option("--docs", multiple=True, metavar="NAME", help="Look in this docset only; may be repeated.")
@click.option(
    "--filter", "filters", multiple=True, metavar="KEY=VALUE", help="Only pages with this facet value; may be repeated."
)
@json_option
@trust_options()
@reported
def grep(
    bundle: str,
    text: str,
    limit: int | None,
    docs: tuple[str, ...],
    filters: tuple[str, ...],
    as_json: bool,
    trust: Trust | None,
) -> None:
    """Print each line that holds TEXT just as it is spelled, with the id of its section and its number there.

    Source code has the file and its line instead; where that is not known, the lines of the definition around it.

    Exit code 1 if there is none.
    """
    from pinax_runtime.search import open_bundle
    from pinax_runtime.tools import check_docs, filters_hint

    opened = open_bundle(source_for(bundle, trust))
    check_docs(opened, docs)
    wanted = parse_filters(filters)
    found = opened.grep(text, docs=docs, filters=wanted)
    nothing = True
    for one in islice(found, limit):
        nothing = False
        section = one.document.node(one.index).id
        for at in one.at:
            place = one.place(at)
            told = {"location": place} if one.document.is_code else {"line": at + 1}
            where = f" ({place})" if place else "" if one.document.is_code else f":{at + 1}"
            line = {"id": section, **told, "text": one.lines[at]}
            click.echo(dump(line) if as_json else f"{section}{where}: {one.lines[at]}")
    if nothing:
        if hint := filters_hint(opened, docs, wanted):
            click.echo(hint, err=True)
        raise SystemExit(1)
