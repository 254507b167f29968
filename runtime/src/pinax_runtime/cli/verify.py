"""`pinax-runtime verify`: check every file of a bundle."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pinax_runtime.cli.failures import dump, reported
from pinax_runtime.cli.trust_options import read_trust


@click.command(short_help="Check every file of a bundle.")
@click.argument("bundle")
@click.option(
    "--key", "keys", multiple=True, metavar="KEY", help="Require a signature of this key (a file, or the key)."
)
@click.option("--not-before", metavar="DATE", help="With --key: refuse an entry that was signed earlier.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@reported
def verify(bundle: str, keys: tuple[str, ...], not_before: str | None, as_json: bool) -> None:
    """Check every file against the hash in its name, and every reference, record and count.

    For a bundle behind a URL, the server's files are checked, not the cache.
    """
    from pinax_runtime.format import FOLDER, SourceError
    from pinax_runtime.search import SignedSource, source_of
    from pinax_runtime.search import verify as verify_bundle

    files = Path(bundle, FOLDER)
    try:
        present = [f"{FOLDER}/{path.name}" for path in sorted(files.iterdir())] if files.is_dir() else []
    except OSError as error:
        raise SourceError(str(files), error.strerror or str(error)) from error
    trust = read_trust(keys, not_before, "--key")
    source = source_of(bundle, cached=False)
    result = verify_bundle(SignedSource(source, trust) if trust else source, present)
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
