"""What is to be built? `pinax.toml`, its checks, its text, and the catalog of known sites."""

from __future__ import annotations

from pinax_builder.configuration.catalog import CatalogSite, load_catalog
from pinax_builder.configuration.checks import name_for
from pinax_builder.configuration.config import (
    QUESTION_FILE,
    BuildConfig,
    DocsetConfig,
    SiteConfig,
    docset_config,
    golden_queries,
    load_config,
)
from pinax_builder.configuration.docset_text import with_docset, without_docset
from pinax_builder.configuration.pagefind import PAGEFIND_FILES, load_pagefind
from pinax_builder.configuration.project import project_of

__all__ = [
    "PAGEFIND_FILES",
    "QUESTION_FILE",
    "BuildConfig",
    "CatalogSite",
    "DocsetConfig",
    "SiteConfig",
    "docset_config",
    "golden_queries",
    "load_catalog",
    "load_config",
    "load_pagefind",
    "name_for",
    "project_of",
    "with_docset",
    "without_docset",
]
