"""Measure a bundle against limits: its size, coverage, dead links and golden queries.

In:    A bundle, and the report of its build where coverage counts.
Out:   One Measure for each figure, with its limit and whether it holds.
Rules: a dead link leads below the docset's base URL and to no page of it. Only links count that look like pages:
       without an extension, or with one of a page. A target is taken as readers take it: with an index file, an
       extension or a slash at its end, or without. The address of a variant that was left out is that of its page, and
       so is the one where a site has it. A name in capitals without an extension is a file (`LICENSE-MIT`), no page.
       Fragments count by themselves, where they lead to no section of the page with the link. Code holds no links.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

from pinax_builder.errors import InputError
from pinax_builder.formats import address_of, format_of
from pinax_builder.inspecting.asking import failed_golden, worse_golden
from pinax_builder.inspecting.comparing import compare_files
from pinax_builder.parse.slugs import slugify
from pinax_builder.reading import manifests_of, open_entry, pages_of
from pinax_builder.report import QuestionsReport
from pinax_runtime.format import DocsetEntry, Entry, cause_of
from pinax_runtime.text import CODE_SPAN, FENCED, LINK

_PIECE = re.compile(rf"{FENCED}|{CODE_SPAN}|(?P<link>{LINK})", re.MULTILINE)
_ADDED = re.compile(r"[#?].*", re.DOTALL)
_ENDINGS = ("", ".html", ".htm", ".md", ".mdx", "/index.html", "/index.md", "/index.mdx", "/index.htm", "/README.md")
"""What may stand between a link's target and the URL of its page."""
_FILE_NAME = re.compile(r"[A-Z]{4,}[A-Z\d_-]*")
NO_PAGES = frozenset(
    {"data", "generated", "minified", "no_pagefind_body", "page_404", "redirect_stub", "template", "vendored"}
)
"""Reasons of rejections by which a build leaves out on purpose what nobody reads; such files are not missing."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One figure of a bundle."""

    name: str
    value: float
    limit: float | None
    holds: bool
    details: tuple[str, ...] = ()
    """What a person should look at first."""


def measure(
    bundle: Path,
    report: Path | None = None,
    *,
    max_bytes: int | None = None,
    min_coverage: float | None = None,
    max_dead_links: int | None = None,
    max_worse: int = 0,
) -> list[Measure]:
    """Measure a bundle, and compare it with limits; None for no limit.

    Args:
        bundle: Its folder.
        report: What `pinax build --report` wrote of it; without it, coverage is not measured.
        max_bytes: Largest size.
        min_coverage: Smallest share of its pages that each docset must have (percent).
        max_dead_links: Most links within a docset that lead to no page.
        max_worse: Most golden queries that may be answered worse with questions than without.

    Raises:
        BundleError: There is no bundle, or a file of it is damaged.
        InputError: The report cannot be read.
    """
    size = compare_files(bundle, bundle).of_bytes
    dead, lost = dead_links(bundle), dead_fragments(bundle)
    measures = [Measure("bytes", size, max_bytes, max_bytes is None or size <= max_bytes)]
    if report:
        value = _read(report)
        measures += [_coverage(docset, min_coverage) for docset in value["docsets"]]
        measures += _of_questions(value.get("questions"))
    for name, links, most in (("dead fragments", lost, None), ("dead links", dead, max_dead_links)):
        named = tuple(f"{link.page} → {link.target}" for link in links)
        measures.append(Measure(name, len(links), most, most is None or len(links) <= most, named))
    return measures + _of_golden(bundle, max_worse)


def _read(report: Path) -> dict[str, Any]:
    try:
        value = json.loads(report.read_text("utf-8"))
        docsets = [{**one, "name": str(one["name"]), "admitted": int(one["admitted"])} for one in value["docsets"]]
        questions = value.get("questions")
        return {"docsets": docsets, "questions": QuestionsReport(**questions) if questions else None}
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        remedy = "give the file that `pinax build --report` wrote"
        raise InputError(f"the report {report}", cause_of(error), remedy) from error


def _of_questions(report: QuestionsReport | None) -> list[Measure]:
    """Return the share of pages with questions, and how many lines of the question file are stale or have no page."""
    if report is None:
        return []
    return [
        Measure("pages with questions (%)", round(report.share, 1), None, True),
        Measure("stale questions", len(report.stale), None, True, tuple(report.stale)),
        Measure("questions without a page", len(report.gone), None, True, tuple(report.gone)),
    ]


def _of_golden(bundle: Path, most: int) -> list[Measure]:
    """Ask the golden queries; where the bundle has questions, compare their hits with questions and without."""
    entry = open_entry(bundle)
    if not entry.golden:
        return []
    failed = failed_golden(bundle)
    measures = [Measure("golden queries not answered", len(failed), 0, not failed, tuple(failed))]
    if _has_questions(bundle, entry):
        worse = worse_golden(bundle, entry.golden)
        measures.append(
            Measure("golden queries worse with questions", len(worse), most, len(worse) <= most, tuple(worse))
        )
    return measures


def _has_questions(bundle: Path, entry: Entry) -> bool:
    manifests = (manifest for docset in entry.docsets for manifest in manifests_of(bundle, docset))
    return any(manifest.questions for manifest in manifests)


def _coverage(docset: Mapping[str, Any], least: float | None) -> Measure:
    """Return the share of a docset's pages that the bundle has; a page that says the same as another one counts."""
    listed = [one for one in docset.get("rejections", []) if one.get("reason") not in NO_PAGES]
    refused = [one for one in listed if not one.get("twin")]
    repeated = len(listed) - len(refused)
    total = docset["admitted"] + repeated + len(refused)
    share = 100.0 * (total - len(refused)) / total if total else 0.0
    reasons = tuple(f"{one.get('reason', '?')}: {one.get('url', '?')}" for one in refused)
    return Measure(
        f"coverage of {docset['name']} (%)", round(share, 1), least, least is None or share >= least, reasons
    )


class DeadLink(NamedTuple):
    """A link that leads to no page, or to no section of its own page."""

    docset: str
    page: str
    """URL of the page with the link."""
    target: str


def dead_links(bundle: Path) -> list[DeadLink]:
    """Return the links of a bundle that lead to no page, each once a page, in the order of pages.

    Raises:
        BundleError: There is no bundle, or a file of it is damaged.
    """
    return [dead for docset in open_entry(bundle).docsets for dead in _of_docset(bundle, docset)]


def dead_fragments(bundle: Path) -> list[DeadLink]:
    """Return the links of a bundle that lead to no section of the page that has them; otherwise as `dead_links`."""
    found: set[DeadLink] = set()
    for docset in open_entry(bundle).docsets:
        for page, texts in pages_of(bundle, docset):
            of_title = slugify(page.sections[0].title)
            known = {*(section.anchor for section in page.sections), *page.aliases, of_title, "top"}
            for target in (target for text in texts for target in _links(text)):
                path, _, fragment = target.partition("#")
                spelled = (fragment, unquote(fragment), f"~{fragment}")
                if fragment and path in ("", page.url) and known.isdisjoint(spelled):
                    found.add(DeadLink(docset.name, page.url, f"#{fragment}"))
    return sorted(found)


def _of_docset(bundle: Path, docset: DocsetEntry) -> Iterator[DeadLink]:
    linked: dict[str, list[str]] = {}
    left_out: list[str] = []
    for page, texts in pages_of(bundle, docset):
        left_out += page.variants
        linked[page.url] = list(dict.fromkeys(_ADDED.sub("", target) for text in texts for target in _links(text)))
    paths = [url.removeprefix(docset.url) for url in (*linked, *left_out)]
    known = {_stem(path) for path in (*paths, *map(address_of, paths))}
    for url, targets in sorted(linked.items()):
        yield from (DeadLink(docset.name, url, target) for target in targets if _is_dead(target, docset.url, known))


def _links(text: str) -> Iterator[str]:
    """Yield the targets of a text's links, images aside."""
    for found in _PIECE.finditer(text):
        if found["link"] is None or found["link"].startswith("!"):
            continue
        yield from _links(found["label"])
        yield found["target"].strip("<>")


def _is_dead(target: str, base: str, known: Set[str]) -> bool:
    if (base and not target.startswith(base)) or (not base and (":" in target or target.startswith("/"))):
        return False
    path = target.removeprefix(base)
    last = posixpath.basename(path)
    if not path or ("." in last and format_of(path) is None) or _FILE_NAME.fullmatch(last):
        return False
    return _stem(path) not in known and not path.startswith("..")


def _stem(path: str) -> str:
    """Return a path without what readers may leave out at its end."""
    plain = unquote(path).strip("/")
    for ending in sorted(_ENDINGS, key=len, reverse=True):
        if ending and f"/{plain}".endswith(ending):
            return f"/{plain}"[: -len(ending)].strip("/")
    return plain
