"""Which sites are worth indexing, and what is said of the others."""

from __future__ import annotations

import pytest

from builder.gate.site_pages import SHELLS, figures, html, shell, site
from pinax_builder.gate import choose_sample, gate_site_page, judge_site

GOOD = [html(topic, 8) for topic in ("wick", "oil", "glass", "handle", "flame", "base", "cap", "ring", "vent", "hook")]
LOGIN = html("x", 1, "Sign in", before='<input type="password">')
CONSENT = html("x", 0, "Before you continue").replace(
    b"</main>",
    b"<p>" + b"We and our partners use cookies. Accept all cookies or manage your consent. " * 4 + b"</p></main>",
)
GERMAN = "Der Docht ist nicht mit dem Öl zu tränken, und die Flamme wird von der Haube auf das Glas gelenkt. "


def test_a_site_of_prose_is_admitted() -> None:
    """A site whose pages say something is admitted, with its figures."""
    verdict = judge_site(site(*GOOD), language="en")
    assert verdict.admitted
    assert verdict.sampled == 10
    assert verdict.figures["mean_density"] > 0.05


@pytest.mark.parametrize("name", sorted(path.name for path in SHELLS.iterdir()))
def test_a_site_of_shells_is_refused(name: str) -> None:
    """A site that every page leaves to its scripts is refused as such, with figures and a remedy."""
    verdict = judge_site(site(*[shell(name)] * 10))
    assert verdict.reason == "javascript_shell"
    assert "100% of 10 sampled pages" in verdict.detail
    assert verdict.remedy


def test_a_site_of_nothing_but_navigation_is_refused() -> None:
    """Pages that hold only chrome, though it is not marked as such, are told by what stands outside links."""
    links = b"".join(b'<div><a href="/%d">Some chapter of the book %d</a></div>' % (n, n) for n in range(200))
    pages = [b"<title>%d</title><body><h1>%d</h1>%s" % (n, n, links) for n in range(10)]
    verdict = judge_site(site(*pages))
    assert verdict.reason == "chrome_only"
    assert "characters outside links" in verdict.detail


def test_a_site_whose_text_is_a_drop_in_its_markup_is_refused() -> None:
    """A mean density below 0.05 with little prose refuses, though no page by itself is thin."""
    padding = b"<script>" + b"x" * 40_000 + b"</script>"
    pages = [html(topic, 3).replace(b"</body>", padding + b"</body>") for topic in ("a", "b", "c", "d")]
    verdict = judge_site(site(*pages))
    assert verdict.reason == "chrome_only"
    assert verdict.figures["thin_share"] == 0


def test_much_text_in_heavy_markup_is_admitted() -> None:
    """A low density alone refuses nothing: some good sites send half a megabyte of scripts with each page."""
    padding = b"<script>" + b"x" * 400_000 + b"</script>"
    pages = [html(topic, 30).replace(b"</body>", padding + b"</body>") for topic in ("a", "b", "c", "d")]
    assert judge_site(site(*pages)).admitted


def test_one_text_on_every_page_is_refused() -> None:
    """A site that sends one page for every address is refused."""
    assert judge_site(site(*[html("wick", 20)] * 8, *GOOD[:2])).reason == "one_shell"


def test_two_equal_pages_are_no_shell() -> None:
    """A site of two pages that say the same is judged by the page rules alone."""
    assert judge_site(site(html("wick"), html("wick"))).admitted


def test_a_site_like_its_own_answer_for_nonsense_is_refused() -> None:
    """Pages that are what the server sends for an address that cannot exist are a soft 404."""
    nowhere = html("lost page", 8, "Nowhere")
    verdict = judge_site(site(*[nowhere] * 6, *GOOD[:4]), probe=figures(nowhere))
    assert verdict.reason == "soft_404"
    assert judge_site(site(nowhere, *GOOD), probe=figures(nowhere)).admitted


def test_a_site_of_error_pages_is_refused() -> None:
    """Errors sent with status 200 are known by their titles where no probe was possible."""
    assert judge_site(site(*[html(f"x{n}", 1, "404 - Page not found") for n in range(5)])).reason == "soft_404"


@pytest.mark.parametrize(("page", "reason"), [(LOGIN, "login_wall"), (CONSENT, "cookie_wall")])
def test_a_wall_is_named(page: bytes, reason: str) -> None:
    """A site behind a login or a question for consent says which, and how to get past it."""
    verdict = judge_site(site(*[page] * 6))
    assert verdict.reason == reason
    assert "--header" in verdict.remedy


def test_the_wrong_language_is_refused_only_if_one_was_asked_for() -> None:
    """German pages are refused where English was configured, whatever they declare; not where nothing was."""
    german = [html("x", 0, f"Kapitel {n}").replace(b"</main>", GERMAN.encode() * 9 + b"</main>") for n in range(6)]
    verdict = judge_site(site(*german), language="en")
    assert verdict.reason == "wrong_language"
    assert "language en" in verdict.detail
    assert judge_site(site(*german)).admitted
    assert judge_site(site(*german), language="de").admitted


def test_half_of_a_site_condemns_nothing() -> None:
    """A check refuses beyond half of the sample, not at it."""
    half = [*GOOD[:5], *[shell("vite-vue.html")] * 5]
    assert judge_site(site(*half)).admitted
    assert not judge_site(site(*half, shell("vite-vue.html"))).admitted


def test_pages_of_tags_condemn_no_manual() -> None:
    """Generators make a thin page for each tag: thin pages refuse a site only beyond four in five."""
    tags = [html(f"tag {n}", 0) for n in range(41)]
    assert judge_site(site(*GOOD, *tags[:40])).admitted
    assert judge_site(site(*GOOD, *tags)).reason == "chrome_only"


def test_thin_pages_do_not_dilute_the_others() -> None:
    """Density and prose are those of the pages that are not thin, which heavy pages of tags would pull down."""
    padding = b"<script>" + b"x" * 40_000 + b"</script></body>"
    tags = [html(f"tag {n}", 0).replace(b"</body>", padding) for n in range(20)]
    verdict = judge_site(site(*GOOD, *tags))
    assert verdict.admitted
    assert verdict.figures["mean_density"] < 0.2 < verdict.figures["full_density"]


def test_a_site_whose_addresses_fail_is_refused() -> None:
    """More failures than pages make a site unreachable."""
    assert judge_site(site(*GOOD), failed_share=0.6).reason == "unreachable"
    assert judge_site(site(*GOOD), failed_share=0.5).admitted


def test_the_sample_is_strewn_over_the_list() -> None:
    """The sample holds first and last, no page twice, and no more than asked for."""
    sample = choose_sample(10_007)
    assert (sample[0], sample[-1], len(sample)) == (0, 10_006, 50)
    assert sample == sorted(set(sample))


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        (html("x", 1, "404"), "error_page"),
        (shell("vite-vue.html"), "javascript_shell"),
        (LOGIN, "login_wall"),
        (html("Oil", 0), "thin"),
    ],
)
def test_a_page_that_says_nothing_is_refused(page: bytes, reason: str) -> None:
    """Each kind of page without content has its own reason."""
    rejection = gate_site_page(figures(page))
    assert rejection is not None
    assert (rejection.stage, rejection.reason) == ("gate", reason)


def test_a_page_of_one_sentence_is_kept() -> None:
    """References hold pages of a few words, which are worth finding."""
    assert gate_site_page(figures(b"<h1>CYGWIN</h1><p>True for Cygwin.")) is None


def test_a_page_like_the_answer_for_nonsense_is_refused() -> None:
    """What the server sends for an address that cannot exist is no page, wherever it turns up."""
    nowhere = html("lost page", 8, "Nowhere")
    rejection = gate_site_page(figures(nowhere), figures(nowhere))
    assert rejection is not None
    assert rejection.reason == "soft_404"
    assert gate_site_page(figures(GOOD[0]), figures(nowhere)) is None
