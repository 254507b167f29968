"""`pinax catalog`: the well-known sites that `pinax add NAME` knows."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from pinax_builder.cli.usage import failing_cleanly
from pinax_builder.configuration import load_catalog, refresh_catalog


@click.group("catalog", short_help="List the sites that `pinax add NAME` knows.")
def catalog_group() -> None:
    """List the sites that `pinax add NAME` knows, or replace the list."""


@catalog_group.command("list")
@click.option("--tag", help="List only sites with this tag.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@failing_cleanly
def list_sites(tag: str | None, as_json: bool) -> None:
    """List the sites that `pinax add NAME` knows."""
    catalog = load_catalog().values()
    sites = [site for site in catalog if tag is None or tag in site.tags]
    if not sites:
        known = ", ".join(sorted({known for site in catalog for known in site.tags}))
        click.echo(f"no site has the tag {tag!r}; there are {known}", err=True)
    if as_json:
        click.echo(json.dumps([asdict(site) for site in sites], indent=1, ensure_ascii=False))
        return
    for site in sites:
        click.echo(f"{site.name:<20} {site.title:<28} {site.url}  [{', '.join(site.tags)}]")


@catalog_group.command("refresh", short_help="Fetch your own catalog, or return to the built-in one.")
@failing_cleanly
def refresh_sites() -> None:
    """Fetch the catalog at the URL in PINAX_CATALOG_URL; if it is not set, return to the built-in catalog."""
    click.echo(f"{len(refresh_catalog())} sites in the catalog")
