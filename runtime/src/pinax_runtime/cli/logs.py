"""`pinax-runtime logs`: show the calls of agents, from the log that `serve --log` keeps."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pinax_runtime.cli.options import AGE, dump, reported
from pinax_runtime.trust.options import GivenPath

if TYPE_CHECKING:
    from pinax_runtime.call_log import CallRecord, CallSummary

_FOLLOW_S = 0.5
"""Pause between two looks for new calls (seconds)."""


@click.command(short_help="Show the calls that agents made.")
@click.argument("file", type=GivenPath())
@click.option("--tool", default="", help="Only calls of this tool.")
@click.option(
    "--status", default="", help="Only calls with this status: ok, error (of any kind), or a code such as not_found."
)
@click.option("--client", default="", help="Only calls of clients with this text in their name.")
@click.option(
    "--grep", default="", metavar="TEXT", help="Only calls with this text in the arguments or the error's message."
)
@click.option(
    "--since", metavar="AGE", type=AGE, help="Only calls that are not older than this, for instance 30m, 2h or 7d."
)
@click.option("-n", "--limit", type=click.IntRange(1, 1_000), default=20, show_default=True, help="Most calls to show.")
@click.option("--follow", "-f", is_flag=True, help="Go on showing calls as they come, until interrupted.")
@click.option("--summary", is_flag=True, help="Show totals instead of single calls.")
@click.option("--questions", is_flag=True, help="Propose searches as questions of the pages read after them.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one line for each call.")
@reported
def logs(
    file: Path,
    tool: str,
    status: str,
    client: str,
    grep: str,
    since: float | None,
    limit: int,
    follow: bool,
    summary: bool,
    questions: bool,
    as_json: bool,
) -> None:
    """Show the latest calls that `serve --log FILE` has logged, oldest first."""
    if ((follow or as_json) and questions) or (follow and summary):
        raise click.UsageError("--follow and --json show calls; leave out --summary and --questions.")
    from pinax_runtime.call_log import CallFilter, CallLogReader, proposed_questions

    since_ms = 0 if since is None else max(0, int((time.time() - since) * 1000))
    wanted = CallFilter(tool, status, client, grep, since_ms)
    reader = CallLogReader(file)
    if summary:
        added_up = reader.summary(wanted)
        click.echo(dump(asdict(added_up)) if as_json else _summary_to_text(added_up))
        return
    if questions:
        for question, page, count in proposed_questions(reader, wanted)[:limit]:
            click.echo("\t".join((_printable(question), _printable(page), str(count))))
        return
    calls = reader.latest(wanted, limit)[::-1]
    last = calls[-1].id if calls else reader.last_id()
    _show(calls, as_json)
    while follow:
        time.sleep(_FOLLOW_S)
        calls = reader.after(wanted, last)
        last = calls[-1].id if calls else last
        _show(calls, as_json)


def _show(calls: Iterable[CallRecord], as_json: bool) -> None:
    for call in calls:
        click.echo(dump(call.to_json()) if as_json else _call_to_line(call))
    sys.stdout.flush()


def _call_to_line(call: CallRecord) -> str:
    at = call.at.astimezone().strftime("%Y-%m-%d %H:%M:%S")
    cost = f"{call.duration_ms:8.1f} ms {call.tokens:6,} tokens"
    what = f"{call.tool} {call.arguments}" + (f"  {call.message}" if call.message else "")
    return _printable(f"{at}  {call.status:12} {cost}  {what}" + (f"  ({call.client})" if call.client else ""))


def _summary_to_text(summary: CallSummary) -> str:
    lines = [
        f"{summary.calls:,} calls, {summary.errors:,} with an error; {summary.tokens:,} tokens; "
        f"median {summary.median_ms:.1f} ms, p95 {summary.p95_ms:.1f} ms"
    ]
    lines += [f"{n:9,} {name}" for counts in (summary.tools, summary.statuses) for name, n in counts.items()]
    lines += [f"{summary.lost:,} calls could not be logged"] if summary.lost else []
    return _printable("\n".join(lines))


def _printable(text: str) -> str:
    """Replace control characters, as an agent may send sequences that steer a terminal."""
    return "".join(character if character.isprintable() or character == "\n" else "�" for character in text)
