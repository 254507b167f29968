"""Look up well-known documentation sites by name, in the catalog that the builder comes with."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from operator import itemgetter


@dataclass(frozen=True, slots=True)
class CatalogSite:
    """A documentation site that can be added by its name."""

    name: str
    title: str
    url: str
    tags: Sequence[str] = ()
    excludes: Sequence[str] = ()


def load_catalog() -> dict[str, CatalogSite]:
    """Return the sites by name."""
    sites = json.loads(files("pinax_builder.configuration").joinpath("catalog.json").read_bytes())["sites"]
    return {item["name"]: CatalogSite(**item) for item in sorted(sites, key=itemgetter("name"))}
