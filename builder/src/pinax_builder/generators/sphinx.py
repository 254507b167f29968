"""Build a bundle after each HTML build of Sphinx, as its extension.

It writes the bundle, llms.txt, llms-full.txt and Markdown twins into the site.

In `conf.py`: `extensions = ["pinax_builder.generators.sphinx"]`. Options: `pinax_name`, `pinax_bundle`,
`pinax_exclude`, `pinax_golden`, `pinax_llms_txt`, `pinax_llms_full`, `pinax_markdown`, `pinax_ui`. `html_baseurl` says
where pages are published. With `pinax_ui` (True, or the attributes of the search box) people search the bundle, too:
the box stands in place of the theme's search.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util import logging

from pinax_builder.generators.after_build import OPTIONS, publish
from pinax_builder.search_box import search_box
from pinax_runtime.format import PinaxError

_CHROME = {
    "html": ("_*/**", "genindex*.html", "search.html", "py-modindex.html"),
    "dirhtml": ("_*/**", "genindex*/**", "search/index.html", "py-modindex/index.html"),
}
"""Builder → patterns of pages that Sphinx makes and that are no documentation: sources, indexes and search."""


_TEMPLATES = Path(__file__).parent / "templates"
"""What stands for the templates of themes' searches: `searchfield.html` (Alabaster), `searchbox.html` (Read the Docs
and most others) and `sidebar/search.html` (Furo)."""


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the extension."""
    for name, default in OPTIONS.items():
        app.add_config_value(f"pinax_{name}", default, *(("html", [bool, dict]) if name == "ui" else ("",)))
    app.connect("config-inited", _before_build)
    app.connect("html-page-context", _on_page)
    app.connect("build-finished", _after_build)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _before_build(app: Sphinx, config: Config) -> None:
    """Let the search box stand in place of the search of themes, whose templates are named alike."""
    if config.pinax_ui:
        config.templates_path = [*config.templates_path, str(_TEMPLATES)]


def _on_page(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """Hand a page's search box to its templates."""
    if app.config.pinax_ui and app.builder.name in _CHROME:
        context["pinax_search"] = search_box(context["content_root"], app.config.pinax_bundle, app.config.pinax_ui)


def _after_build(app: Sphinx, error: Exception | None) -> None:
    if error or app.builder.format != "html" or app.builder.name not in _CHROME:
        return
    config = app.config
    log = logging.getLogger(__name__)
    try:
        report = publish(
            Path(app.outdir),
            {name: config[f"pinax_{name}"] for name in OPTIONS},
            project=config.project,
            title=config.html_title or config.project,
            base_url=config.html_baseurl,
            language=config.language or "",
            chrome=_CHROME[app.builder.name],
        )
    except PinaxError as failure:
        for line in str(failure).splitlines():
            log.warning("pinax: %s", line)  # a warning, so that `-W` decides whether the build fails
    else:
        log.info("pinax: %d pages in %s", report.docsets[0].admitted, report.output)
