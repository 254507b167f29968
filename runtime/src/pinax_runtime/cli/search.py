"""`pinax-runtime search`: answer a query for a person or a program, or measure a file of queries."""

from __future__ import annotations

import math
import shutil
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from pinax_runtime.cli.options import dump, json_option, parse_filters, reported, source_for
from pinax_runtime.format import AT_MOST_ONE, RANKING_NAMES, limits
from pinax_runtime.trust.options import trust_options

if TYPE_CHECKING:
    from pinax_runtime.search import Hit, HitExplanation, Reply, SearchExplanation, WordPart
    from pinax_runtime.trust.signatures import Trust


_BONUSES = (
    "section_coverage",
    "page_coverage",
    "exact_title",
    "page_title",
    "description",
    "proximity",
    "question",
    "set_aside",
)
"""Members of an explanation that are added to a score."""


def hit_to_lines(explanation: HitExplanation) -> list[str]:
    """Return the parts of a score: a line for each word, and a line for the rest."""
    lines = [_word_to_line(word) for word in explanation.words if word.section_part or word.page_part]
    bonuses = {name: getattr(explanation, name) for name in _BONUSES}
    told = [f"{name} {value:+.2f}" for name, value in bonuses.items() if value]
    told += [f"page_share ×{explanation.page_share:g}", f"prior ×{explanation.prior:g}"]
    asked = [f"answers: {question}" for question in explanation.questions]
    return [*lines, *asked, ", ".join([*told, f"docset_weight ×{explanation.docset_weight:g}"])]


def search_to_text(explanation: SearchExplanation) -> str:
    """Return what a search read: a line for each word and each file, and the total."""
    files = [f"{size:9,} {name}" for name, size in explanation.files]
    over = dict.fromkeys(explanation.passed_over, ", too many: passed over")
    words = [f"{n:9,} sections with {word}{over.get(word, '')}" for word, n in explanation.sections_with.items()]
    return "\n".join([*words, *files, f"{explanation.size_bytes:9,} bytes read from {len(files)} files"])


def _word_to_line(word: WordPart) -> str:
    terms = ", ".join(term if share == 1 else f"{term} ×{share:g}" for term, share in word.terms.items())
    section = f"section {word.section_part:.2f} (frequency {word.section_frequency:.2f})"
    return f"{terms}: idf {word.idf:.2f}, {section}, page {word.page_part:.2f} (frequency {word.page_frequency:.2f})"


_OF_BATCHES = ("url", "anchor", "title", "score", "explanation")
"""What is told of each hit of a batch."""
MAX_LIMIT = 200
"""Largest value of --limit (hits)."""
PEOPLE_EXCERPT_CHARS = 300
"""Length of excerpts on a terminal (characters)."""
INDENT = " " * 9
"""What stands before the lines of a hit below its title."""
MIN_WIDTH = 30
"""Fewest columns that excerpts are wrapped to."""


@click.command(short_help="Search a bundle.")
@click.argument("bundle")
@click.argument("query", required=False)
@click.option("--limit", type=click.IntRange(1, MAX_LIMIT), default=10, show_default=True, help="Most hits to show.")
@click.option("--sections", is_flag=True, help="Show every matching section, instead of each page once.")
@click.option("--docs", multiple=True, metavar="NAME", help="Search this docset only; may be repeated.")
@click.option(
    "--filter", "filters", multiple=True, metavar="KEY=VALUE", help="Only pages with this facet value; may be repeated."
)
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=NUMBER",
    help="Change a parameter of the ranking, for instance bm25_k1=0.9.",
)
@click.option("--explain", is_flag=True, help="Show the parts of each score, and what was read.")
@json_option
@click.option(
    "--batch",
    metavar="FILE",
    help="Read one query a line from FILE (- for standard input), and print one JSON line for each.",
)
@trust_options()
@reported
def search(
    bundle: str,
    query: str | None,
    limit: int,
    sections: bool,
    docs: tuple[str, ...],
    filters: tuple[str, ...],
    settings: tuple[str, ...],
    explain: bool,
    as_json: bool,
    batch: str | None,
    trust: Trust | None,
) -> None:
    """Search a bundle. QUERY has words, identifiers, "quoted phrases" and prefix*."""
    if (query is None) == (batch is None):
        raise click.UsageError("Give either a QUERY or --batch FILE.")
    if query is not None and not query.strip():
        raise click.UsageError("The QUERY is empty. Give words to look for.")
    options: dict[str, Any] = {
        "limit": limit,
        "sections": sections,
        "docs": docs,
        "filters": parse_filters(filters),
        "explain": explain,
    }
    changed = _parse_settings(settings)
    if batch is not None:
        _run_batch(bundle, trust, _lines(batch), options, changed)
        return
    from pinax_runtime.search import open_bundle
    from pinax_runtime.tools import check_docs, filters_hint

    opened = open_bundle(source_for(bundle, trust))
    check_docs(opened, docs)
    text = query or ""
    if not as_json and sys.stdout.isatty():
        options["excerpt_chars"] = PEOPLE_EXCERPT_CHARS
    reply = opened.search(text, ranking=replace(opened.ranking, **changed), **options)
    marks = [opened.positions(hit, reply.did_you_mean or text) for hit in reply.hits]
    hint = "" if reply.hits else filters_hint(opened, docs, options["filters"])
    if as_json:
        from pinax_runtime.tools import reply_to_json

        shown = reply_to_json(reply)
        for hit, positions in zip(shown["hits"], marks, strict=True):
            hit["positions"] = positions
        click.echo(dump({"query": text, **shown, **({"hint": hint} if hint else {})}))
    else:
        click.echo(" ".join(filter(None, (_to_text(reply, marks, "sections" if sections else "pages"), hint))))


def _parse_settings(settings: Sequence[str]) -> dict[str, float]:
    """Return the values of ranking parameters by name; the last one wins if a name is given twice."""
    parsed: dict[str, float] = {}
    for item in settings:
        name, equals, value = item.partition("=")
        if not equals:
            raise click.UsageError(f"--set {item!r} is not NAME=NUMBER, for instance bm25_k1=0.9.")
        if name not in RANKING_NAMES:
            from pinax_runtime.tools import did_you_mean

            meant = did_you_mean(name, RANKING_NAMES)
            raise click.UsageError(f"--set {item!r}: no such parameter.{meant} There are: {', '.join(RANKING_NAMES)}.")
        most = 1 if name in AT_MOST_ONE else limits.WEIGHT
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not 0 <= number <= most:
            raise click.UsageError(f"--set {item!r}: {name} is a number from 0 to {most:,}.")
        parsed[name] = number
    return parsed


def _to_text(reply: Reply, marks: Sequence[Sequence[tuple[int, int]]], what: str) -> str:
    blocks = [_hit_to_text(hit, positions) for hit, positions in zip(reply.hits, marks, strict=True)]
    unknown = [f"Nothing contains: {', '.join(reply.unknown_words)}"] if reply.unknown_words else []
    unknown += [f"Searched for: {reply.did_you_mean}"] if reply.did_you_mean else []
    unknown += ["Nothing contains the exact quoted words; searched without the quotes."] if reply.relaxed else []
    shown = f"{len(blocks)} of {reply.total} {what}" if blocks else "No hits."
    read = [search_to_text(reply.explanation)] if reply.explanation else []
    return "\n\n".join([*blocks, *unknown, *read, shown])


def _hit_to_text(hit: Hit, positions: Sequence[tuple[int, int]]) -> str:
    """Return a hit as lines, with an address that `get` takes; on a terminal with colors, and wrapped to its width."""
    from pinax_runtime.search import section_id

    is_whole = hit.section_id.partition("#")[2] == hit.anchor  # an anchor of ours does not exist on the published page
    address = section_id(hit.url, hit.anchor) if is_whole else hit.section_id
    title = click.style(" > ".join((hit.title, *hit.headings)), bold=True)
    lines = [f"{hit.score:7.2f}  {title}", f"{INDENT}{click.style(address, fg='cyan')}"]
    lines += [f"{INDENT}{click.style(hit.source_url, fg='cyan')}"] if hit.source_url else []
    lines += [f"{INDENT}{line}" for line in _wrapped(hit.excerpt, positions)] if hit.excerpt else []
    lines += [f"{INDENT}{line}" for line in hit_to_lines(hit.explanation)] if hit.explanation else []
    return "\n".join(lines)


def _wrapped(excerpt: str, positions: Sequence[tuple[int, int]]) -> list[str]:
    """Return an excerpt with its words marked, in lines that fit a terminal; in one line elsewhere."""
    marked, at = "", 0
    for start, end in positions:
        marked += excerpt[at:start] + click.style(excerpt[start:end], fg="yellow", bold=True)
        at = end
    marked += excerpt[at:]
    if not sys.stdout.isatty():
        return [marked]
    width = max(MIN_WIDTH, shutil.get_terminal_size().columns - len(INDENT) - 1)
    lines = [""]
    for word in marked.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if len(click.unstyle(longer)) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _lines(batch: str) -> list[str]:
    try:
        data = sys.stdin.buffer.read() if batch == "-" else Path(batch).read_bytes()
    except OSError as error:
        raise click.UsageError(f"--batch {batch}: {error.strerror}. Give a text file with one query a line.") from error
    lines = data.decode("utf-8-sig", "replace").split("\n")
    return [line.removesuffix("\r") for line in (lines[:-1] if not lines[-1] else lines)]


def _run_batch(
    location: str,
    trust: Trust | None,
    queries: Sequence[str],
    options: dict[str, Any],
    changed: dict[str, float],
) -> None:
    """Print the hits of each query and what they cost; `changed` are parameters of the ranking."""
    from pinax_runtime.search import CountingSource, open_bundle
    from pinax_runtime.tools import check_docs, reply_to_json

    counted = CountingSource(source_for(location, trust, cached=False))
    bundle = open_bundle(counted)
    check_docs(bundle, options["docs"])
    for query in queries:
        files, size, rounds = len(counted.names), counted.size_bytes, counted.rounds
        started = perf_counter()
        reply = bundle.search(query, excerpt_chars=0, ranking=replace(bundle.ranking, **changed), **options)
        seconds = perf_counter() - started
        hits = [{name: hit[name] for name in _OF_BATCHES if name in hit} for hit in reply_to_json(reply)["hits"]]
        read = {"files": len(counted.names) - files, "bytes": counted.size_bytes - size}
        spent = {"ms": round(seconds * 1000, 3), **read, "rounds": counted.rounds - rounds}
        meant = {"did_you_mean": reply.did_you_mean} if reply.did_you_mean else {}
        click.echo(dump({"query": query, "hits": hits, **meant, **spent}))
