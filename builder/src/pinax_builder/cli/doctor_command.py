"""`pinax doctor`: examine the sites of a pinax.toml."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from pinax_builder.cli.docset_commands import CONFIG_OPTION, chosen
from pinax_builder.cli.usage import GivenPath, failing_cleanly
from pinax_builder.configuration import load_config
from pinax_builder.inspecting.doctor import MAX_AGE_DAYS, examine


@click.command("doctor", short_help="Check whether sites still match their bundle.")
@click.argument("names", nargs=-1)
@CONFIG_OPTION
@click.option(
    "-o",
    "--output",
    type=GivenPath(),
    help="Folder of the bundle to compare with; by default the one in pinax.toml.",
)
@click.option(
    "--max-age",
    type=click.FloatRange(0),
    default=MAX_AGE_DAYS,
    show_default=True,
    help="Age in days from which a docset is stale.",
)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@failing_cleanly
def doctor_command(names: tuple[str, ...], config: Path, output: Path | None, max_age: float, as_json: bool) -> None:
    """Check whether sites still have what was built from them.

    NAMES are docsets of pinax.toml; by default all sites. The exit code is 1 if a site needs a look.
    """
    loaded = load_config(config)
    docsets = [docset for docset in chosen(loaded, names) if docset.site]
    bundle = output or (loaded.output if isinstance(loaded.output, Path) else None)
    diagnoses = [examine(docset, bundle, max_age_days=max_age) for docset in docsets]
    if as_json:
        click.echo(json.dumps([asdict(diagnosis) for diagnosis in diagnoses], indent=1, ensure_ascii=False))
    for diagnosis in () if as_json else diagnoses:
        state = "needs a look" if diagnosis.findings else "is well"
        built = "not compared with a bundle" if bundle is None else f"{diagnosis.pages_built or 0} pages built"
        click.echo(f"{diagnosis.name} {state}: {built}, {diagnosis.pages_now or 0} on the site")
        for finding in diagnosis.findings:
            click.echo(f"  {finding.what}: {finding.detail}")
    if any(diagnosis.findings for diagnosis in diagnoses):
        raise click.exceptions.Exit(1)
