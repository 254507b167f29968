"""The `pinax` command: build and inspect bundles.

Exit codes: 0 success, 1 a finding or failure, 2 wrong usage. A failure is one line on stderr that ends with what to do.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from functools import wraps
from importlib.metadata import version
from pathlib import Path
from typing import Any, ParamSpec

import click

from pinax_builder.build import build
from pinax_builder.config import BuildConfig, DocsetConfig, docset_config, load_config
from pinax_builder.errors import ConfigError
from pinax_builder.inspection import inspect_bundle
from pinax_builder.progress import BuildProgress
from pinax_builder.report import BuildReport
from pinax_runtime.contract.errors import PinaxError

Args = ParamSpec("Args")


def _failing_cleanly(command: Callable[Args, None]) -> Callable[Args, None]:
    @wraps(command)
    def run(*args: Args.args, **kwargs: Args.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except ConfigError as error:
            raise click.UsageError(str(error)) from error
        except PinaxError as error:
            raise click.ClickException(str(error)) from error

    return run


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version("pinax-builder"), prog_name="pinax")
def main() -> None:
    """Build static documentation bundles for AI agents."""


@main.command("build")
@click.argument("sources", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Folder of the bundle.")
@click.option("--base-url", help="Where the folder is published; without it a page's URL is its path in the folder.")
@click.option("--name", help="Name of the docset; by default the folder's.")
@click.option("--title", help="Title of the docset; by default its name.")
@click.option("--language", help="Language of pages that do not say theirs, e.g. de; by default en.")
@click.option("--include", multiple=True, metavar="GLOB", help="Take only files that match; may be repeated.")
@click.option("--exclude", multiple=True, metavar="GLOB", help="Leave out files that match; may be repeated.")
@click.option("--workers", type=click.IntRange(1, 256), help="Processes; by default one a processor.")
@click.option("--report", type=click.Path(path_type=Path, dir_okay=False), help="Write every rejection here, as JSON.")
@click.option("--prune", is_flag=True, help="Remove the files that only the replaced bundle used.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.option("-q", "--quiet", is_flag=True, help="No progress and no summary.")
@_failing_cleanly
def build_command(
    sources: tuple[Path, ...],
    output: Path | None,
    workers: int | None,
    report: Path | None,
    prune: bool,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """Build a bundle from folders of HTML and Markdown, or as a pinax.toml says.

    SOURCES are folders, each a docset, or one pinax.toml.
    """
    config = _config(sources, {key: value for key, value in options.items() if value})
    target = output or config.output
    if target is None:
        raise click.UsageError("Say where the bundle goes: -o FOLDER, or `output` under [build] in pinax.toml.")
    with BuildProgress(quiet=quiet or as_json) as progress:
        done = build(config, target, workers=workers, prune=prune, progress=progress)
    if report:
        report.write_text(done.to_json(), encoding="utf-8")
    if as_json:
        click.echo(done.to_json(), nl=False)
    elif not quiet:
        _print_report(done)


def _config(sources: tuple[Path, ...], options: dict[str, Any]) -> BuildConfig:
    """Make the build's configuration from a file, or from folders and options."""
    if len(sources) == 1 and (sources[0].suffix == ".toml" or sources[0].is_file()):
        if options:
            given = ", ".join(f"--{key.replace('_', '-')}" for key in options)
            raise click.UsageError(f"{given} cannot be combined with a pinax.toml; set it in its [[docset]].")
        return load_config(sources[0])
    single = [key for key in ("name", "base_url", "title") if key in options]
    if len(sources) > 1 and single:
        given = ", ".join(f"--{key.replace('_', '-')}" for key in single)
        raise click.UsageError(f"{given} fits one folder only; describe several in a pinax.toml.")
    values = {key: list(value) if isinstance(value, tuple) else value for key, value in options.items()}
    return BuildConfig(docsets=_unique([docset_config({**values, "path": str(path)}, Path()) for path in sources]))


def _unique(docsets: list[DocsetConfig]) -> tuple[DocsetConfig, ...]:
    """Number docsets of one name, which folders such as `a/html` and `b/html` give."""
    taken: dict[str, int] = {}
    unique = []
    for docset in docsets:
        taken[docset.name] = taken.get(docset.name, 0) + 1
        again = taken[docset.name] > 1
        unique.append(replace(docset, name=f"{docset.name}-{taken[docset.name]}") if again else docset)
    return tuple(unique)


def _print_report(report: BuildReport) -> None:
    for docset in report.docsets:
        click.echo(f"{docset.name}: {docset.admitted} pages, {docset.sections} sections")
        reasons = ", ".join(f"{reason} {count}" for reason, count in docset.reasons.items())
        if reasons:
            click.echo(f"  rejected {len(docset.rejections)}: {reasons}")
        if docset.notices:
            click.echo(f"  admitted with notices: {len(docset.notices)} (see --report)")
        if docset.excluded:
            click.echo(f"  excluded {docset.excluded}")
    size = f"{report.size_bytes / 1e6:.2f} MB in {report.files} files"
    click.echo(f"wrote {report.output}: {size}, {report.seconds:.1f} s")


@main.command("inspect")
@click.argument("bundle", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@_failing_cleanly
def inspect_command(bundle: Path, as_json: bool) -> None:
    """Say what a bundle holds and where its bytes are."""
    found = inspect_bundle(bundle)
    if as_json:
        click.echo(json.dumps(asdict(found), indent=1))
        return
    click.echo(f"{found.pages} pages, {found.sections} sections, {found.words} words, {found.terms} terms")
    for docset in found.docsets:
        languages = ", ".join(f"{language} {pages}" for language, pages in docset.languages.items())
        click.echo(f"  {docset.name}: {docset.pages} pages, {docset.sections} sections ({languages})")
    click.echo(f"{found.size_bytes:,} bytes in {found.files} files")
    for kind, use in found.kinds.items():
        click.echo(f"  {kind:<10} {use.files:>6} files {use.size_bytes:>12,} bytes")
    click.echo("largest:")
    for name, size in found.largest:
        click.echo(f"  {size:>10,} {name}")
