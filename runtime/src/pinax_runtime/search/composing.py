"""Make one library of several bundles: their docsets under different names, with weights and tags as wanted.

Rules: nothing depends on the order of the bundles but the numbers that tell those of one name apart; none is preferred.
Why:   docs/decisions/0018
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from operator import itemgetter
from pathlib import Path

from pinax_runtime.format import PinaxError, Ranking, limits
from pinax_runtime.search.bundle import Bundle, open_bundle
from pinax_runtime.search.knobs import OTHER_VERSION_WEIGHT
from pinax_runtime.search.library import Library
from pinax_runtime.search.project import Documented, Packages, Use, in_use
from pinax_runtime.search.reading.cache import DEFAULT_BYTES
from pinax_runtime.search.reading.source import Source
from pinax_runtime.search.showing.docset import Docset

_NAME_CHARS = 64
"""Length of a docset's name (characters), as in the format."""


class UnknownTargetError(PinaxError):
    """A override concerns what is not there."""

    def __init__(self, target: str, known: Sequence[str]) -> None:
        super().__init__(f"there is no docset and no bundle {target!r}. There are: {', '.join(known)}.")
        self.target, self.known = target, known


@dataclass(frozen=True, slots=True)
class Override:
    """The weight and the tags that a user gives to a docset, or to all docsets of a bundle."""

    target: str = ""
    """Name of a docset in the library, or a bundle's location; everything when empty."""
    weight: float = 1.0
    """Factor of its hits' scores, besides the weight that its bundle has for it."""
    tags: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Facet → values that its pages have besides their own."""


def compose(bundles: Sequence[Bundle], overrides: Sequence[Override] = (), packages: Packages | None = None) -> Library:
    """Return the docsets of bundles as one library.

    Docsets of one name in different bundles are called `<bundle>.<name>`, each of them. Ranking parameters on which the
    bundles agree hold; for the others, the format's defaults. Of several docsets of one package, those that are not the
    nearest to the version in `packages` weigh less.
    """
    docsets = []
    named = sorted(_named(bundles), key=itemgetter(0))
    uses = in_use((Documented(key, docset.name, docset.entry.version) for key, _, docset in named), packages or {})
    for name, bundle, docset in named:
        mine = [override for override in overrides if override.target in ("", name, bundle.location)]
        weight = docset.entry.weight
        for override in mine:
            weight *= override.weight
        use = uses.get(name)
        if use and not use.is_nearest:
            weight *= OTHER_VERSION_WEIGHT
        entry = replace(docset.entry, name=name, weight=min(weight, float(limits.WEIGHT)))
        docsets.append(Docset(entry, bundle.files, _joined(override.tags for override in mine), _note(docset, use)))
    golden = [query for bundle in bundles for query in bundle.golden]
    return Library(docsets, _common([bundle.ranking for bundle in bundles]), golden)


def open_library(
    locations: Sequence[str | Path | Source], overrides: Sequence[Override] = (), *, cache_bytes: int = DEFAULT_BYTES
) -> Library:
    """Open one bundle or several as one library.

    Args:
        locations: As `open_bundle` takes them; at least one.
        overrides: Weights and tags of docsets.
        cache_bytes: Most memory for decoded files of all of them (bytes, estimated).

    Raises:
        UnknownTargetError: A override concerns no docset and no bundle of these.
        BundleError: As `open_bundle`.
    """
    bundles = [open_bundle(location, cache_bytes=cache_bytes // len(locations)) for location in locations]
    check_targets(bundles, overrides)
    return compose(bundles, overrides)


def check_targets(bundles: Sequence[Bundle], overrides: Iterable[Override]) -> None:
    """Refuse overrides that concern nothing.

    Raises:
        UnknownTargetError: No docset and no bundle is called so.
    """
    known = [name for name, _, _ in _named(bundles)]
    for override in overrides:
        if override.target not in ("", *known, *(bundle.location for bundle in bundles)):
            raise UnknownTargetError(override.target, known)


def _named(bundles: Sequence[Bundle]) -> Iterator[tuple[str, Bundle, Docset]]:
    """Yield all docsets by name; with their bundle's where a name alone would not do."""
    shared = {name for name, n in Counter(name for bundle in bundles for name in bundle.docsets).items() if n > 1}
    taken = {name for bundle in bundles for name in bundle.docsets if name not in shared}
    for bundle in bundles:
        for name, docset in bundle.docsets.items():
            unique = _qualified(bundle.location, name, taken) if name in shared else name
            taken.add(unique)
            yield unique, bundle, docset


def _qualified(location: str, name: str, taken: set[str]) -> str:
    last = re.split(r"[/\\]", location.rstrip("/\\"))[-1]
    bundle = re.sub(r"[^A-Za-z0-9._-]+", "-", last).strip("-.") or "bundle"
    n, number = 1, ""
    while True:
        room = max(1, _NAME_CHARS - len(name) - len(number) - 1)
        candidate = f"{bundle[:room]}{number}.{name}"[:_NAME_CHARS]
        if candidate not in taken:
            return candidate
        n += 1
        number = f"-{n}"
        name = name[: _NAME_CHARS - len(number) - 2]


def _note(docset: Docset, use: Use | None) -> str:
    """Say that a project uses another version than a docset documents; empty if it does not."""
    if use is None or use.documents_it:
        return ""
    return f"the project uses {' and '.join(use.versions)}; this documents {docset.entry.version}"


def _joined(tags: Iterable[Mapping[str, Sequence[str]]]) -> dict[str, list[str]]:
    joined: dict[str, list[str]] = {}
    for some in tags:
        for facet, values in some.items():
            joined[facet] = sorted({*joined.get(facet, ()), *values})
    return joined


def _common(rankings: Sequence[Ranking]) -> Ranking:
    first, *others = rankings
    agreed = {
        parameter.name: getattr(first, parameter.name)
        for parameter in fields(Ranking)
        if all(getattr(other, parameter.name) == getattr(first, parameter.name) for other in others)
    }
    return Ranking(**agreed)
