"""`pinax add`, `list`, `remove`, `refresh` and `doctor`: the docsets of a pinax.toml; `pinax catalog`: known sites."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import click

from pinax_builder.building import build
from pinax_builder.cli.build_command import print_report, site_options
from pinax_builder.cli.group import Commands
from pinax_builder.cli.progress import BuildProgress
from pinax_builder.configuration import (
    BuildConfig,
    DocsetConfig,
    docset_config,
    load_catalog,
    load_config,
    with_docset,
    without_docset,
)
from pinax_builder.crawl import SITE, kind_of
from pinax_builder.errors import ConfigError, NoPagesError, SiteRefusedError
from pinax_builder.inspecting.doctor import MAX_AGE_DAYS, examine
from pinax_builder.site_gate import list_and_judge
from pinax_runtime.trust import replacement
from pinax_runtime.trust.options import GivenPath

_CONFIG_OPTION = click.option(
    "--config",
    type=GivenPath(),
    default=Path("pinax.toml"),
    show_default=True,
    help="Configuration file.",
)


@click.command("add", short_help="Add a site to pinax.toml.")
@click.argument("source")
@_CONFIG_OPTION
@site_options
@click.option("--no-gate", is_flag=True, help="Take every page, whatever it holds; now and in later builds.")
def add_command(source: str, config: Path, no_gate: bool, no_render: bool, **options: Any) -> None:
    """Add a site to pinax.toml, if its pages are worth indexing.

    The site is crawled and checked first. The options given are written to the file with it.

    SOURCE is an http(s) URL, or a name that `pinax catalog list` shows.
    """
    given = {key: list(value) if isinstance(value, tuple) else value for key, value in options.items() if value}
    if options["delay_s"] is not None:
        given["delay_s"] = options["delay_s"]
    values = ({"url": source} if kind_of(source) is SITE else _from_catalog(source)) | given
    if no_gate:
        values["gate"] = False
    if no_render:
        values["render"] = False
    text = config.read_text("utf-8-sig") if config.exists() else ""
    docset = docset_config(values, config.parent)
    values = {"name": docset.name, **values}
    after = with_docset(text, values)
    if text and docset.name in [known.name for known in load_config(config, may_be_empty=True).docsets]:
        raise ConfigError("name", docset.name, "another one (--name), or remove that docset first", "is taken")
    pages = _gated(docset)
    _replace(config, after)
    click.echo(f"added {docset.name} to {config}: {pages} pages; `pinax build {config} -o BUNDLE` indexes them")


@click.command("list", short_help="List the docsets of pinax.toml.")
@_CONFIG_OPTION
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def list_command(config: Path, as_json: bool) -> None:
    """List the docsets of pinax.toml, each with its folder or URL."""
    docsets = load_config(config, may_be_empty=True).docsets
    rows = [{"name": d.name, "title": d.title or d.name, "source": _source(d)} for d in docsets]
    if as_json:
        click.echo(json.dumps(rows, indent=1, ensure_ascii=False))
        return
    for row in rows:
        click.echo(f"{row['name']:<24} {row['source']}")


def _source(docset: DocsetConfig) -> str:
    """Return where a docset comes from."""
    if docset.site:
        return docset.site.url
    return docset.package.spec.text if docset.package else str(docset.path)


@click.command("remove", short_help="Remove a docset from pinax.toml.")
@click.argument("name")
@_CONFIG_OPTION
def remove_command(name: str, config: Path) -> None:
    """Remove the docset NAME from pinax.toml.

    Bundles, and the files that keep what a site answered, stay as they are.
    """
    loaded = load_config(config, may_be_empty=True)
    docset = _chosen(loaded, (name,))[0]
    _replace(config, without_docset(config.read_text("utf-8-sig"), loaded.docsets.index(docset)))
    click.echo(f"removed {name} from {config}")


@click.command("refresh", short_help="Update the bundle that pinax.toml describes.")
@click.argument("names", nargs=-1)
@_CONFIG_OPTION
@click.option("-o", "--output", type=GivenPath(), help="Folder of the bundle; by default the one in pinax.toml.")
@click.option("--force", is_flag=True, help="Replace a site's docset even if more than half of its pages are gone.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def refresh_command(names: tuple[str, ...], config: Path, output: Path | None, force: bool, as_json: bool) -> None:
    """Update the bundle that pinax.toml describes.

    NAMES are the docsets whose sites are asked for changes; by default all. Other sites are built from what they
    answered before.
    """
    loaded = load_config(config, may_be_empty=True)
    wanted = {docset.name for docset in _chosen(loaded, names)}
    docsets = tuple(docset if docset.name in wanted else _from_store(docset) for docset in loaded.docsets)
    target = output or loaded.output
    if target is None:
        raise click.UsageError("Say where the bundle is: -o FOLDER, or `output` under [build] in pinax.toml.")
    with BuildProgress(quiet=as_json) as progress:
        done = build(replace(loaded, docsets=docsets), target, force=force, cache=True, progress=progress)
    if as_json:
        click.echo(done.to_json(), nl=False)
    else:
        print_report(done)


@click.command("doctor", short_help="Check whether sites still match their bundle.")
@click.argument("names", nargs=-1)
@_CONFIG_OPTION
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
    help="Age above which a docset is stale (days).",
)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def doctor_command(names: tuple[str, ...], config: Path, output: Path | None, max_age: float, as_json: bool) -> None:
    """Check whether sites still have what was built from them.

    NAMES are docsets of pinax.toml; by default all sites. The exit code is 1 if a site needs a look.
    """
    loaded = load_config(config)
    docsets = [docset for docset in _chosen(loaded, names) if docset.site]
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


@click.group("catalog", cls=Commands, short_help="List the sites that `pinax add NAME` knows.")
def catalog_command() -> None:
    """List the sites that `pinax add NAME` knows."""


@catalog_command.command("list")
@click.option("--tag", help="List only sites with this tag.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def list_sites(tag: str | None, as_json: bool) -> None:
    """List the sites that `pinax add NAME` knows."""
    catalog = load_catalog().values()
    sites = [site for site in catalog if tag is None or tag in site.tags]
    if not sites:
        known = ", ".join(sorted({known for site in catalog for known in site.tags}))
        click.echo(f"no site has the tag {tag!r}; there are {known}", err=True)
    if as_json:
        click.echo(json.dumps([asdict(site) for site in sites], indent=1, ensure_ascii=False))
        return
    for site in sites:
        click.echo(f"{site.name:<20} {site.title:<28} {site.url}  [{', '.join(site.tags)}]")


def _chosen(config: BuildConfig, names: Sequence[str]) -> list[DocsetConfig]:
    """Return the docsets with the given names; all docsets if no name is given.

    Raises:
        ConfigError: There is no docset of such a name.
    """
    by_name = {docset.name: docset for docset in config.docsets}
    for name in names:
        if name not in by_name:
            raise ConfigError("name", name, f"one of {', '.join(by_name)}", "is no docset of the file")
    return [by_name[name] for name in names] if names else list(config.docsets)


def _replace(config: Path, text: str) -> None:
    """Replace a configuration at once, so that no reader finds half of it.

    Raises:
        ClickException: It cannot be written.
    """
    try:
        with replacement(config) as file:
            file.write(text.encode())
    except OSError as error:
        remedy = "name another file with --config, or change it by hand"
        raise click.ClickException(f"cannot write {config}: {error.strerror or error}; {remedy}.") from error


def _from_catalog(name: str) -> dict[str, Any]:
    """Return the options of a site in the catalog.

    Raises:
        ConfigError: The catalog has no such site.
    """
    site = load_catalog().get(name)
    if site is None:
        raise ConfigError("source", name, "an http(s) URL, or a name of `pinax catalog list`", "is not in the catalog")
    values: dict[str, Any] = {"name": site.name, "title": site.title, "url": site.url}
    return {**values, "exclude": list(site.excludes)} if site.excludes else values


def _gated(docset: DocsetConfig) -> int:
    """Crawl a site into its store and gate it; return the number of its pages.

    Raises:
        SiteRefusedError: The gate refuses it.
        NoPagesError: It has none.
    """
    listing, verdict = list_and_judge(docset)
    if not listing.pages:
        reasons = Counter(rejection.reason for rejection in listing.rejections)
        raise NoPagesError(docset.name, len(listing.rejections), reasons)
    if verdict and not verdict.admitted:
        raise SiteRefusedError(docset.name, listing.base_url, verdict)
    return len(listing.pages)


def _from_store(docset: DocsetConfig) -> DocsetConfig:
    """Let a site be built from its store, if there is one."""
    if docset.site is None or not docset.site.store.exists():
        return docset
    return replace(docset, site=replace(docset.site, offline=True))
