"""Build static index bundles from documentation."""

from __future__ import annotations

from pinax_builder.build import build
from pinax_builder.configuration.config import BuildConfig, DocsetConfig, load_config
from pinax_builder.report import BuildReport

__all__ = ["BuildConfig", "BuildReport", "DocsetConfig", "build", "load_config"]
