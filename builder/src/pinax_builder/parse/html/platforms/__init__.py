"""List the platforms that publish documentation, and recognize the one that published a page.

To add a platform: its `Platform` in `PLAIN`. If its pages need a step of their own, it has a file with that, and an
entry in `PLATFORMS`; a phase calls the step. It runs on all pages, since platforms borrow each other's markup, and
looks at the markup alone.

Rules: a platform is recognized by its generator tag, else by markup that no other platform writes. Chrome that all
       platforms share (`nav`, `script`, permalinks) is in `chrome.py`.
"""

from __future__ import annotations

import re

from pinax_builder.parse.html.page_tree import PageTree
from pinax_builder.parse.html.platforms.docbook import DOCBOOK
from pinax_builder.parse.html.platforms.doxygen import DOXYGEN
from pinax_builder.parse.html.platforms.javadoc import JAVADOC
from pinax_builder.parse.html.platforms.qdoc import QDOC
from pinax_builder.parse.html.platforms.rdoc import RDOC
from pinax_builder.parse.html.platforms.record import PLAIN, Platform
from pinax_builder.parse.html.platforms.rustdoc import RUSTDOC
from pinax_builder.parse.html.platforms.scaladoc import SCALADOC
from pinax_builder.parse.html.platforms.scribble import SCRIBBLE
from pinax_builder.parse.html.platforms.sphinx import SPHINX

__all__ = ["PLATFORMS", "Platform", "platform_of"]

PLATFORMS = (RUSTDOC, JAVADOC, RDOC, SCRIBBLE, SCALADOC, DOXYGEN, *PLAIN, SPHINX, QDOC, DOCBOOK)
"""The known platforms; where two match a page, the first is taken."""


def platform_of(page: PageTree, generators: str) -> Platform | None:
    """Return the platform that published a page; None if it is not known.

    Args:
        page: The page.
        generators: What the page calls its generators, in lower case.
    """
    for platform in PLATFORMS if generators else ():
        if platform.generator and re.search(platform.generator, generators):
            return platform
    return next((platform for platform in PLATFORMS if page.select(platform.signs)), None)
