"""`pinax-runtime verify`: check every file of a bundle."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pinax_runtime.cli.options import dump, json_option, reported, source_for
from pinax_runtime.trust.options import trust_options

if TYPE_CHECKING:
    from pinax_runtime.trust.signatures import Trust


@click.command(short_help="Check every file of a bundle.")
@click.argument("bundle")
@trust_options("--key")
@json_option
@reported
def verify(bundle: str, trust: Trust | None, as_json: bool) -> None:
    """Check every file against the hash in its name, and every reference, record and count.

    For a bundle behind a URL, the server's files are checked, not the cache.
    """
    from pinax_runtime.format import FOLDER, SourceError
    from pinax_runtime.search import verify as verify_bundle

    files = Path(bundle, FOLDER)
    try:
        present = [f"{FOLDER}/{path.name}" for path in sorted(files.iterdir())] if files.is_dir() else []
    except OSError as error:
        raise SourceError(str(files), error.strerror or str(error)) from error
    result = verify_bundle(source_for(bundle, trust, cached=False), present)
    if as_json:
        findings = [{"file": name, "message": message} for name, message in result.findings]
        facts = {"ok": not findings, "files": result.files, "bytes": result.size_bytes}
        click.echo(dump({**facts, "findings": findings, "notes": result.notes}))
    else:
        for _, message in result.findings:
            click.echo(f"error: {message}", err=True)
        for note in result.notes:
            click.echo(f"note: {note}")
        if not result.findings:
            click.echo(f"{bundle}: {result.files} files, {result.size_bytes:,} bytes, all as they should be")
    sys.exit(1 if result.findings else 0)
