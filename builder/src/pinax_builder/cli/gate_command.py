"""`pinax gate`: hold a bundle to limits, before it is published."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path

import click

from pinax_builder.cli.ci_texts import first_of, junit, measures_as_markdown, sentence
from pinax_builder.cli.usage import failing_cleanly
from pinax_builder.inspecting.gating import Limits, measure
from pinax_runtime.trust.options import trust_options
from pinax_runtime.trust.signatures import Trust

_SIZE = re.compile(r"(\d{1,15}(?:\.\d{1,9})?) ?([KMG]?)B?", re.IGNORECASE)


def _size(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    """Return the number of bytes that an option gives, as such or in KB, MB or GB."""
    if value is None:
        return None
    found = _SIZE.fullmatch(value.strip())
    size = round(float(found[1]) * 1_000 ** " KMG".index(found[2].upper() or " ")) if found else 0
    if size < 1:
        raise click.BadParameter(f"{value!r} is no size; write a number of bytes, or one with a unit, such as 20MB.")
    return size


_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command("gate", short_help="Hold a bundle to limits of size and quality.")
@click.argument("bundle", type=click.Path(path_type=Path))
@click.option(
    "--report", type=_FILE, help="Report of the build (`pinax build --report`), which coverage is taken from."
)
@click.option("--max-bytes", callback=_size, metavar="SIZE", help="Largest size of the bundle, such as 20MB.")
@click.option("--min-coverage", type=click.FloatRange(0, 100), help="Smallest share of its pages (%) in each docset.")
@click.option("--max-dead-links", type=click.IntRange(0), help="Most links within a docset that lead to no page.")
@click.option(
    "--max-worse",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="Most golden queries that questions make worse.",
)
@click.option("--junit", "junit_file", type=_FILE, help="Write the figures as JUnit's cases to this file.")
@click.option("--markdown", "markdown_file", type=_FILE, help="Write the figures as Markdown to this file.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@trust_options()
@failing_cleanly
def gate_command(
    bundle: Path,
    report: Path | None,
    max_bytes: int | None,
    min_coverage: float | None,
    max_dead_links: int | None,
    max_worse: int,
    junit_file: Path | None,
    markdown_file: Path | None,
    as_json: bool,
    trust: Trust | None,
) -> None:
    """Measure BUNDLE, and exit with code 1 if a figure is beyond its limit.

    Figures are its size, the share of the listed pages that each docset has, links within a docset that lead to no page
    of it, golden queries that are not answered, and those that are answered worse because of its questions.
    """
    if min_coverage is not None and report is None:
        raise click.UsageError("--min-coverage is taken from the build's report; give --report FILE.")
    if trust:
        trust.check_folder(bundle)
    measures = measure(bundle, Limits(max_bytes, min_coverage, max_dead_links, max_worse), report)
    for file, text in ((junit_file, junit(measures)), (markdown_file, measures_as_markdown(measures))):
        if file:
            write_or_fail(file, text)
    if as_json:
        click.echo(json.dumps([asdict(one) for one in measures], indent=1, ensure_ascii=False))
    for one in measures if not as_json else ():
        click.echo(sentence(one))
        for detail in first_of(one.details):
            click.echo(f"  {detail}")
    if not all(one.holds for one in measures):
        raise click.exceptions.Exit(1)


def write_or_fail(file: Path, text: str) -> None:
    """Write a text to a file.

    Raises:
        ClickException: It cannot be written.
    """
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"{file} cannot be written ({error.strerror}); name another file.") from error
