"""`pinax inspect`: say what a bundle holds and where its bytes are."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from pinax_builder.cli.ci_texts import size_text
from pinax_builder.cli.usage import GivenPath, failing_cleanly
from pinax_builder.inspecting.inspection import Inspection, inspect_bundle
from pinax_runtime.trust.options import trust_options
from pinax_runtime.trust.signatures import Trust

_SHOWN = 20
"""Number of pages that are listed."""
_NAMED = 5
"""Number of pages that are named for each weak spot."""


@click.command("inspect", short_help="Show what a bundle holds.")
@click.argument("bundle", type=GivenPath())
@click.option("--files", "with_files", is_flag=True, help="List the kinds of files and the largest ones, too.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@trust_options()
@failing_cleanly
def inspect_command(bundle: Path, with_files: bool, as_json: bool, trust: Trust | None) -> None:
    """Show the pages of BUNDLE, how many sections, words and symbols it holds, and what is weak in it."""
    if trust:
        trust.check_folder(bundle)
    found = inspect_bundle(bundle)
    if as_json:
        click.echo(json.dumps(asdict(found), indent=1))
        return
    size = f"{size_text(found.size_bytes)} in {found.files} files"
    click.echo(f"{found.pages} pages, {found.sections} sections, {found.words:,} words, {found.terms:,} terms; {size}")
    for docset in found.docsets:
        languages = ", ".join(f"{language} {pages}" for language, pages in docset.languages.items())
        click.echo(f"  {docset.name}: {docset.pages} pages, {docset.sections} sections ({languages})")
    if found.symbols:
        kinds = ", ".join(f"{kind or 'unknown'} {n}" for kind, n in found.symbols.items())
        click.echo(f"{sum(found.symbols.values())} symbols: {kinds}")
    for page in found.listed[:_SHOWN]:
        click.echo(f"{page.words:>8,} words {page.sections:>5} sections  {page.title}  ({page.url})")
    if len(found.listed) > _SHOWN:
        click.echo(f"  and {len(found.listed) - _SHOWN} more pages (--json lists all)")
    for what, urls in found.weak_spots.items():
        more = f" and {len(urls) - _NAMED} more" if len(urls) > _NAMED else ""
        click.echo(f"WEAK: {what}: {len(urls)} page{'s' * (len(urls) > 1)}: {', '.join(urls[:_NAMED])}{more}")
    if with_files:
        _print_files(found)


def _print_files(found: Inspection) -> None:
    click.echo(f"{found.size_bytes:,} bytes in {found.files} files")
    for kind, use in found.kinds.items():
        click.echo(f"  {kind:<10} {use.files:>6} files {use.size_bytes:>12,} bytes")
    click.echo("largest:")
    for name, size in found.largest:
        click.echo(f"  {size:>10,} {name}")
