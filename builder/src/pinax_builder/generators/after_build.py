"""Build a bundle of the HTML that a site generator has just written, and export its pages.

In:    The folder of HTML, and where it is published.
Out:   The bundle, llms.txt, llms-full.txt and Markdown twins in that folder.
Rules: the bundle of an earlier build lies in the same folder, and is no page of the next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pinax_builder.building import build
from pinax_builder.configuration import BuildConfig, docset_config, golden_queries
from pinax_builder.inspecting.asking import ask_golden
from pinax_builder.inspecting.exporting import export_bundle
from pinax_builder.report import BuildReport

BUNDLE = "pinax"
"""Default folder of the bundle, below the site."""


@dataclass(frozen=True, slots=True)
class Publication:
    """A site that was just built, and what to make of it."""

    site: Path
    """Folder of the site's HTML."""
    name: str
    title: str = ""
    base_url: str = ""
    language: str = ""
    bundle: str = BUNDLE
    """Folder of the bundle below the site."""
    exclude: Sequence[str] = ()
    llms_txt: bool = True
    llms_full: bool = True
    markdown: bool = True
    ui: bool = False
    """Whether the search box for people is written beside the bundle."""
    nav: Sequence[tuple[str, str]] = ()
    """(heading in llms.txt, empty for none; path of the page's file below the site), in the navigation's order."""
    golden: Sequence[Mapping[str, object]] = ()
    """Golden queries, each with `query`, `expect` and what else a pinax.toml takes."""


def publish(publication: Publication) -> BuildReport:
    """Build the bundle and export its pages.

    Raises:
        BuildError: The bundle cannot be built, the configuration is not allowed, or a golden query is not answered.
    """
    values = {
        "path": str(publication.site),
        "name": publication.name,
        "include": ["**/*.html", "*.html"],
        "exclude": [f"{publication.bundle}/**", *publication.exclude],
        "title": publication.title,
        "base_url": publication.base_url,
        "language": publication.language,
    }
    docset = docset_config({key: value for key, value in values.items() if value}, Path())
    config = BuildConfig(
        (docset,), golden=golden_queries([dict(query) for query in publication.golden]), ui=publication.ui
    )
    report = build(config, publication.site / publication.bundle, workers=1, prune=True)
    export_bundle(
        publication.site / publication.bundle,
        publication.site,
        llms_txt=publication.llms_txt,
        llms_full=publication.llms_full,
        markdown=publication.markdown,
        nav=publication.nav,
    )
    ask_golden(publication.site / publication.bundle, config.golden)
    return report
