"""Bundles and pages that the search box is tested on, served under a strict Content-Security-Policy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bundle_maker import MadeDocset, MadePage, MadeSection, make_bundle
from site_server import Asked, Reply

BROWSER = Path(__file__).parents[2] / "browser"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'"
)
TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".html": "text/html; charset=utf-8"}
HOME = "https://docs.example.org/"
EVIL = (
    "<script>alert(1)</script><img src=x onerror=alert(2)><svg onload=alert(3)>"
    "<iframe srcdoc='<script>parent.alert(4)</script>'></iframe><style>@import 'http://outside.example/a.css'</style>"
    "<base href='http://outside.example/'> [link](javascript:alert(5)) `</code><script>alert(7)</script>` \"'><b>"
)
SHEETS = {
    "dark.css": "body { background: oklch(0.2 0.02 250); color: white; }",
    "own.css": "pinax-search { --pinax-ground: #fffaf0; --pinax-accent: maroon; --pinax-width: 30rem; }"
    "pinax-search::part(input) { font-style: italic; }",
    "room.css": "pinax-search:not(:defined) { display: inline-block; block-size: 2.25rem; vertical-align: middle; }",
}
"""Style sheets of sites."""
PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="goldenrod"/>'
    '<path d="M4 1q3 4 0 6q-3-2 0-6" fill="white"/></svg>'
)
HOSTILE_URLS = (
    "javascript:alert(9)",
    "data:text/html,<script>alert(10)</script>",
    "//outside.example/page",
    "\\\\outside.example\\page",
    "java\tscript:alert(1)",
    "vbscript:x",
)


def docs_bundle() -> dict[str, bytes]:
    """Return a bundle with pages, sections, code, filters and values to sort by."""
    oil = MadePage(
        f"{HOME}guide/oil.html",
        "Burning oil",
        "Lamps burn oil. " + "A wick draws it up. " * 40,
        "How lamps burn oil",
        sections=(
            MadeSection(
                "Choosing a wick", "A flat wick gives a wide flame; trim the wick with `trim --even`.", anchor="wick"
            ),
            MadeSection("Filling the lamp", "Fill the lamp with oil while it is cold.", anchor="filling"),
            MadeSection("Storing oil", "Oil is stored in the dark. Oil keeps for years.", anchor="storing"),
            MadeSection("Old oil", "Old oil smells. Do not burn old oil.", anchor="old"),
        ),
        facets={"type": ["guide"], "level": ["easy"], "tags": ["flame", "wick"]},
        meta={"date": "2024-01-05"},
    )
    gas = MadePage(
        f"{HOME}guide/gas.html",
        "Gas lamps",
        "Gas lamps need no oil and no wick, but a mantle.\n\n| mantle | burns gas<br>no wick | see `mantle | sort` |\n",
        facets={"type": ["guide"], "level": ["hard"], "tags": ["flame"]},
        meta={"date": "2025-01-05"},
    )
    api = MadePage(
        f"{HOME}api/lamp.html",
        "lamp.Lamp",
        "The class of lamps.",
        sections=(
            MadeSection(
                "Lamp.light_up()",
                "Light the lamp. Needs oil.",
                anchor="lamp.Lamp.light_up",
                kind="definition",
                symbols=(("lamp.Lamp.light_up", "method", "python", "Lamp.light_up()"),),
            ),
        ),
        facets={"type": ["api"], "level": ["hard"]},
        meta={"date": "2023-01-05"},
    )
    more = [
        MadePage(
            f"{HOME}notes/{n:02}.html",
            f"Note {n} about lanterns",
            f"Lanterns hang. Note number {n}.",
            facets={"type": ["note"]},
        )
        for n in range(1, 25)
    ]
    return make_bundle([MadeDocset("docs", [oil, gas, api, *more], url=HOME)])


def second_bundle() -> dict[str, bytes]:
    """Return another bundle, whose docset has no URL: pages are paths beside it."""
    page = MadePage(
        "more oil/100% #1?.html", "Whale oil", "Whale oil was burned in lamps.", facets={"type": ["history"]}
    )
    return make_bundle([MadeDocset("history", [page])])


def hostile_bundle() -> dict[str, bytes]:
    """Return a bundle with markup, scripts and addresses of scripts wherever a page has text."""
    section = MadeSection(f"Lamps {EVIL}", f"Lamps burn oil. {EVIL}", EVIL, anchor="a'\"><script>alert(8)</script>")
    said = {
        "sections": (section,),
        "facets": {f"tag{EVIL[:40]}": [EVIL, "x"], "type": [EVIL]},
        "meta": {"image": "javascript:alert(1)"},
    }
    pages = [MadePage(url, f"Lamps {EVIL}", f"Lamps. {EVIL}", EVIL, **said) for url in HOSTILE_URLS]
    return make_bundle(
        [MadeDocset("docs", sorted(pages, key=lambda page: page.url), version=EVIL[:60], instructions=EVIL)]
    )


def heavy_bundle() -> dict[str, bytes]:
    """Return a bundle with ten megabytes in one section, and words without an end."""
    ten_megabytes = "lamps " + "— " * 3_400_000
    endless = "lamp" + "x" * 1500
    pages = [
        MadePage(f"{HOME}a.html", "Lamps", ten_megabytes),
        MadePage(f"{HOME}b.html", f"Lamps {endless} " + "and more of them " * 200, f"Lamps {endless} and {endless}"),
    ]
    return make_bundle([MadeDocset("docs", pages, url=HOME)])


def pictures_bundle() -> dict[str, bytes]:
    """Return a bundle whose pages have pictures, some by addresses that no page may have; paths lie beside it."""
    addresses = (
        "../wick.svg",
        "javascript:alert(1)",
        "data:image/svg+xml,<svg onload='alert(2)'/>",
        "blob:x",
        "http://",
        "none.png",
    )
    pages = [
        MadePage(f"lamps/{n}.html", f"Lamp {n}", "Lamps burn oil.", meta={"image": address})
        for n, address in enumerate(addresses)
    ]
    return make_bundle([MadeDocset("docs", pages)])


def foreign_bundle() -> dict[str, bytes]:
    """Return a bundle in Arabic, Hebrew, Chinese and Japanese."""
    pages = [
        MadePage(f"{HOME}ar.html", "دليل المصابيح", "يحرق المصباح الزيت. المصابيح القديمة جميلة.", language="ar"),
        MadePage(f"{HOME}he.html", "מדריך למנורות", "המנורה שורפת שמן.", language="he"),
        MadePage(f"{HOME}ja.html", "ランプの使い方", "ランプは油を燃やします。油の保存について。", language="ja"),
        MadePage(f"{HOME}zh.html", "油灯指南", "油灯燃烧灯油。灯芯需要修剪。", language="zh"),
    ]
    return make_bundle([MadeDocset("docs", pages, url=HOME)])


def bundles() -> dict[str, Mapping[str, bytes]]:
    """Return all bundles by the folder that they are served in."""
    docs = docs_bundle()
    return {
        "docs": docs,
        "history": second_bundle(),
        "hostile": hostile_bundle(),
        "heavy": heavy_bundle(),
        "foreign": foreign_bundle(),
        "pictures": pictures_bundle(),
        "none": {},
        "html": {"pinax.json": b"<!doctype html><title>Not here</title>"},
        "cut": {name: data if name == "pinax.json" else data[:-1] for name, data in docs.items()},
    }


@dataclass
class Site:
    """Pages with a search box in each, the box's own files, and bundles; answers ranges as static hosts do."""

    bundles: Mapping[str, Mapping[str, bytes]] = field(default_factory=bundles)
    pages: dict[str, str] = field(default_factory=lambda: {"nothing.html": "<!doctype html>"})

    def __call__(self, asked: Asked) -> Reply:
        """Answer a request."""
        path = asked.path.split("?")[0].lstrip("/")
        if path in SHEETS:
            return Reply(SHEETS[path], type="text/css")
        if path == "favicon.ico":
            return Reply(status=204)
        if path == "wick.svg":
            return Reply(PICTURE, type="image/svg+xml")
        if path in self.pages:
            return Reply(self.pages[path], headers={"Content-Security-Policy": POLICY})
        folder, _, name = path.partition("/")
        if folder == "browser" and (BROWSER / name).is_file() and ".." not in name:
            # As hosts do: a browser that asks for two dozen modules on each page spends its time on that.
            kept = {"Cache-Control": "max-age=3600"}
            return Reply((BROWSER / name).read_bytes(), type=TYPES[Path(name).suffix], headers=kept)
        data = self.bundles.get(folder, {}).get(name)
        if data is None:
            return Reply("<h1>Not found</h1>", 404)
        wanted = asked.headers.get("range", "").removeprefix("bytes=").partition("-")
        if not wanted[2]:
            return Reply(data, type=TYPES.get(Path(name).suffix, "application/octet-stream"))
        part = data[int(wanted[0]) : int(wanted[2]) + 1]
        return Reply(
            part, 206, "application/octet-stream", {"Content-Range": f"bytes {wanted[0]}-{wanted[2]}/{len(data)}"}
        )


def page_with(box: str, *, attributes: str = 'lang="en"', body: str = "", head: str = "") -> str:
    """Return a page with a search box."""
    return (
        f"<!doctype html><html {attributes}><head><meta charset=utf-8><title>Lamps</title>"
        f'<meta name="viewport" content="width=device-width">{head}'
        f'<script type="module" src="/browser/ui/pinax-ui.js"></script></head>'
        f"<body><header>{box}</header><main><h1>Lamps</h1><p>Lamps burn oil. A wick draws the oil up.</p>{body}</main>"
        "</body></html>"
    )
