"""Pages as sites send them, measured as the pipeline does it."""

from __future__ import annotations

from pathlib import Path

from pinax_builder.gate import PageFigures, gate, measure
from pinax_builder.parse import parse
from pinax_builder.records import Fetched, Rejection

SHELLS = Path(__file__).parent / "shells"
SENTENCE = "This is how the {topic} of the lantern is lit, and what it can be used for in the dark of the night. "


def html(topic: str, sentences: int = 12, title: str = "", before: str = "", language: str = "en") -> bytes:
    """Return a page about a topic with its navigation."""
    nav = "".join(f'<li><a href="/docs/{n}">Chapter {n}</a></li>' for n in range(20))
    text = "".join(f"<p>{number} {SENTENCE.format(topic=topic)}</p>" for number in range(sentences))
    return (
        f'<!doctype html><html lang="{language}"><head><title>{title or topic}</title></head><body>{before}'
        f"<nav><ul>{nav}</ul></nav><main><h1>{title or topic}</h1>{text}</main></body></html>"
    ).encode()


def plain(topic: str, sentences: int = 12, title: str = "") -> bytes:
    """Return a page about a topic without navigation, whose links lead nowhere."""
    page = html(topic, sentences, title)
    return page[: page.index(b"<nav>")] + page[page.index(b"</nav>") + len(b"</nav>") :]


def figures(content: bytes, url: str = "https://docs.example.org/page") -> PageFigures:
    """Take a page through gate and parse, and measure it."""
    fetched = Fetched(url, url.rpartition("/")[2], content, "text/html")
    admitted = gate(fetched)
    page = admitted if isinstance(admitted, Rejection) else parse(admitted)
    return measure(fetched, None if isinstance(page, Rejection) else page, of_sample=True)


def site(*contents: bytes) -> list[PageFigures]:
    """Measure the pages of a site."""
    return [figures(content, f"https://docs.example.org/{number:03}") for number, content in enumerate(contents)]


def shell(name: str) -> bytes:
    """Read a page as a generator writes it where only scripts fill it."""
    return (SHELLS / name).read_bytes()
