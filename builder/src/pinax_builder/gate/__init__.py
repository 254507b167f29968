"""Gate fetched pages: decode them, refuse what is broken or thin, drop what is there twice; judge whole sites."""

from __future__ import annotations

from pinax_builder.gate.duplicates import canonical_key, collapse, leave_unmarked, mistaken_canonicals, twins, url_key
from pinax_builder.gate.languages import differs, guess_language
from pinax_builder.gate.page import gate
from pinax_builder.gate.page_sources import find_sources
from pinax_builder.gate.signals import has_scripts, is_shell
from pinax_builder.gate.site_page import PageFigures, gate_site_page, measure
from pinax_builder.gate.variants import group_variants, title_key
from pinax_builder.gate.vetting import vet
from pinax_builder.gate.whole_site import SiteVerdict, choose_sample, judge_site

__all__ = [
    "PageFigures",
    "SiteVerdict",
    "canonical_key",
    "choose_sample",
    "collapse",
    "differs",
    "find_sources",
    "gate",
    "gate_site_page",
    "group_variants",
    "guess_language",
    "has_scripts",
    "is_shell",
    "judge_site",
    "leave_unmarked",
    "measure",
    "mistaken_canonicals",
    "title_key",
    "twins",
    "url_key",
    "vet",
]
