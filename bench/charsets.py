"""Re-encode real pages without their declarations, and see whether they are read as they were.

    python bench/charsets.py [HANDBOOK] [--chardet FOLDER] [--worst]

HANDBOOK holds a folder per language (Debian's `debian-handbook`). Each page is encoded in the encodings of its
language's old pages, its `meta`, `xml` and `lang` declarations removed, and decoded. FOLDER is `tests` of chardet's
source: real pages of other sites, in folders that are named after their encoding.
"""

from __future__ import annotations

import argparse
import re
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from pinax_builder.charsets import decode
from pinax_builder.charsets.decoding import codec_of

HANDBOOK = Path("~/.cache/pinax-bench/corpora/debian-handbook/usr/share/doc/debian-handbook/html").expanduser()
WESTERN = "ca-ES da-DK de-DE es-ES fr-FR id-ID it-IT nb-NO nl-NL pt-BR sv-SE"
ENCODINGS = {
    "ja-JP": "cp932 euc_jp iso2022_jp",
    "zh-CN": "gb18030",
    "zh-TW": "big5",
    "ko-KR": "cp949",
    "ru-RU": "cp1251 koi8_r iso8859_5 cp866",
    "el-GR": "cp1253 iso8859_7",
    "ar-MA": "cp1256 iso8859_6",
    "fa-IR": "cp1256",
    "pl-PL": "cp1250 iso8859_2",
    "cs-CZ": "cp1250 iso8859_2",
    "hr-HR": "cp1250 iso8859_2",
    "ro-RO": "iso8859_2",
    "tr-TR": "cp1254",
    **dict.fromkeys(WESTERN.split(), "cp1252"),
}
"""Language → encodings of its old pages."""
DECLARATIONS = re.compile(
    r"<meta[^>]*charset[^>]*>|^\s*<\?xml[^>]*>|\s(?:xml:)?lang\s*=\s*[\"'][\w-]+[\"']", re.IGNORECASE
)
LETTER = re.compile(r"[^\W\d_\x00-\x7f]")
LEAST_LETTERS = 20
"""Letters beyond ASCII below which a page says too little of its encoding; such pages are counted apart."""

Case = tuple[str, str, bytes, str]
"""Group, name, bytes, and what they say."""


def of_handbook(folder: Path) -> Iterator[Case]:
    for language, codecs in ENCODINGS.items():
        for path in sorted((folder / language).glob("*.html")):
            page = DECLARATIONS.sub("", path.read_text(encoding="utf-8"))
            for codec in codecs.split():
                content = page.encode(codec, "xmlcharrefreplace")
                text = content.decode(codec)
                if LETTER.search(text):
                    few = " (few letters)" if len(LETTER.findall(text)) < LEAST_LETTERS else ""
                    yield f"{language} {codec}{few}", path.name, content, text


def of_chardet(folder: Path) -> Iterator[Case]:
    """Yield files whose folder names an encoding that pages are in; `iso-8859-2-czech` names a language, too."""
    for below in sorted(path for path in folder.iterdir() if path.is_dir()):
        label = below.name if codec_of(below.name) else below.name.rpartition("-")[0]
        codec = codec_of(label)
        if codec and not label.lower().startswith(("utf", "ascii")):
            for path in sorted(below.iterdir()):
                content = re.sub(rb"encoding=|charset=", b"", path.read_bytes(), flags=re.IGNORECASE)
                yield below.name, path.name, content, content.decode(codec, "replace")


def main() -> None:
    parser = argparse.ArgumentParser(description="Re-encode pages without their declarations, and decode them.")
    parser.add_argument("handbook", nargs="?", type=Path, default=HANDBOOK)
    parser.add_argument("--chardet", type=Path, help="the folder `tests` of chardet's source")
    parser.add_argument("--worst", action="store_true", help="show each group that has a wrong page")
    options = parser.parse_args()
    for name, cases in (
        ("handbook", of_handbook(options.handbook)),
        ("chardet", of_chardet(options.chardet) if options.chardet else iter(())),
    ):
        right: Counter[str] = Counter()
        pages: Counter[str] = Counter()
        wrong: dict[str, list[str]] = {}
        seconds = 0.0
        for group, page, content, text in cases:
            start = time.process_time()
            decoded = decode(content)
            seconds += time.process_time() - start
            pages[group] += 1
            right[group] += decoded is not None and decoded.text == text
            if decoded is None or decoded.text != text:
                wrong.setdefault(group, []).append(f"{decoded.codec if decoded else None}:{page}")
        few = {group for group in pages if group.endswith("letters)")}
        for label, groups in ((name, pages.keys() - few), (f"{name}, few letters", few)):
            n = sum(pages[group] for group in groups)
            if n:
                print(f"{label}: {sum(right[group] for group in groups)} of {n} pages are read as they were")
        if pages:
            print(f"    {1000 * seconds / pages.total():.1f} ms of processor time a page")
        for group, names in wrong.items() if options.worst else ():
            print(f"    {group:28}{right[group]} of {pages[group]}  {' '.join(names[:5])}")


if __name__ == "__main__":
    main()
