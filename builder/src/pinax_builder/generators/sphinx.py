"""Build a bundle after each HTML build of Sphinx, as its extension.

It writes the bundle, llms.txt, llms-full.txt and Markdown twins into the site.

In `conf.py`: `extensions = ["pinax_builder.generators.sphinx"]`. Options: `pinax_bundle`, `pinax_exclude`,
`pinax_golden`, `pinax_llms_txt`, `pinax_llms_full`, `pinax_markdown`. `html_baseurl` says where pages are published.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.util import logging

from pinax_builder.configuration import name_for
from pinax_builder.generators.after_build import BUNDLE, Publication, publish
from pinax_runtime.format import PinaxError

_CHROME = {
    "html": ("_*/**", "genindex*.html", "search.html", "py-modindex.html"),
    "dirhtml": ("_*/**", "genindex*/**", "search/index.html", "py-modindex/index.html"),
}
"""Builder → patterns of pages that Sphinx makes and that are no documentation: sources, indexes and search."""


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the extension."""
    app.add_config_value("pinax_bundle", BUNDLE, "")
    app.add_config_value("pinax_exclude", [], "")
    app.add_config_value("pinax_golden", [], "")
    for part in ("llms_txt", "llms_full", "markdown"):
        app.add_config_value(f"pinax_{part}", True, "")
    app.connect("build-finished", _after_build)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _after_build(app: Sphinx, error: Exception | None) -> None:
    if error or app.builder.format != "html" or app.builder.name not in _CHROME:
        return
    config = app.config
    publication = Publication(
        site=Path(app.outdir),
        name=name_for(config.project),
        title=config.html_title or config.project,
        base_url=config.html_baseurl,
        language=config.language or "",
        bundle=config.pinax_bundle,
        exclude=(*_CHROME[app.builder.name], *config.pinax_exclude),
        llms_txt=config.pinax_llms_txt,
        llms_full=config.pinax_llms_full,
        markdown=config.pinax_markdown,
        golden=config.pinax_golden,
    )
    log = logging.getLogger(__name__)
    try:
        report = publish(publication)
    except PinaxError as failure:
        log.warning("pinax: %s", failure)  # a warning, so that `-W` decides whether the build fails
    else:
        log.info("pinax: %d pages in %s", report.docsets[0].admitted, report.output)
