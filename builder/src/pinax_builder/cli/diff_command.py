"""`pinax diff`: say what changed from one bundle to another."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from pinax_builder.cli.ci_texts import changes_as_markdown
from pinax_builder.cli.gate_command import write_or_fail
from pinax_builder.cli.usage import GivenPath, failing_cleanly
from pinax_builder.inspecting.comparing import PageChange, compare, compare_files
from pinax_runtime.trust.options import trust_options
from pinax_runtime.trust.signatures import Trust


@click.command("diff", short_help="Show what changed between two bundles.")
@click.argument("old", type=GivenPath())
@click.argument("new", type=GivenPath())
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.option(
    "--markdown", type=click.Path(path_type=Path, dir_okay=False), help="Write it as Markdown, too, for a comment."
)
@trust_options()
@failing_cleanly
def diff_command(old: Path, new: Path, as_json: bool, markdown: Path | None, trust: Trust | None) -> None:
    """Show what changed from the bundle OLD to the bundle NEW.

    Lists the pages and sections that were added (+), removed (-) or changed (~), and counts the bytes to upload.
    """
    if trust:
        trust.check_folder(old)
        trust.check_folder(new)
    changes, upload = compare(old, new), compare_files(old, new)
    if markdown:
        write_or_fail(markdown, changes_as_markdown(changes, upload))
    if as_json:
        told = {"docsets": [asdict(change) for change in changes], "upload": asdict(upload)}
        click.echo(json.dumps(told, indent=1, ensure_ascii=False))
        return
    for change in changes:
        counts = f"{len(change.added)} added, {len(change.removed)} removed, {len(change.changed)} changed"
        click.echo(f"{change.name}: {counts}, {change.same} as before")
        for sign, urls in (("+", change.added), ("-", change.removed)):
            for url in urls:
                click.echo(f"  {sign} {url}")
        for page in change.changed:
            click.echo(f"  ~ {page.url}{_sections(page)}")
    of = f"of {upload.of_bytes:,} in {upload.of_files:,} files"
    click.echo(f"to upload: {upload.size_bytes:,} bytes in {len(upload.files) + 1:,} files, pinax.json last, {of}")


def _sections(page: PageChange) -> str:
    """Return the anchors of a page's changed sections; the page's own section has none."""
    signs = (("+", page.added), ("-", page.removed), ("~", page.changed))
    told = [f"{sign}#{anchor}" for sign, anchors in signs for anchor in anchors if anchor]
    return f"  {' '.join(told)}" if told else ""
