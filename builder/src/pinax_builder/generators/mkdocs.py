"""A plugin of MkDocs: after a build it writes the bundle, llms.txt, llms-full.txt and Markdown twins.

In `mkdocs.yml`: `plugins: [search, pinax]`. `site_url` says where the pages are published.
"""

from __future__ import annotations

from pathlib import Path

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, get_plugin_logger

from pinax_builder.configuration.checks import name_for
from pinax_builder.generators.after_build import BUNDLE, Publication, publish
from pinax_runtime.contract.errors import PinaxError

_CHROME = ("404.html", "search.html")
"""Pages that are no documentation."""


class PinaxConfig(Config):  # type: ignore[no-untyped-call]
    """Options of the plugin."""

    bundle = config_options.Type(str, default=BUNDLE)
    exclude = config_options.ListOfItems(config_options.Type(str), default=[])
    llms_txt = config_options.Type(bool, default=True)
    llms_full = config_options.Type(bool, default=True)
    markdown = config_options.Type(bool, default=True)


class PinaxPlugin(BasePlugin[PinaxConfig]):  # type: ignore[no-untyped-call]
    """Builds the bundle when the site is written."""

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Build and export.

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
        )
        try:
            report = publish(publication)
        except PinaxError as failure:
            raise PluginError(f"pinax: {failure}") from failure
        get_plugin_logger(__name__).info("%d pages in %s", report.docsets[0].admitted, report.output)
