"""Let the site have what its pages link to outside `docs/`, as a hook of MkDocs.

Strategy: some Markdown files of the project are pages of the site. Any other file that a page links to becomes a file
of the site, as it is. A folder stands for its README. What is not there stays as it is, and `--strict` complains.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
PAGES = {"CHANGELOG.md": "changes.md", "CONTRIBUTING.md": "contributing.md", "SECURITY.md": "security.md"}
"""Pages of the site by the file of the project that they show."""
_FILES = "files/"
"""Folder of the site for files that are linked to."""
_LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)\s#]+)((?:#[^)\s]*)?)\)")
_CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the project's own pages, and the files that pages link to."""
    decisions = sorted(file.src_uri for file in files if re.fullmatch(r"decisions/\d+-.*", file.src_uri))
    config.nav[-1]["Explanation"][-1] = {"Decisions": ["decisions/README.md", *decisions]}
    for source, page in PAGES.items():
        files.append(File.generated(config, page, content=(ROOT / source).read_text("utf-8")))
    for page in [file for file in files if file.is_documentation_page()]:
        for target, _ in _LINK.findall(_CODE.sub("", page.content_string)):
            source = _source_of(page.src_uri, target)
            if source not in PAGES and not source.startswith("docs/") and (ROOT / source).is_file():
                _add(files, config, source)
    return files


def _add(files: Files, config: MkDocsConfig, source: str) -> None:
    if files.get_file_from_path(_site_path(source)) is None:
        files.append(File.generated(config, _site_path(source), abs_src_path=str(ROOT / source)))


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turn links that lead through the project into links that lead through the site."""
    here = page.file.src_uri

    def led(found: re.Match[str]) -> str:
        target, fragment = found.groups()
        path = posixpath.relpath(_site_path(_source_of(here, target)), posixpath.dirname(here) or ".")
        return f"]({path}{fragment})"

    return _LINK.sub(led, markdown)


def _source_of(page: str, target: str) -> str:
    """Return the path of a link's target below the project's folder.

    >>> _source_of("changes.md", "docs/tools.md"), _source_of("how-to/ci.md", "../../action.yml")
    ('docs/tools.md', 'action.yml')
    """
    shown = {at: source for source, at in PAGES.items()}.get(page) or f"docs/{page}"
    if page.startswith(_FILES):
        shown = page.removeprefix(_FILES)
    source = posixpath.normpath(posixpath.join(posixpath.dirname(shown), target))
    return f"{source}/README.md" if (ROOT / source).is_dir() else source


def _site_path(source: str) -> str:
    """Return the path that a file of the project has in the site's folder of sources.

    >>> _site_path("docs/tools.md"), _site_path("SECURITY.md"), _site_path("examples/ci/gitlab.yml")
    ('tools.md', 'security.md', 'files/examples/ci/gitlab.yml')
    """
    return PAGES.get(source) or (source.removeprefix("docs/") if source.startswith("docs/") else f"{_FILES}{source}")
