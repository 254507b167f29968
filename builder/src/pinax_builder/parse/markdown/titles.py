"""Find the title of a Markdown page.

In:    The title in the front matter, the heading that is the page's own, the title in a sidebar, and the page's path.
Out:   A title that distinguishes the page from its neighbors.
Rules: the first of these that there is: front matter, heading, sidebar, file name in readable form. A heading that most
       pages begin with is the site's; it is no page's but the home page's. An index page without a title has its
       folder's name. A title such as "Overview" gets the folder's name before it.
"""

from __future__ import annotations

import re

_INDEX_NAMES = frozenset({"index", "readme", "_index"})
_GENERIC_TITLES = frozenset({"index", "overview", "readme"})
_ORDER_PREFIX = re.compile(r"^(?:ch|chapter|part|sec)?[-_]?\d{1,4}(?:[-_.]\d{1,4})*[-_. ]+(?=\D)", re.IGNORECASE)


def page_title(given: str, heading: str, in_sidebar: str, path: str) -> str:
    """Return a page's title.

    >>> page_title("", "", "", "01-guide/getting_started.md")
    'Getting started'
    >>> page_title("Overview", "", "", "networking/index.md")
    'Networking: Overview'
    """
    title = given or heading or in_sidebar
    folders, name = path.split("/")[:-1], path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    folder = readable(folders[-1]) if folders else ""
    if not title:
        return folder if folder and name.lower() in _INDEX_NAMES else readable(name)
    if folder and title.strip().lower() in _GENERIC_TITLES and folder.lower() != title.strip().lower():
        return f"{folder}: {title}"
    return title


def is_home(path: str) -> bool:
    """Tell whether a path is that of a docset's first page.

    >>> is_home("README.md"), is_home("guide/index.md")
    (True, False)
    """
    return path.rsplit(".", 1)[0].lower() in _INDEX_NAMES


def readable(name: str) -> str:
    """Return the name of a file or folder in readable form.

    >>> readable("02-error_handling"), readable("(tabs)"), readable("API")
    ('Error handling', 'Tabs', 'API')
    """
    words = " ".join(re.split(r"[-_\s]+", _ORDER_PREFIX.sub("", name).strip("()[]_ ")))
    return (words[:1].upper() + words[1:]) if words else name
