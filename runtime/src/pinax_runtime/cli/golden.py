"""`pinax-runtime golden`: ask a bundle's golden queries, and report to a person, as JUnit's XML or as Markdown."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import click

from pinax_runtime.cli.options import reported, source_for
from pinax_runtime.search import GoldenOutcome
from pinax_runtime.trust.options import GivenPath, trust_options, write_file

if TYPE_CHECKING:
    from pinax_runtime.search.library import Library
    from pinax_runtime.trust.signatures import Trust


def _sentence(outcome: GoldenOutcome) -> str:
    """Say what came of one query."""
    golden = outcome.golden
    if outcome.rank:
        return f"{golden.query!r}: {golden.expect} is hit {outcome.rank}"
    instead = f"found were {', '.join(outcome.found)}" if outcome.found else "nothing was found"
    return f"{golden.query!r}: {golden.expect} is not among the first {golden.within}; {instead}"


def _junit(outcomes: Sequence[GoldenOutcome]) -> str:
    """Write a test suite with a case for each query, as CI systems show it."""
    n_failed = sum(not outcome.rank for outcome in outcomes)
    suite = ElementTree.Element("testsuite", name="pinax golden", tests=str(len(outcomes)), failures=str(n_failed))
    for outcome in outcomes:
        named = {"classname": outcome.golden.docs or "golden", "name": _printable(outcome.golden.query)}
        case = ElementTree.SubElement(suite, "testcase", named)
        if not outcome.rank:
            ElementTree.SubElement(case, "failure", message=_printable(_sentence(outcome)))
    ElementTree.indent(suite)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(suite, encoding="unicode") + "\n"


def _markdown(outcomes: Sequence[GoldenOutcome]) -> str:
    """Write a table of all queries, those that fail first."""
    n_failed = sum(not outcome.rank for outcome in outcomes)
    rows = [
        f"| {'yes, hit ' + str(outcome.rank) if outcome.rank else '**no**'} | {_cell(outcome.golden.query)} "
        f"| {_cell(outcome.golden.expect)} | {_cell(', '.join(outcome.found[:3]))} |"
        for outcome in sorted(outcomes, key=lambda outcome: bool(outcome.rank))
    ]
    head = f"## Golden queries: {len(outcomes) - n_failed} of {len(outcomes)} answered"
    return "\n".join((head, "", "| Answered | Query | Expected | Found instead |", "|---|---|---|---|", *rows)) + "\n"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _printable(text: str) -> str:
    """Leave out control characters, which XML cannot hold."""
    return "".join(character for character in text if character.isprintable())


@click.command(short_help="Ask a bundle's golden queries.")
@click.argument("bundle")
@click.option("--junit", type=GivenPath(dir_okay=False), help="Write the outcomes to this XML file.")
@click.option("--markdown", type=GivenPath(dir_okay=False), help="Write a table to this file.")
@click.option("-q", "--quiet", is_flag=True, help="Print only the queries that fail.")
@trust_options()
@reported
def golden(bundle: str, junit: Path | None, markdown: Path | None, quiet: bool, trust: Trust | None) -> None:
    """Ask the queries that `pinax.toml` gave the bundle; exit code 1 if one is not answered as it says."""
    from pinax_runtime.search import ask_golden, open_bundle

    opened = open_bundle(source_for(bundle, trust))
    outcomes = ask_golden(opened, opened.entry.golden)
    for file, write in ((junit, _junit), (markdown, _markdown)):
        if file is not None:
            write_file(file, write(outcomes))
    failed = [outcome for outcome in outcomes if not outcome.rank]
    for outcome in failed:
        click.echo(f"{_sentence(outcome)}{_missing(opened, outcome)}")
    if not outcomes:
        click.echo("The bundle has no golden queries; its pinax.toml gives them as [[golden]].", err=True)
    if not quiet:
        click.echo(f"{len(outcomes) - len(failed)} of {len(outcomes)} golden queries answered")
    sys.exit(1 if failed else 0)


def _missing(library: Library, outcome: GoldenOutcome) -> str:
    """Say that the bundle has no such page or section, and which is nearest; empty if it has."""
    from pinax_runtime.tools import ToolError, locate, nearest_pages

    docs = (outcome.golden.docs,) if outcome.golden.docs else ()
    page = outcome.golden.expect.partition("#")[0]
    end = "/" + page.lstrip("/")
    if library.find(page, docs) is None and any(near.endswith(end) for near in nearest_pages(library, page, docs)):
        return ""  # the expected address is the end of a page's
    try:
        locate(library, outcome.golden.expect, docs)
    except ToolError as error:
        return f". {error}"
    return ""
