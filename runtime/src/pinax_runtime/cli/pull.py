"""`pinax-runtime pull`: copy a bundle into a folder, or bring an older copy up to date.

Why:   docs/decisions/0015
"""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pinax_runtime.cli.options import dump, json_option, reported, source_for
from pinax_runtime.trust.options import GivenPath, trust_options

if TYPE_CHECKING:
    from pinax_runtime.trust.signatures import Trust


@click.command(short_help="Copy a bundle from a URL.")
@click.argument("bundle")
@click.argument("folder", type=GivenPath(file_okay=False))
@click.option("--max-mb", type=click.IntRange(1), help="Largest bundle to copy (MB).  [default: 10,000]")
@json_option
@trust_options()
@reported
def pull(bundle: str, folder: Path, max_mb: int | None, as_json: bool, trust: Trust | None) -> None:
    """Copy a bundle from its URL into FOLDER, or bring an older copy there up to date.

    Only missing files are fetched, and each is checked. An interrupted pull continues where it stopped. A server of
    FOLDER sees the old bundle until the new one is complete.
    """
    from pinax_runtime.bundle.remote import DEFAULT_MAX_MB
    from pinax_runtime.bundle.remote import pull as pull_bundle

    source = source_for(bundle, trust, cached=False)
    result = pull_bundle(source, folder, max_bytes=(max_mb or DEFAULT_MAX_MB) << 20, progress=_show)
    if as_json:
        click.echo(dump(asdict(result)))
        return
    removed = f"; removed {result.removed:,} of an older build" if result.removed else ""
    amount = f"{result.fetched:,} of {result.files:,} files, {result.fetched_bytes:,} bytes"
    click.echo(f"{folder}: fetched {amount}{removed}")


def _show(done: int, of: int) -> None:
    if sys.stderr.isatty():
        click.echo(f"\r{done:,} of {of:,} files", nl=done == of, err=True)
