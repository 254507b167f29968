"""What a docset holds, before any page is read: the record that every kind of source fills."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from pinax_builder.formats import MediaType
from pinax_builder.records import Records, Rejection


class ListedPage(Protocol):
    """A page that has not been read yet. It is hashable and picklable."""

    @property
    def url(self) -> str:
        """Where people find the page."""

    @property
    def path(self) -> str:
        """POSIX path below the base."""

    @property
    def media_type(self) -> MediaType:
        """What its bytes are."""

    @property
    def size_bytes(self) -> int:
        """Their number, as far as is known."""

    @property
    def answers(self) -> tuple[ListedPage, ...]:
        """The page once for each source of its bytes, best first."""

    @property
    def provenance(self) -> dict[str, str]:
        """Metadata that says where the page comes from: only what stays the same while the page does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """What a docset holds; of a site, `SiteListing` says more."""

    pages: Records[ListedPage]
    """Sorted by URL."""
    rejections: tuple[Rejection, ...]
    """Sorted by URL and reason; all of stage `crawl`."""
    base_url: str
    """What the pages lie below; empty where that is not known."""
    title: str = ""
    """As the source gives it; empty where it does not."""
    fetched_at: str = ""
    """When a site was crawled (RFC 3339, UTC); empty where the time of the build is meant."""
    skipped: Mapping[str, int] = field(default_factory=dict)
    """Extension (`.png`, `(none)`, `.rst in _sources` of a copy) or media type → number of files that are no pages."""
    excluded: int = 0
    """Number of pages that `include` and `exclude` leave out."""
    ignored: int = 0
    """Number of files and folders of source code that a `.gitignore` leaves out."""
    inventories: Mapping[str, bytes | None] = field(default_factory=dict)
    """Sphinx inventories beside the pages, by their paths below the base; None for what is too many or too much."""
    may_have_sources: bool = False
    """Whether some of the docset's texts may be what its pages of HTML were built from."""
