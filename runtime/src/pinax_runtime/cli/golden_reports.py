"""Write the outcomes of golden queries for a person, for JUnit's readers and as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from pinax_runtime.search import GoldenOutcome


def sentence(outcome: GoldenOutcome) -> str:
    """Say what came of one query."""
    golden = outcome.golden
    if outcome.rank:
        return f"{golden.query!r}: {golden.expect} is hit {outcome.rank}"
    instead = f"found were {', '.join(outcome.found[:3])}" if outcome.found else "nothing was found"
    return f"{golden.query!r}: {golden.expect} is not among the first {golden.within}; {instead}"


def junit(outcomes: Sequence[GoldenOutcome]) -> str:
    """Write a test suite with a case for each query, as CI systems show it."""
    n_failed = sum(not outcome.rank for outcome in outcomes)
    suite = ElementTree.Element("testsuite", name="pinax golden", tests=str(len(outcomes)), failures=str(n_failed))
    for outcome in outcomes:
        named = {"classname": outcome.golden.docs or "golden", "name": _printable(outcome.golden.query)}
        case = ElementTree.SubElement(suite, "testcase", named)
        if not outcome.rank:
            ElementTree.SubElement(case, "failure", message=_printable(sentence(outcome)))
    ElementTree.indent(suite)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(suite, encoding="unicode") + "\n"


def markdown(outcomes: Sequence[GoldenOutcome]) -> str:
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
