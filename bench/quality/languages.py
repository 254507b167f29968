"""Ask a book in 26 languages for its own titles, links and sentences: is the first page the right one?

    python bench/quality/languages.py BUNDLE [--root FOLDER] [--languages ja-JP,...] [--each 60] [--misses FOLDER]

The bundle is of the Debian handbook (`setup.sh` brings it; `pinax build FOLDER -o BUNDLE`): the same 127 pages in a
folder for each language, many of them translated in part. Kinds of questions, each taken from the HTML by rules:

    title    a section's heading without its number
    typed    the same as hurried people type it: in lower case, without accents and other marks
    word     the longest word of a heading that no other page has in a heading
    link     what a page says of another one where it links there; pages that say so are taken out of the ranking
    phrase   the beginning of a sentence that only one page has

A question is asked of all languages at once. Right is every page of its language that has the heading, link or
sentence; what another language has in the same letters (it was not translated) is not asked. Beside success@1 and @5 it
prints how often the first hit was in the question's language.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from corpora import places
from lxml import html
from lxml.html import HtmlElement

from pinax_runtime.search import Bundle, open_bundle

KINDS = ("title", "typed", "word", "link", "phrase")
DEPTH = 20
SEED = 1
NUMBER = re.compile(r"^(?:\S+ )?[\dA-Z]{1,2}(?:\.\d+)*\.?\s+|^[\d.]+\s*")
QUOTED = re.compile(r"[«“„‘「『\"'](.*)[»”“’」』\"']", re.DOTALL)
SENTENCE = re.compile(r"[^.!?。！？:：;；]+")
WORD = re.compile(r"[^\W\d_][\w'’\u0300-\u036f\u064b-\u065f\u200c]*")
SPACELESS = re.compile("[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]")
PHRASE_WORDS, PHRASE_CHARS = 7, 14
LEAST_CHARS = 3


@dataclass
class Texts:
    """What the pages of one language say: text → pages that say it."""

    titles: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    words: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    links: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    linking: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    phrases: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))


@dataclass(frozen=True)
class Question:
    """A query in a language, and the pages that are right."""

    language: str
    kind: str
    query: str
    right: frozenset[str]
    dropped: frozenset[str] = frozenset()


def squeeze(text: str) -> str:
    return " ".join(text.split())


def bare(text: str) -> str:
    """Write a text as hurried people do: in lower case, without marks."""
    decomposed = unicodedata.normalize("NFD", text.lower())
    return unicodedata.normalize("NFC", "".join(c for c in decomposed if not 0x300 <= ord(c) < 0x370))


def read(root: Path, language: str) -> Texts:
    """Read the pages of a language."""
    texts = Texts()
    for path in sorted((root / language).glob("*.html")):
        page = f"{language}/{path.name}"
        tree = html.fromstring(path.read_bytes())
        for heading in tree.xpath("//*[self::h1 or self::h2 or self::h3 or self::h4][contains(@class, 'title')]"):
            title = NUMBER.sub("", squeeze(heading.text_content()))
            texts.titles[title].add(page)
            for word in WORD.findall(title):
                texts.words[word].add(page)
        for text, target in _links(tree):
            texts.links[text].add(f"{language}/{target}")
            texts.linking[text].add(page)
        for phrase in _phrases(tree):
            texts.phrases[phrase].add(page)
    return texts


def _links(tree: HtmlElement) -> Iterator[tuple[str, str]]:
    """Return (what a link says, file) of the links in the text; of 'Section 9.7, "Logs"' what is quoted."""
    for link in tree.xpath(
        "//a[contains(@class, 'xref') or contains(@class, 'link')][not(ancestor::dl[@class='toc'])]"
    ):
        target = (link.get("href") or "").split("#")[0]
        said = squeeze(link.text_content())
        quoted = QUOTED.search(said)
        text = squeeze(quoted[1]) if quoted else NUMBER.sub("", said)
        if target.endswith(".html") and "/" not in target:
            yield text, target


def _phrases(tree: HtmlElement) -> Iterator[str]:
    for paragraph in tree.xpath("//div[@class='para']"):
        for sentence in SENTENCE.findall(squeeze("".join(paragraph.itertext()))):
            words = sentence.split()
            if SPACELESS.search(sentence):
                yield sentence.strip()[:PHRASE_CHARS]
            elif len(words) > PHRASE_WORDS:
                yield " ".join(words[:PHRASE_WORDS])


def questions(by_language: dict[str, Texts], each: int) -> Iterator[Question]:
    """Choose the questions of all languages."""
    owners: dict[str, set[str]] = defaultdict(set)
    for language, texts in by_language.items():
        for said in (*texts.titles, *texts.links, *texts.phrases):
            owners[bare(said)].add(language)
        for word in texts.words:
            owners[bare(word)].add(language)
    for language, texts in by_language.items():
        mine = {text for text, of in owners.items() if of == {language}}
        titles = {title: pages for title, pages in texts.titles.items() if _is_asked(title, mine)}
        words = {max(WORD.findall(title), key=len, default="") for title in titles}
        links = {said: pages for said, pages in texts.links.items() if _is_asked(said, mine) and len(pages) == 1}
        yield from _chosen(language, "title", titles, each)
        yield from _chosen(language, "typed", {bare(title): pages for title, pages in titles.items()}, each)
        unique = {word: texts.words[word] for word in words if bare(word) in mine and len(texts.words[word]) == 1}
        yield from _chosen(language, "word", unique, each)
        for question in _chosen(language, "link", links, each):
            yield Question(language, "link", question.query, question.right, frozenset(texts.linking[question.query]))
        phrases = {said: pages for said, pages in texts.phrases.items() if _is_asked(said, mine) and len(pages) == 1}
        yield from _chosen(language, "phrase", phrases, each)


def _is_asked(text: str, mine: set[str]) -> bool:
    return bare(text) in mine and len(text) >= LEAST_CHARS and bool(WORD.search(text))


def _chosen(language: str, kind: str, texts: dict[str, set[str]], each: int) -> Iterator[Question]:
    rng = random.Random(f"{SEED} {language} {kind}")
    for text in sorted(rng.sample(sorted(texts), min(each, len(texts)))):
        yield Question(language, kind, text, frozenset(texts[text]))


@dataclass
class Score:
    """What became of the questions of a language and kind."""

    asked: int = 0
    first: int = 0
    in_five: int = 0
    same_language: int = 0

    def add(self, question: Question, ranking: list[str]) -> bool:
        """Count one; says whether the first page is right."""
        dropped = question.dropped - question.right
        ranking = [page for page in ranking if page not in dropped]
        self.asked += 1
        self.same_language += ranking[:1] != [] and ranking[0].startswith(f"{question.language}/")
        self.in_five += not question.right.isdisjoint(ranking[:5])
        self.first += not question.right.isdisjoint(ranking[:1])
        return not question.right.isdisjoint(ranking[:1])


def ask(bundle: Bundle, query: str) -> list[str]:
    """Return the pages that a query finds, best first, each under its path below the root."""
    hits = bundle.search(query, limit=DEPTH, excerpt_chars=0).hits
    return ["/".join(hit.url.split("/")[-2:]) for hit in hits]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("--root", type=Path, help="folder of the handbook's languages; by default the corpus's")
    parser.add_argument("--languages", default="", help="only ask in these, such as ja-JP,ko-KR")
    parser.add_argument("--each", type=int, default=60, help="questions of a kind and language (default: %(default)s)")
    parser.add_argument("--misses", type=Path, metavar="FOLDER", help="list there what is not answered first")
    options = parser.parse_args()
    root = options.root or places.site("handbook").root
    by_language = {folder.name: read(root, folder.name) for folder in sorted(root.iterdir()) if folder.is_dir()}
    wanted = options.languages.split(",") if options.languages else list(by_language)
    bundle = open_bundle(options.bundle)
    scores: dict[tuple[str, str], Score] = defaultdict(Score)
    missed: dict[str, list[str]] = defaultdict(list)
    for question in questions(by_language, options.each):
        if question.language in wanted:
            ranking = ask(bundle, question.query)
            if not scores[question.language, question.kind].add(question, ranking):
                row = (question.kind, question.query, "|".join(sorted(question.right)), " ".join(ranking[:4]))
                missed[question.language].append("\t".join(row))
    report(wanted, scores)
    for language, lines in missed.items() if options.misses else ():
        options.misses.mkdir(parents=True, exist_ok=True)
        (options.misses / f"{language}.tsv").write_text("\n".join(lines) + "\n", "utf-8")


def report(languages: list[str], scores: dict[tuple[str, str], Score]) -> None:
    """Print a row per language: for each kind success@1 / success@5, then all of them and the right language."""
    print(f"| Language | {' | '.join(f'{kind} @1 / @5 (n)' for kind in KINDS)} | all @1 / @5 | own language first |")
    print("|---|" + "--:|" * (len(KINDS) + 2))
    for language in [*languages, "all"]:
        mine = {
            kind: [score for (of, its), score in scores.items() if its == kind and language in (of, "all")]
            for kind in KINDS
        }
        cells = [_cell(mine[kind]) + f" ({sum(score.asked for score in mine[kind])})" for kind in KINDS]
        every = [score for of_kind in mine.values() for score in of_kind]
        own = sum(score.same_language for score in every) / max(1, sum(score.asked for score in every))
        print(f"| {language} | {' | '.join(cells)} | {_cell(every)} | {own:.3f} |")


def _cell(scores: list[Score]) -> str:
    asked = max(1, sum(score.asked for score in scores))
    return f"{sum(s.first for s in scores) / asked:.2f} / {sum(s.in_five for s in scores) / asked:.2f}"


if __name__ == "__main__":
    main()
