"""`pinax inspect`: say what a bundle holds and where its bytes are."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from pinax_builder.cli.failing import failing_cleanly
from pinax_builder.cli.given_paths import GivenPath
from pinax_builder.inspecting.inspection import inspect_bundle
from pinax_runtime.trust import Trust
from pinax_runtime.trust.options import trust_options


@click.command("inspect", short_help="Show what a bundle holds.")
@click.argument("bundle", type=GivenPath())
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@trust_options()
@failing_cleanly
def inspect_command(bundle: Path, as_json: bool, trust: Trust | None) -> None:
    """Show how many pages, sections and symbols BUNDLE holds, and what its files take up."""
    if trust:
        trust.check_folder(bundle)
    found = inspect_bundle(bundle)
    if as_json:
        click.echo(json.dumps(asdict(found), indent=1))
        return
    click.echo(f"{found.pages} pages, {found.sections} sections, {found.words} words, {found.terms} terms")
    for docset in found.docsets:
        languages = ", ".join(f"{language} {pages}" for language, pages in docset.languages.items())
        click.echo(f"  {docset.name}: {docset.pages} pages, {docset.sections} sections ({languages})")
    if found.symbols:
        kinds = ", ".join(f"{kind or 'unknown'} {n}" for kind, n in found.symbols.items())
        click.echo(f"{sum(found.symbols.values())} symbols: {kinds}")
    click.echo(f"{found.size_bytes:,} bytes in {found.files} files")
    for kind, use in found.kinds.items():
        click.echo(f"  {kind:<10} {use.files:>6} files {use.size_bytes:>12,} bytes")
    click.echo("largest:")
    for name, size in found.largest:
        click.echo(f"  {size:>10,} {name}")
