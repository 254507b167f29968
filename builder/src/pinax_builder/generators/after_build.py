"""Build a bundle of the HTML that a site generator has just written, and export its pages.

In:    The folder of HTML, where it is published, and the plugin's options.
Out:   The bundle, llms.txt, llms-full.txt and Markdown twins in that folder.
Rules: the bundle of an earlier build lies in the same folder, and is no page of the next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pinax_builder.building import build
from pinax_builder.configuration import BuildConfig, docset_config, golden_queries, name_for
from pinax_builder.inspecting.asking import ask_golden
from pinax_builder.inspecting.exporting import export_bundle
from pinax_builder.report import BuildReport

OPTIONS: Mapping[str, Any] = {
    "name": "",
    "bundle": "pinax",
    "exclude": [],
    "llms_txt": True,
    "llms_full": True,
    "markdown": True,
    "ui": False,
    "golden": [],
}
"""Options of both plugins and their defaults: the docset's name (empty for the project's), the bundle's folder
below the site, patterns of pages to leave out, what is exported, whether the search box for people is written (or its
attributes), and golden queries as a pinax.toml has them."""


def publish(
    site: Path,
    options: Mapping[str, Any],
    *,
    project: str,
    title: str,
    base_url: str,
    language: str,
    chrome: Sequence[str],
    nav: Sequence[tuple[str, str]] = (),
) -> BuildReport:
    """Build the bundle and export its pages.

    Args:
        site: Folder of the site's HTML.
        options: A value for each of `OPTIONS`.
        project: What names the docset if no option does.
        title: The site's.
        base_url: Where the site is published; empty where that is not known.
        language: Language of pages that do not say theirs; empty for none.
        chrome: Patterns of pages that the generator makes and that are no documentation.
        nav: (heading in llms.txt, empty for none; path of the page's file below the site), in the navigation's order.

    Raises:
        BuildError: The bundle cannot be built, the configuration is not allowed, or a golden query is not answered.
    """
    bundle = site / options["bundle"]
    values = {
        "path": str(site),
        "name": options["name"] or name_for(project),
        "include": ["**/*.html", "*.html"],
        "exclude": [f"{options['bundle']}/**", *chrome, *options["exclude"]],
        "title": title,
        "base_url": base_url,
        "language": language,
    }
    docset = docset_config({key: value for key, value in values.items() if value}, Path())
    golden = golden_queries([dict(query) for query in options["golden"]])
    config = BuildConfig((docset,), golden=golden, ui=bool(options["ui"]))
    report = build(config, bundle, workers=1, prune=True)
    exported = {key: options[key] for key in ("llms_txt", "llms_full", "markdown")}
    export_bundle(bundle, site, **exported, nav=nav)
    ask_golden(bundle, config.golden)
    return report
