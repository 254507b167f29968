"""Judge a site by a sample of its pages: is it worth indexing at all?

In:    PageFigures of pages from all over the site, and of the answer for an address that cannot exist.
Out:   A SiteVerdict: admitted or refused, with the figures and what to do.
Rules: pure; the checks run in a fixed order and the first one that refuses names the reason. A check needs more than
       half of the sample (of thin pages, four in five), so that no handful of odd pages condemns a site; `one_shell`
       and `soft_404` need three pages.

The thresholds are set so that the sites of `bench/gate.py` are far from them. Of hand-made sites at most a quarter of
the pages are thin, but generators make a page for each tag: a small manual that says plenty can have two thin pages out
of three. Where the extractor cannot see the content, all are (about 120 characters, a density of 0.02). So thin pages
condemn a site only when there is hardly anything else, and its density is that of the pages which are not thin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean, median

from pinax_builder.candidates import distance
from pinax_builder.gate.languages import differs
from pinax_builder.gate.site_page import PageFigures

SAMPLE_PAGES = 50
"""Number of pages by which a site is judged."""

THIN_TEXT_CHARS = 200
"""Text (characters) below which a page is thin."""
THIN_PROSE_CHARS = 80
"""Text outside links (characters) below which a page is thin."""
FEW_WORDS = 80
"""Number of words below which `pinax doctor` counts a page as a likely stub; it rejects nothing."""
LOW_DENSITY = 0.05
"""Mean density of the pages that are not thin, below which a site of little prose is refused."""
LOW_MEAN_PROSE_CHARS = 600
"""Mean text outside links (characters) of the same pages, below which a site of low density is refused."""
MOST = 0.5
"""Share of the sample above which a check refuses a site."""
MOST_THIN = 0.8
"""Share of thin pages above which a site is refused."""
_AT_LEAST_PAGES = 3
"""Least sample for `one_shell` and `soft_404`."""
_LIKE_PROBE = 3
"""Number of bits in which a page may differ from the answer for an address that does not exist."""


@dataclass(frozen=True, slots=True)
class SiteVerdict:
    """Whether a site is worth indexing."""

    reason: str
    """A stable slug; empty when the site is admitted."""
    detail: str
    """One sentence with the figures."""
    remedy: str
    """What to do, without a full stop."""
    sampled: int
    figures: dict[str, float] = field(default_factory=dict)
    """Means and shares over the sample."""
    probe: PageFigures | None = None
    """Figures of the page that the server sent for an address that cannot exist; None if it answered 404."""

    @property
    def admitted(self) -> bool:
        """Tell whether the site may be indexed."""
        return not self.reason


def choose_sample(total: int, most: int = SAMPLE_PAGES) -> list[int]:
    """Choose pages evenly over a list of so many; the first and the last are among them.

    >>> choose_sample(3), choose_sample(9, 3), choose_sample(0)
    ([0, 1, 2], [0, 4, 8], [])
    """
    if total <= most:
        return list(range(total))
    return [round(number * (total - 1) / (most - 1)) for number in range(most)]


def judge_site(
    sample: Sequence[PageFigures], *, language: str = "", probe: PageFigures | None = None, failed_share: float = 0.0
) -> SiteVerdict:
    """Judge a site.

    Args:
        sample: Pages of the site, without those that only lead elsewhere or are no text.
        language: Language that the site should be in; empty for any.
        probe: Figures of the page that the server sent for an address that cannot exist; None if it answered 404.
        failed_share: Share of the requested addresses that gave no page (0 to 1).
    """
    figures = _figures(sample, probe, language, failed_share)
    reason, remedy = _refusal(figures, len(sample))
    detail = _DETAILS[reason].format(sampled=len(sample), language=language, **_for_people(figures))
    return SiteVerdict(reason, detail, remedy, len(sample), figures, probe)


def _refusal(figures: dict[str, float], sampled: int) -> tuple[str, str]:
    """Return the reason to refuse a site, and what to do; empty if there is none."""
    for share, reason, remedy in _CHECKS:
        most = MOST_THIN if reason == "chrome_only" else MOST
        if figures[share] > most and (reason not in ("one_shell", "soft_404") or sampled >= _AT_LEAST_PAGES):
            return reason, remedy
    if sampled and figures["full_density"] < LOW_DENSITY and figures["full_prose_chars"] < LOW_MEAN_PROSE_CHARS:
        return "chrome_only", _CHROME_REMEDY
    return "", ""


_CHROME_REMEDY = "give the site's source or its built folder instead, or its Markdown if it has an llms.txt"
_CHECKS: tuple[tuple[str, str, str], ...] = (
    ("failed_share", "unreachable", "try again later, or look at the report (--report FILE) for the addresses"),
    ("javascript_shell_share", "javascript_shell", "build the folder that the site is made from instead"),
    ("login_wall_share", "login_wall", "give the headers that the site wants (--header), or a folder of its pages"),
    ("cookie_wall_share", "cookie_wall", "give the cookie that consent sets (--header), or a folder of its pages"),
    ("like_probe_share", "soft_404", "check the address and its base path in a browser"),
    ("one_text_share", "one_shell", "check the address in a browser, or give a folder of the site's pages"),
    ("thin_share", "chrome_only", _CHROME_REMEDY),
    ("other_language_share", "wrong_language", "change the language, or the address if the site has several"),
)
"""(share that refuses, reason, remedy), in the order in which they are checked."""

_FIGURES_OF_TEXT = "mean text {mean_text_chars} characters, mean density {mean_density}"
_DETAILS = {
    "": "",
    "unreachable": "{failed_share} of the site's addresses gave no page",
    "javascript_shell": "{javascript_shell_share} of {sampled} sampled pages are empty until their scripts run ("
    + _FIGURES_OF_TEXT
    + ")",
    "login_wall": "{login_wall_share} of {sampled} sampled pages ask for a login",
    "cookie_wall": "{cookie_wall_share} of {sampled} sampled pages ask for consent and say nothing else",
    "soft_404": "{like_probe_share} of {sampled} sampled pages are what the server sends for an address that does not "
    "exist",
    "one_shell": "{one_text_share} of {sampled} sampled pages hold one and the same text",
    "chrome_only": "{thin_share} of {sampled} sampled pages hold next to no prose (median {median_prose_chars} "
    "characters outside links, mean {mean_prose_chars}; " + _FIGURES_OF_TEXT + ")",
    "wrong_language": "{other_language_share} of {sampled} sampled pages are not in the language {language}",
}


def _figures(
    sample: Sequence[PageFigures], probe: PageFigures | None, language: str, failed_share: float
) -> dict[str, float]:
    signals = Counter(page.signal for page in sample)
    texts = Counter(page.digest for page in sample if page.n_words)
    guessed = [page for page in sample if page.guessed_language]
    like_probe = [page for page in sample if page.signal == "error_page" or (probe and _is_like(page, probe))]
    full = [page for page in sample if page.text_chars >= THIN_TEXT_CHARS and page.prose_chars >= THIN_PROSE_CHARS]
    others = [page for page in guessed if language and differs(page.guessed_language, language)]
    total = max(1, len(sample))
    return {
        "failed_share": failed_share,
        "javascript_shell_share": signals["javascript_shell"] / total,
        "login_wall_share": signals["login_wall"] / total,
        "cookie_wall_share": signals["cookie_wall"] / total,
        "like_probe_share": len(like_probe) / total,
        "one_text_share": max(texts.values(), default=0) / total,
        "thin_share": (len(sample) - len(full)) / total,
        "few_words_share": sum(page.n_words < FEW_WORDS for page in sample) / total,
        "other_language_share": len(others) / max(1, len(guessed)),
        "mean_text_chars": fmean(page.text_chars for page in sample) if sample else 0.0,
        "mean_prose_chars": fmean(page.prose_chars for page in sample) if sample else 0.0,
        "median_prose_chars": median(page.prose_chars for page in sample) if sample else 0.0,
        "mean_density": fmean(page.density for page in sample) if sample else 0.0,
        "full_density": fmean(page.density for page in full) if full else 0.0,
        "full_prose_chars": fmean(page.prose_chars for page in full) if full else 0.0,
    }


def _is_like(page: PageFigures, probe: PageFigures) -> bool:
    return page.digest == probe.digest or (
        page.title == probe.title and distance(page.simhash, probe.simhash) <= _LIKE_PROBE
    )


def _for_people(figures: dict[str, float]) -> dict[str, str]:
    return {
        key: f"{value:.0%}" if key.endswith("_share") else f"{value:.2f}" if "density" in key else f"{value:.0f}"
        for key, value in figures.items()
    }
