"""`pinax export`: write a bundle's pages as llms.txt, llms-full.txt and Markdown files."""

from __future__ import annotations

from pathlib import Path

import click

from pinax_builder.cli.usage import GivenPath, failing_cleanly
from pinax_builder.inspecting.exporting import export_bundle
from pinax_runtime.trust.options import trust_options
from pinax_runtime.trust.signatures import Trust


@click.command("export", short_help="Write a bundle's pages as llms.txt and Markdown.")
@click.argument("bundle", type=GivenPath())
@click.argument("folder", type=GivenPath(file_okay=False))
@click.option("--llms-txt", is_flag=True, help="Write llms.txt, a list of the pages.")
@click.option("--llms-full", is_flag=True, help="Write llms-full.txt, the text of all pages.")
@click.option("--markdown", is_flag=True, help="Write each page as a Markdown file, and link llms.txt to these.")
@trust_options()
@failing_cleanly
def export_command(
    bundle: Path, folder: Path, llms_txt: bool, llms_full: bool, markdown: bool, trust: Trust | None
) -> None:
    """Write the pages of BUNDLE to FOLDER as llms.txt and Markdown, for readers that cannot search a bundle."""
    if not (llms_txt or llms_full or markdown):
        raise click.UsageError("Say what to write: --llms-txt, --llms-full or --markdown.")
    if trust:
        trust.check_folder(bundle)
    written = export_bundle(bundle, folder, llms_txt=llms_txt, llms_full=llms_full, markdown=markdown)
    click.echo(f"wrote {len(written)} files below {folder}")
