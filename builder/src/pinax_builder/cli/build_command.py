"""`pinax build`: make a bundle of folders and sites."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, count
from pathlib import Path
from typing import Any, ParamSpec
from urllib.parse import urlsplit

import click

from pinax_builder.building import build
from pinax_builder.cli.ci_texts import questions_sentence, size_text
from pinax_builder.cli.progress import BuildProgress
from pinax_builder.configuration import (
    PAGEFIND_FILES,
    BuildConfig,
    DocsetConfig,
    docset_config,
    load_config,
    load_pagefind,
    project_of,
)
from pinax_builder.crawl import FOLDER, FORMS, SITE, Kind, kind_of
from pinax_builder.errors import OF_SHELLS, BuildError
from pinax_builder.languages import is_source, missing_modules
from pinax_builder.records import SOURCE_OF_A_PAGE
from pinax_builder.released import install_command
from pinax_builder.report import BuildReport, DocsetReport, Finding, QuestionsReport, SiteReport
from pinax_builder.storage import Place, Storage, is_storage, place_of
from pinax_runtime.trust.options import GivenPath, write_file

Args = ParamSpec("Args")
_NAMED_PAGES = 3
"""Most rejected pages that the summary names."""
_NAMED_LINES = 20
"""Lines of the question file without a page that are named; the report has all."""


class GivenPlace(GivenPath):
    """A path that says something, or the URL of an object store."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return a path or a storage."""
        place = place_of(str(value)) if is_storage(str(value)) else value
        return place if isinstance(place, Storage) else super().convert(place, param, ctx)


_OF_DOCSETS = (
    click.option("--base-url", help="URL where the folder is published; for a site, the URL that its pages lie below."),
    click.option(
        "--name", help="Name of the docset; by default the project's, the folder's, the site's or the catalog's."
    ),
    click.option("--title", help="Title of the docset; by default its name."),
    click.option("--language", help="Language of pages that do not say theirs; a site in another is refused."),
    click.option(
        "--include",
        multiple=True,
        metavar="GLOB",
        help="Take only paths that match (a glob or /regex/); may be repeated.",
    ),
    click.option("--exclude", multiple=True, metavar="GLOB", help="Leave out paths that match; may be repeated."),
    click.option("--max-pages", type=click.IntRange(1), help="Largest number of pages of a site; by default 1500."),
    click.option(
        "--header",
        "headers",
        multiple=True,
        metavar="'NAME: $VAR'",
        help="Send this header to the site; its value comes from VAR.",
    ),
    click.option("--concurrency", type=click.IntRange(1, 64), help="Requests to a site at once; by default 4."),
    click.option("--delay", "delay_s", type=click.FloatRange(0), help="Seconds between two requests; by default 0.1."),
    click.option(
        "--store", metavar="FILE", help="File that keeps a site's answers; by default one a docset in the user's cache."
    ),
    click.option("--ignore-robots", is_flag=True, help="Crawl without asking robots.txt, for a site of your own."),
    click.option("--allow-private", is_flag=True, help="Allow addresses that are not on the public Internet."),
    click.option("--no-render", is_flag=True, help="Start no browser for sites that are empty without scripts."),
)
"""Options that say what a docset is, and how a site is crawled."""

_OF_BUILDS = ("workers", "memory_mb", "executor", "allow_other_files", "prune", "force", "patch", "ui")
"""Options that `build` takes as they are."""


def site_options(command: Callable[Args, None]) -> Callable[Args, None]:
    """Add the options that `pinax build` and `pinax add` have in common."""
    for option in reversed(_OF_DOCSETS):
        command = option(command)
    return command


_HELP = f"""Build a bundle from folders of documentation and code, from sites and packages, or as a pinax.toml says.

    Folders hold HTML, Markdown, notebooks, OpenAPI or EPUB; where a reader is installed, also reStructuredText,
    AsciiDoc, man pages and PDF.

    Each of SOURCES becomes a docset: {FORMS}. Or it is one pinax.toml.
    """


@click.command("build", short_help="Build a bundle of folders and sites.", help=_HELP)
@click.argument("sources", nargs=-1, required=True)
@click.option("-o", "--output", type=GivenPlace(), metavar="DIR", help="Folder of the bundle, or s3:// and the like.")
@site_options
@click.option("--code", is_flag=True, help="Read source code too (needs pinax-builder[code]).")
@click.option("--keep-sources", is_flag=True, help="Index texts, too, that pages of HTML were built from.")
@click.option("--source-url-template", metavar="URL", help="Link to a file: https://host/{path}#L{line}-L{last_line}.")
@click.option("--offline", is_flag=True, help="Send nothing; build sites from their stores, packages from the cache.")
@click.option("--no-gate", is_flag=True, help="Take every page of a site, whatever it holds.")
@click.option("--quarantine", is_flag=True, help="Leave out pages with what is meant for models, not for readers.")
@click.option("--force", is_flag=True, help="Replace a site's docset even if more than half of its pages are gone.")
@click.option("--workers", type=click.IntRange(1, 256), help="Number of processes; by default one a processor.")
@click.option(
    "--memory",
    "memory_mb",
    type=click.IntRange(1),
    metavar="MB",
    help="Memory for all processes together; by default 100 MB and 150 a worker.",
)
@click.option(
    "--report",
    type=GivenPath(dir_okay=False),
    help="Write the report, with every rejection, to this JSON file.",
)
@click.option(
    "--check", is_flag=True, help="Exit with code 1 if pages lost content; the bundle is written all the same."
)
@click.option(
    "--cache",
    type=GivenPlace(file_okay=False),
    metavar="DIR",
    envvar="PINAX_BUILD_CACHE",
    help="Keep in this folder (or s3:// and the like) what pages became; by default in the user's cache.",
)
@click.option("--no-cache", is_flag=True, help="Keep nothing for the next build, and take nothing from an earlier one.")
@click.option(
    "--questions",
    type=GivenPath(dir_okay=False),
    metavar="FILE",
    help="Questions that pages answer; by default questions.jsonl beside pinax.toml.",
)
@click.option("--ranges/--no-ranges", default=None, help="The host sends parts of files; or only small files, whole.")
@click.option("--executor", metavar="dask://HOST:PORT", help="Read and index pages on this cluster.")
@click.option("--patch/--compact", default=None, help="Add a small segment for what changed; or build all in one.")
@click.option("--ui/--no-ui", default=None, help="Write the search box for people beside the bundle.")
@click.option("--allow-other-files", is_flag=True, help="Write into a folder that holds files and no bundle.")
@click.option("--prune", is_flag=True, help="Remove the files that only the replaced bundle used.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.option("-q", "--quiet", is_flag=True, help="Print no progress and no summary.")
def build_command(
    sources: tuple[str, ...],
    output: Place | None,
    report: Path | None,
    check: bool,
    as_json: bool,
    quiet: bool,
    no_render: bool,
    offline: bool,
    no_gate: bool,
    quarantine: bool,
    cache: Place | None,
    no_cache: bool,
    questions: Path | None,
    ranges: bool | None,
    **options: Any,
) -> None:
    """Build a bundle, as `_HELP` says."""
    how = {key: options.pop(key) for key in _OF_BUILDS}
    given = {key: value for key, value in options.items() if value not in (None, ()) and value is not False}
    config = _config(sources, given, tell=not quiet)
    docsets = tuple(
        replace(
            docset,
            gate=docset.gate and not no_gate,
            quarantine=docset.quarantine or quarantine,
            site=site and replace(site, render=site.render and not no_render, offline=site.offline or offline),
            package=package and replace(package, offline=package.offline or offline),
        )
        for docset, site, package in ((docset, docset.site, docset.package) for docset in config.docsets)
    )
    config = replace(config, docsets=docsets, questions=questions or config.questions)
    config = config if ranges is None else replace(config, ranges=ranges)
    if no_cache and (config.patch if how["patch"] is None else how["patch"]):
        raise click.UsageError("--no-cache and a patch exclude each other: what changed is known from the cache.")
    target = _target(config.output if output is None else output, report)
    try:
        with BuildProgress(quiet=quiet or as_json) as progress:
            done = build(config, target, cache=not no_cache and (cache or True), progress=progress, **how)
    except BuildError as error:
        failed = BuildReport(str(target), tuple(error.reports), 0, 0, 0.0, error=str(error))
        if report:
            write_file(report, failed.to_json(), "the report ")
        raise
    if report:
        write_file(report, done.to_json(), "the report ")
    if as_json:
        click.echo(done.to_json(), nl=False)
    elif not quiet:
        print_report(done, report)
    if config.golden:
        from pinax_builder.inspecting.asking import ask_golden

        ask_golden(target, config.golden)
    _end_with_warnings(done, report, check=check)


def _target(output: Place | None, report: Path | None) -> Place:
    """Return where the bundle goes; refuse a command line that does not say so, or whose report has no folder."""
    if output is None:
        raise click.UsageError("Say where the bundle goes: -o FOLDER, or `output` under [build] in pinax.toml.")
    if report and not report.absolute().parent.is_dir():
        raise click.UsageError(f"--report {report}: there is no folder {report.parent}; make it, or name another file.")
    return output


def _end_with_warnings(done: BuildReport, report: Path | None, *, check: bool) -> None:
    """End with exit code 1 if somebody asked for it and pages lost content."""
    warned = [docset.name for docset in done.docsets if docset.check.warnings]
    if check and warned:
        names = ", ".join(warned)
        raise click.ClickException(
            f"--check warns of {names}; {report or '--report FILE'} says why. The bundle is written."
        )


def _config(sources: tuple[str, ...], options: dict[str, Any], *, tell: bool) -> BuildConfig:
    """Make the build's configuration from a file, or from folders, sites and options."""
    if len(sources) == 1 and Path(sources[0]).name in PAGEFIND_FILES:
        return _from_pagefind(Path(sources[0]), options)
    if len(sources) == 1 and sources[0].endswith(".toml"):
        _refuse(options, "cannot be combined with a pinax.toml; set it in its [[docset]]")
        return load_config(Path(sources[0]))
    if len(sources) > 1:
        single = [key for key in ("name", "base_url", "title", "store", "source_url_template") if key in options]
        _refuse(single, "fits one source only; describe several in a pinax.toml")
    values = {key: list(value) if isinstance(value, tuple) else value for key, value in options.items()}
    docsets = []
    for source in sources:
        kind = _kind_of(source)
        docsets.append(docset_config({**values, kind.key: source}, Path()))
        if tell and "name" not in values:
            _tell_name(docsets[-1].name, source, kind)
    return BuildConfig(docsets=_unique(docsets))


def _kind_of(source: str) -> Kind:
    """Return what kind of source somebody has named; refuse what is none."""
    kind = kind_of(source)
    if kind is None:
        what = f" Of a file, name its folder, with --include {Path(source).name}; unpack other archives."
        raise click.UsageError(
            f"{source} is no source; name {FORMS} or a pinax.toml.{what if Path(source).is_file() else ''}"
        )
    return kind


def _refuse(options: Iterable[str], why: str) -> None:
    """Refuse options by their keys, if there are any."""
    if given := ", ".join(f"--{key.replace('_', '-')}" for key in options):
        raise click.UsageError(f"{given} {why}.")


def _tell_name(name: str, source: str, kind: Kind) -> None:
    """Say what a docset is called, where its source has no name that is as good as one that a person would give."""
    host = urlsplit(source).hostname or ""
    if kind is SITE and (host == "localhost" or not host.rpartition(".")[2].isalpha()):
        click.echo(f"NOTE: the docset is called after its address, {host}; --name gives a better name", err=True)
    if kind is FOLDER and (project := project_of(Path(source))):
        click.echo(f"NOTE: the docset is called {name}, after {project.file}; --name gives another", err=True)


def _from_pagefind(path: Path, options: dict[str, Any]) -> BuildConfig:
    """Make the configuration that a file of Pagefind stands for."""
    _refuse(options, f"cannot be combined with {path.name}; write a pinax.toml instead")
    docset, unknown = load_pagefind(path)
    if unknown:
        click.echo(f"NOTE: {path.name} has options without a counterpart here: {', '.join(unknown)}", err=True)
    return BuildConfig((docset,))


def _unique(docsets: list[DocsetConfig]) -> tuple[DocsetConfig, ...]:
    """Number docsets of one name, which folders such as `a/html` and `b/html` give."""
    unique: dict[str, DocsetConfig] = {}
    for docset in docsets:
        numbered = (f"{docset.name[: 63 - len(str(n))]}-{n}" for n in count(2))
        name = next(name for name in chain([docset.name], numbered) if name not in unique)
        unique[name] = replace(docset, name=name)
    return tuple(unique.values())


def print_report(report: BuildReport, file: Path | None = None) -> None:
    """Print what a build did, for a person; `file` is where the report lies."""
    teller = str(file or "--report FILE")
    for docset in report.docsets:
        click.echo(f"{docset.name}: {docset.admitted} pages, {docset.sections} sections")
        if docset.rejections:
            click.echo(f"  rejected {len(docset.rejections)}: {_counts(docset.reasons)}{_named(docset, teller)}")
        if docset.notices:
            click.echo(f"  {teller} has notes on {len(docset.notices)} of the pages, which are in the bundle")
        for remedy in _remedies(docset):
            click.echo(f"  NOTE: {remedy}", err=True)
        _print_skipped(docset.skipped, docset.unread, may_be_code=docset.site is None)
        if docset.excluded:
            click.echo(f"  excluded {docset.excluded}")
        if docset.ignored:
            click.echo(f"  ignored by .gitignore {docset.ignored}")
        _print_reuse(docset)
        _print_findings(docset.check.findings)
        if docset.site:
            _print_site(docset.site)
    if report.questions:
        _print_questions(report.questions)
    size = f"{size_text(report.size_bytes)} in {report.files} files"
    click.echo(f"wrote {report.output}: {size}, {report.seconds:.1f} s")
    if report.unsigned:
        click.echo(
            f"NOTE: the signature of the earlier build was removed; sign again: pinax sign {report.output}", err=True
        )


def _print_questions(report: QuestionsReport) -> None:
    click.echo(questions_sentence(report))
    for line in report.gone[:_NAMED_LINES]:
        click.echo(f"  NOTE: the question file has a line for {line}, which is not in the bundle", err=True)
    if (more := len(report.gone) - _NAMED_LINES) > 0:
        click.echo(f"  NOTE: and for {more:,} more; an id begins with the name of a docset of the bundle", err=True)


def _named(docset: DocsetReport, teller: str) -> str:
    """Name the pages that were rejected if they are few; else say that the teller does."""
    urls = [one.url for one in docset.rejections]
    if len(urls) > _NAMED_PAGES:
        return f"; {teller} says of each why"
    return f" ({', '.join(urls)}; {teller} says why)"


def _remedies(docset: DocsetReport) -> list[str]:
    """List what a person can do about pages that were refused or left out."""
    remedies = docset.missing_readers
    is_found = any(finding.what == "rejected" for finding in docset.check.findings)
    if (shells := docset.reasons.get("javascript_shell")) and not is_found:
        remedies.append(f"{shells} of the pages are empty until scripts run; {OF_SHELLS}.")
    if of_pages := docset.reasons.get(SOURCE_OF_A_PAGE):
        remedies.append(
            f"{of_pages} of the files say what pages of HTML say, and are left out; --keep-sources keeps them."
        )
    return remedies


def _print_reuse(docset: DocsetReport) -> None:
    if docset.reused:
        click.echo(f"  unchanged since an earlier build of this source: {docset.reused} pages")
    if docset.note:
        click.echo(f"  {docset.note}")


def _print_findings(findings: Sequence[Finding]) -> None:
    for finding in findings:
        paths = ", ".join(f"{path} ({pages})" for path, pages in finding.paths.items())
        kind = "WARNING" if finding.is_warning else "NOTE"
        lost = f" Most is lost in: {paths}." if paths else ""
        example = f" See {finding.example}." if finding.example else ""
        click.echo(f"  {kind}: {finding.what}: {finding.detail}{lost}{example}", err=True)
    if any(finding.is_warning and finding.example for finding in findings):
        click.echo(
            "  Compare such a page with `pinax-runtime get BUNDLE PAGE`. If the text is there, use the bundle as it is."
            " If not, docs/configuration.md says under *What was lost* what to do.",
            err=True,
        )


def _print_skipped(skipped: Mapping[str, int], examples: Mapping[str, tuple[str, ...]], *, may_be_code: bool) -> None:
    copies = {kind: count for kind, count in skipped.items() if " in " in kind}
    code = {kind: count for kind, count in skipped.items() if may_be_code and is_source(f"name{kind}")}
    hidden = {kind: count for kind, count in skipped.items() if kind.startswith("hidden ")}
    if unread := {kind: count for kind, count in skipped.items() if kind not in {**copies, **code, **hidden}}:
        nameless = ", ".join(examples.get("(none)", ()))
        named = f"; without an extension: {nameless}" if nameless else ""
        click.echo(f"  skipped, since no reader takes them: {_counts(unread)}{named}")
    if code:
        needs = f", which needs {install_command('code')}" if missing_modules() else ""
        click.echo(f"  skipped without --code{needs}: {_counts(code)}")
    if copies:
        click.echo(f"  skipped, since generators keep copies there: {_counts(copies)}")
    if hidden:
        click.echo(f"  skipped, since their names begin with a dot: {_counts(hidden)}")


def _counts(counted: Mapping[str, int]) -> str:
    """Write counts, the largest first, and of many the first ten."""
    items = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    more = [f"{len(items) - 10} more kinds"] if len(items) > 10 else []
    return ", ".join([*(f"{name} {count}" for name, count in items[:10]), *more])


def _print_site(site: SiteReport) -> None:
    for strategy, found in site.coverage.items():
        counts = ", ".join(f"{key} {found[key]}" for key in ("listed", "fetched", "admitted", "dead"))
        click.echo(f"  {strategy:<9} {counts}")
    if site.stale:
        click.echo(f"  kept from an earlier crawl, since the server failed: {site.stale}")
    for notice in site.notices:
        click.echo(f"  NOTE: {notice}", err=True)
