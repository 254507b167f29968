"""`pinax-runtime golden`: ask a bundle's golden queries."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pinax_runtime.cli.failures import reported
from pinax_runtime.cli.given_paths import GivenPath
from pinax_runtime.cli.trust_options import source_for, trust_options

if TYPE_CHECKING:
    from pinax_runtime.trust import Trust


@click.command(short_help="Ask a bundle's golden queries.")
@click.argument("bundle")
@click.option("--junit", type=GivenPath(dir_okay=False), help="Write the outcomes to this XML file.")
@click.option("--markdown", type=GivenPath(dir_okay=False), help="Write a table to this file.")
@click.option("-q", "--quiet", is_flag=True, help="Print only the queries that fail.")
@trust_options()
@reported
def golden(bundle: str, junit: Path | None, markdown: Path | None, quiet: bool, trust: Trust | None) -> None:
    """Ask the queries that `pinax.toml` gave the bundle; exit code 1 if one is not answered as it says."""
    from pinax_runtime.cli import golden_reports
    from pinax_runtime.search import ask_golden, open_bundle

    opened = open_bundle(source_for(bundle, trust))
    outcomes = ask_golden(opened, opened.entry.golden)
    for file, write in ((junit, golden_reports.junit), (markdown, golden_reports.markdown)):
        if file is not None:
            _write(file, write(outcomes))
    failed = [outcome for outcome in outcomes if not outcome.rank]
    for outcome in failed:
        click.echo(f"error: {golden_reports.sentence(outcome)}", err=True)
    if not outcomes:
        click.echo("The bundle has no golden queries; its pinax.toml gives them as [[golden]].", err=True)
    if not quiet:
        click.echo(f"{len(outcomes) - len(failed)} of {len(outcomes)} golden queries answered")
    sys.exit(1 if failed else 0)


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"{file} cannot be written ({error.strerror}); name another.") from error
