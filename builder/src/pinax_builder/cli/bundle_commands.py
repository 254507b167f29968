"""`pinax inspect`, `diff`, `gate`, `export`, `keygen` and `sign`: what is done with bundles that are built."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from pinax_builder.cli.ci_texts import changes_as_markdown, first_of, junit, measures_as_markdown, sentence, size_text
from pinax_builder.clock import build_time
from pinax_builder.inspecting.comparing import PageChange, compare, compare_files
from pinax_builder.inspecting.exporting import export_bundle
from pinax_builder.inspecting.gating import measure
from pinax_builder.inspecting.inspection import Inspection, inspect_bundle
from pinax_runtime.trust.options import GivenPath, trust_options, write_file
from pinax_runtime.trust.signatures import SIGNATURE, PublicKey, Trust

_SHOWN = 20
"""Number of pages that are listed."""
_NAMED = 5
"""Number of pages that are named for each weak spot."""
_SIZE = re.compile(r"(\d{1,15}(?:\.\d{1,9})?) ?([KMG]?)B?", re.IGNORECASE)
_FILE = GivenPath(dir_okay=False)


@click.command("inspect", short_help="Show what a bundle holds.")
@click.argument("bundle", type=GivenPath())
@click.option("--files", "with_files", is_flag=True, help="List the kinds of files and the largest ones, too.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@trust_options()
def inspect_command(bundle: Path, with_files: bool, as_json: bool, trust: Trust | None) -> None:
    """Show the pages of BUNDLE, how many sections, words and symbols it holds, and what is weak in it."""
    if trust:
        trust.check_folder(bundle)
    found = inspect_bundle(bundle)
    if as_json:
        click.echo(json.dumps(asdict(found), indent=1))
        return
    size = f"{size_text(found.size_bytes)} in {found.files} files"
    click.echo(f"{found.pages} pages, {found.sections} sections, {found.words:,} words, {found.terms:,} terms; {size}")
    for docset in found.docsets:
        languages = ", ".join(f"{language} {pages}" for language, pages in docset.languages.items())
        click.echo(f"  {docset.name}: {docset.pages} pages, {docset.sections} sections ({languages})")
    if found.symbols:
        kinds = ", ".join(f"{kind or 'unknown'} {n}" for kind, n in found.symbols.items())
        click.echo(f"{sum(found.symbols.values())} symbols: {kinds}")
    for page in found.listed[:_SHOWN]:
        click.echo(f"{page.words:>8,} words {page.sections:>5} sections  {page.title}  ({page.url})")
    if len(found.listed) > _SHOWN:
        click.echo(f"  and {len(found.listed) - _SHOWN} more pages (--json lists all)")
    for what, urls in found.weak_spots.items():
        more = f" and {len(urls) - _NAMED} more" if len(urls) > _NAMED else ""
        click.echo(f"WEAK: {what}: {len(urls)} page{'s' * (len(urls) > 1)}: {', '.join(urls[:_NAMED])}{more}")
    if with_files:
        _print_files(found)


def _print_files(found: Inspection) -> None:
    click.echo(f"{found.size_bytes:,} bytes in {found.files} files")
    for kind, use in found.kinds.items():
        click.echo(f"  {kind:<10} {use.files:>6} files {use.size_bytes:>12,} bytes")
    click.echo("largest:")
    for name, size in found.largest:
        click.echo(f"  {size:>10,} {name}")


@click.command("diff", short_help="Show what changed between two bundles.")
@click.argument("old", type=GivenPath())
@click.argument("new", type=GivenPath())
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.option("--markdown", type=_FILE, help="Write it as Markdown, too, for a comment.")
@trust_options()
def diff_command(old: Path, new: Path, as_json: bool, markdown: Path | None, trust: Trust | None) -> None:
    """Show what changed from the bundle OLD to the bundle NEW.

    Lists the pages and sections that were added (+), removed (-) or changed (~), and counts the bytes to upload.
    """
    if trust:
        trust.check_folder(old)
        trust.check_folder(new)
    changes, upload = compare(old, new), compare_files(old, new)
    if markdown:
        write_file(markdown, changes_as_markdown(changes, upload))
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


def _size(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    """Return the number of bytes that an option gives, as such or in KB, MB or GB."""
    if value is None:
        return None
    found = _SIZE.fullmatch(value.strip())
    size = round(float(found[1]) * 1_000 ** " KMG".index(found[2].upper() or " ")) if found else 0
    if size < 1:
        raise click.BadParameter(f"{value!r} is no size; write a number of bytes, or one with a unit, such as 20MB.")
    return size


@click.command("gate", short_help="Hold a bundle to limits of size and quality.")
@click.argument("bundle", type=GivenPath())
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
def gate_command(
    bundle: Path,
    report: Path | None,
    junit_file: Path | None,
    markdown_file: Path | None,
    as_json: bool,
    trust: Trust | None,
    **limits: Any,
) -> None:
    """Measure BUNDLE, and exit with code 1 if a figure is beyond its limit.

    Figures are its size, the share of the listed pages that each docset has, links within a docset that lead to no page
    of it, golden queries that are not answered, and those that are answered worse because of its questions.
    """
    if limits["min_coverage"] is not None and report is None:
        raise click.UsageError("--min-coverage is taken from the build's report; give --report FILE.")
    if trust:
        trust.check_folder(bundle)
    measures = measure(bundle, report, **limits)
    for file, text in ((junit_file, junit(measures)), (markdown_file, measures_as_markdown(measures))):
        if file:
            write_file(file, text)
    if as_json:
        click.echo(json.dumps([asdict(one) for one in measures], indent=1, ensure_ascii=False))
    for one in measures if not as_json else ():
        click.echo(sentence(one))
        for detail in first_of(one.details):
            click.echo(f"  {detail}")
    if not all(one.holds for one in measures):
        raise click.exceptions.Exit(1)


@click.command("export", short_help="Write a bundle's pages as llms.txt and Markdown.")
@click.argument("bundle", type=GivenPath())
@click.argument("folder", type=GivenPath(file_okay=False))
@click.option("--llms-txt", is_flag=True, help="Write llms.txt, a list of the pages.")
@click.option("--llms-full", is_flag=True, help="Write llms-full.txt, the text of all pages.")
@click.option("--markdown", is_flag=True, help="Write each page as a Markdown file, and link llms.txt to these.")
@trust_options()
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


@click.command("keygen", short_help="Make a key pair for signing bundles.")
@click.argument("file", type=GivenPath(dir_okay=False))
def keygen_command(file: Path) -> None:
    """Make a key pair: the secret key in FILE, the public key in FILE.pub.

    The secret key has no password, so keep it where only you can read it. minisign can use both files.
    """
    from pinax_builder.write.signing import make_key, write_keys

    key = make_key()
    public_file = write_keys(key, file)
    click.echo(f"wrote {file} (keep it secret) and {public_file}")
    click.echo(f"public key: {PublicKey(key.key_id, key.public).to_text().splitlines()[1]}")


@click.command("sign", short_help="Sign a bundle, so that readers can check its origin.")
@click.argument("bundle", type=GivenPath(file_okay=False, exists=True))
@click.option(
    "--key",
    type=GivenPath(dir_okay=False),
    help="File with the secret key; by default the variable PINAX_SIGNING_KEY holds it.",
)
def sign_command(bundle: Path, key: Path | None) -> None:
    """Sign BUNDLE, so that readers can check where it is from. Sign again after each build.

    The signature is of pinax.json, which names every other file by its hash.
    """
    from pinax_builder.write.signing import read_key, sign

    secret = read_key(key)
    sign(bundle, secret, build_time())
    click.echo(f"wrote {bundle / SIGNATURE}, signed with key {PublicKey(secret.key_id, secret.public).name}")
