"""Build a bundle after each build of MkDocs, as its plugin.

It writes the bundle, llms.txt, llms-full.txt and Markdown twins into the site.

In `mkdocs.yml`: `plugins: [search, pinax]`. `site_url` says where the pages are published.
"""

from __future__ import annotations

from pathlib import Path

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, get_plugin_logger

from pinax_builder.configuration import name_for
from pinax_builder.errors import GoldenError
from pinax_builder.generators.after_build import BUNDLE, Publication, publish
from pinax_runtime.format import PinaxError

_CHROME = ("404.html", "search.html")
"""Patterns of pages that MkDocs makes and that are no documentation."""


class PinaxConfig(Config):  # type: ignore[no-untyped-call]
    """Options of the plugin."""

    bundle = config_options.Type(str, default=BUNDLE)
    exclude = config_options.ListOfItems(config_options.Type(str), default=[])
    llms_txt = config_options.Type(bool, default=True)
    llms_full = config_options.Type(bool, default=True)
    markdown = config_options.Type(bool, default=True)
    golden = config_options.ListOfItems(config_options.Type(dict), default=[])


class PinaxPlugin(BasePlugin[PinaxConfig]):  # type: ignore[no-untyped-call]
    """Builds the bundle once MkDocs has written the site."""

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Build the bundle and export its pages.

        A golden query that is not answered is a warning, with which `mkdocs build --strict` fails and `serve` goes on.

        Raises:
            PluginError: The bundle cannot be built; MkDocs ends with the message.
        """
        theme = config.theme
        publication = Publication(
            site=Path(config.site_dir),
            name=name_for(config.site_name),
            title=config.site_name,
            base_url=config.site_url or "",
            language=str(theme.get("locale") or "") if theme else "",
            bundle=self.config.bundle,
            exclude=(*_CHROME, *self.config.exclude),
            llms_txt=self.config.llms_txt,
            llms_full=self.config.llms_full,
            markdown=self.config.markdown,
            golden=self.config.golden,
        )
        log = get_plugin_logger(__name__)
        try:
            report = publish(publication)
        except GoldenError as failure:
            log.warning("%s", failure)
            return
        except PinaxError as failure:
            raise PluginError(f"pinax: {failure}") from failure
        log.info("%d pages in %s", report.docsets[0].admitted, report.output)
