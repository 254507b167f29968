"""What a build did: counts for a person, and the same as JSON for a program (`--report`)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from pinax_builder.records import Rejection


@dataclass(frozen=True, slots=True)
class SiteReport:
    """How a site was crawled."""

    url: str
    base_url: str
    """What the pages lie below."""
    coverage: Mapping[str, Mapping[str, int]]
    """Strategy → `listed`, `fetched`, `admitted`, `dead`; best strategy first. One page may count in several."""
    requests: Mapping[str, int]
    """`sent`, `conditional`, `not_modified`, `from_store`."""
    notices: tuple[str, ...]
    cut: int
    """URLs that were not fetched because of `max_pages`."""
    stale: int
    """Pages kept from an earlier crawl because the server failed this time."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A way in which pages lost something, or look like each other."""

    what: str
    """A slug such as `words`; docs/configuration.md lists them under *What was lost*."""
    pages: int
    """Pages that it was found on."""
    is_warning: bool
    """Whether `pinax build --check` fails for it; else it is a notice."""
    detail: str
    """One sentence for a person, with the figures."""
    paths: Mapping[str, int]
    """Elements, or headings of Markdown, that lost most, such as `div.fragment > div.line`, and on how many pages."""
    rules: Mapping[str, int] = field(default_factory=dict)
    """Rules that took most of what pages lost, such as `repeated text`, and on how many pages."""
    example: str = ""
    """URL of the page that lost, or repeats, most; empty where the finding is about titles."""


@dataclass(frozen=True, slots=True)
class DocsetCheck:
    """How a docset's pages compare with what became of them."""

    compared: int = 0
    """Pages that were compared with their sections."""
    findings: tuple[Finding, ...] = ()

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """The findings that a person should look at."""
        return tuple(finding for finding in self.findings if finding.is_warning)


@dataclass(frozen=True, slots=True)
class DocsetReport:
    """What became of one docset's files."""

    name: str
    listed: int
    """Files that could be pages."""
    admitted: int
    """Pages in the bundle."""
    sections: int
    rejections: tuple[Rejection, ...]
    """Sorted by URL."""
    notices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """URL → what was wrong with a page that was admitted all the same."""
    skipped: Mapping[str, int] = field(default_factory=dict)
    """Files that are no pages, by extension. Without any page also the folders not walked: path, with a slash → 1."""
    unread: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The first paths of such files, by extension; of a folder."""
    excluded: int = 0
    """Pages left out by `include` and `exclude`."""
    ignored: int = 0
    """Files and folders of source code that a `.gitignore` leaves out."""
    site: SiteReport | None = None
    """For a site, how it was crawled."""
    check: DocsetCheck = field(default_factory=DocsetCheck)
    """What was lost, as far as counting tells."""
    reused: int = 0
    """Pages that an earlier build had indexed."""
    note: str = ""
    """Why the docset was not patched though that was wanted; empty otherwise."""

    @property
    def reasons(self) -> dict[str, int]:
        """Count the rejections by reason, most frequent first."""
        return dict(Counter(rejection.reason for rejection in self.rejections).most_common())

    @property
    def missing_readers(self) -> list[str]:
        """Say what to install for pages that nothing installed reads: a sentence for each of their kinds."""
        return sorted({one.detail for one in self.rejections if one.reason == "missing_reader"})


@dataclass(frozen=True, slots=True)
class QuestionsReport:
    """How a question file fits the pages of a bundle."""

    pages: int
    """Pages of the bundle."""
    asked: int
    """Pages with at least one question."""
    stale: tuple[str, ...]
    """Ids of lines that were written for another text."""
    gone: tuple[str, ...]
    """Ids of lines whose page or section is not in the bundle."""

    @property
    def share(self) -> float:
        """Share of the pages that have questions (percent)."""
        return 100 * self.asked / max(1, self.pages)


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build did."""

    output: str
    docsets: tuple[DocsetReport, ...]
    files: int
    size_bytes: int
    """Of all files that the new bundle refers to."""
    seconds: float
    unsigned: bool = False
    """Whether the signature of the earlier build was removed."""
    error: str = ""
    """Why nothing was written; then `docsets` are those that were read until then."""
    questions: QuestionsReport | None = None
    """How the question file fits the pages, if there is one."""

    def to_json(self) -> str:
        """Return the report as indented JSON, with the counts by reason beside the single rejections."""
        value: dict[str, Any] = asdict(self)
        if not self.error:
            del value["error"]
        if self.questions is None:
            del value["questions"]
        for docset, item in zip(self.docsets, value["docsets"], strict=True):
            item["reasons"] = docset.reasons
        return json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
