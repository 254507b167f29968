"""`pinax-runtime cache`: show or remove what is kept on disk."""

from __future__ import annotations

import sqlite3
import sys
from pathlib import Path

import click

from pinax_runtime.cli.options import AGE, dump, json_option, reported


@click.group(short_help="Show or clear what is kept on disk.")
def cache() -> None:
    """Show or clear what is kept on disk: files of bundles behind URLs, and pages that were read live."""


@cache.command()
@json_option
@reported
def info(as_json: bool) -> None:
    """Show where the caches are, and their size."""
    folder = _folder()
    sizes = [
        path.stat().st_size for name in ("files", "entries") for path in (folder / name).rglob("*") if path.is_file()
    ]
    pages = sum(path.stat().st_size for path in folder.glob("pages.db*"))
    if as_json:
        click.echo(
            dump({"folder": str(folder), "bundle_files": len(sizes), "bundle_bytes": sum(sizes), "page_bytes": pages})
        )
    else:
        click.echo(f"{folder}: {len(sizes):,} files of bundles, {sum(sizes):,} bytes; live pages, {pages:,} bytes")


@cache.command(short_help="Remove what is kept.")
@click.option("--older-than", type=AGE, default=0.0, metavar="AGE", help="Only what was fetched or used longer ago.")
@click.option("--pages", is_flag=True, help="Only pages that were read live.")
@click.option("--bundles", is_flag=True, help="Only files of bundles.")
@json_option
@reported
def clear(older_than: float, pages: bool, bundles: bool, as_json: bool) -> None:
    """Remove what is kept: both kinds, unless one is named. Running servers fetch again what they need."""
    from pinax_runtime.bundle.remote import FileCache
    from pinax_runtime.live import FILE, PageCache

    folder = _folder()
    both = pages == bundles
    try:
        n_pages = PageCache(folder / FILE).clear(older_than) if pages or both else 0
        n_files = FileCache(folder).clear(older_than) if bundles or both else 0
    except (OSError, sqlite3.Error) as error:
        click.echo(f"error: {folder} cannot be cleared: {error}. Delete it, or end what uses it.", err=True)
        sys.exit(1)
    if as_json:
        click.echo(dump({"pages": n_pages, "files": n_files}))
    else:
        click.echo(f"removed {n_pages:,} pages and {n_files:,} files of bundles")


def _folder() -> Path:
    from pinax_runtime.bundle.remote import cache_folder

    folder = cache_folder()
    if folder is None:
        raise click.UsageError("There is no home folder; set XDG_CACHE_HOME.")
    return folder
