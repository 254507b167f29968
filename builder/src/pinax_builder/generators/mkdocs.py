"""Build a bundle after each build of MkDocs, as its plugin.

It writes the bundle, llms.txt, llms-full.txt and Markdown twins into the site.

In `mkdocs.yml`: `plugins: [search, pinax]`. `site_url` says where the pages are published. With `ui: true`, or the
attributes of the search box, people search the bundle, too: the box stands in place of the theme's search, whose plugin
is switched off. HTML in the folder of sources that is no page of MkDocs, as a theme's templates, is not indexed.
"""

from __future__ import annotations

import glob
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure import StructureItem
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from pinax_builder.errors import GoldenError
from pinax_builder.generators.after_build import OPTIONS, publish
from pinax_builder.search_box import search_box
from pinax_runtime.format import PinaxError

_CHROME = ("404.html", "search.html")
"""Patterns of pages that MkDocs makes and that are no documentation."""


_PLACES = (
    re.compile(r'<nav class="md-header__inner\b[^>]*>.*?(?=<div class="md-header__source">|</nav>)', re.DOTALL),
    re.compile(r'<ul class="nav navbar-nav ms-md-auto">.*?(?=</ul>)', re.DOTALL),
    re.compile(r'<div class="wy-side-nav-search">.*?(?=</div>)', re.DOTALL),
    re.compile(r"<(?:header|body)\b[^>]*>"),
)
"""Where the search box stands, in the first of these places that a page has: at the end of the header of Material or
of the theme `mkdocs`, of the side bar of `readthedocs`, or where the page begins."""


class PinaxConfig(Config):  # type: ignore[no-untyped-call]
    """Options of the plugin."""

    name = config_options.Type(str, default=OPTIONS["name"])
    bundle = config_options.Type(str, default=OPTIONS["bundle"])
    exclude = config_options.ListOfItems(config_options.Type(str), default=OPTIONS["exclude"])
    llms_txt = config_options.Type(bool, default=OPTIONS["llms_txt"])
    llms_full = config_options.Type(bool, default=OPTIONS["llms_full"])
    markdown = config_options.Type(bool, default=OPTIONS["markdown"])
    ui = config_options.Type((bool, dict), default=OPTIONS["ui"])
    golden = config_options.ListOfItems(config_options.Type(dict), default=OPTIONS["golden"])


class PinaxPlugin(BasePlugin[PinaxConfig]):  # type: ignore[no-untyped-call]
    """Builds the bundle once MkDocs has written the site, and puts the search box into its pages."""

    def __init__(self) -> None:
        self._nav: list[tuple[str, str]] = []
        self._others: list[str] = []

    @event_priority(100)
    def on_config(self, config: MkDocsConfig) -> None:
        """Switch the theme's search off, before it does anything, where the search box takes its place."""
        if not self.config.ui:
            return
        for name in [name for name in config.plugins if name.rpartition("/")[2] == "search"]:
            plugin = config.plugins.pop(name)
            for methods in config.plugins.events.values():
                methods[:] = [method for method in methods if getattr(method, "__self__", None) is not plugin]

    @event_priority(-100)
    def on_env(self, env: object, *, config: MkDocsConfig, files: Files) -> None:
        """Remember which files of HTML are no pages, now that all plugins have added theirs."""
        self._others = [
            glob.escape(file.dest_uri) for file in files if file.dest_uri.endswith(".html") and not file.page
        ]

    @event_priority(-100)
    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> None:
        """Remember the navigation's groups."""
        self._nav = [
            (item.title if isinstance(item, Section) else "", page.file.dest_uri)
            for item in nav.items
            for page in _pages(item)
        ]

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Put the search box into a page."""
        root = get_relative_url(".", page.url)
        return self._with_box(output, "" if root == "." else f"{root.rstrip('/')}/")

    def on_post_template(self, output_content: str, *, template_name: str, config: MkDocsConfig) -> str:
        """Put the search box into the page for what is not found, which stands for pages of any depth."""
        return (
            self._with_box(output_content, urlsplit(config.site_url or "/").path)
            if template_name == "404.html"
            else output_content
        )

    def _with_box(self, page: str, root: str) -> str:
        if not self.config.ui:
            return page
        box = search_box(root, self.config.bundle, self.config.ui)
        for place in _PLACES:
            found = place.search(page)
            if found:
                return page[: found.end()] + box + page[found.end() :]
        return page

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Build the bundle and export its pages.

        A golden query that is not answered is a warning, with which `mkdocs build --strict` fails and `serve` goes on.

        Raises:
            PluginError: The bundle cannot be built; MkDocs ends with the message.
        """
        theme = config.theme
        log = get_plugin_logger(__name__)
        try:
            report = publish(
                Path(config.site_dir),
                self.config,
                project=config.site_name,
                title=config.site_name,
                base_url=config.site_url or "",
                language=str(theme.get("locale") or "") if theme else "",
                chrome=(*_CHROME, *self._others),
                nav=self._nav,
            )
        except GoldenError as failure:
            for line in str(failure).splitlines():
                log.warning("%s", line)
            return
        except PinaxError as failure:
            raise PluginError(f"pinax: {failure}") from failure
        log.info("%d pages in %s", report.docsets[0].admitted, report.output)


def _pages(item: StructureItem) -> Iterator[Page]:
    """Yield the pages of an item of the navigation, in order."""
    if isinstance(item, Page):
        yield item
    for child in item.children if isinstance(item, Section) else ():
        yield from _pages(child)
