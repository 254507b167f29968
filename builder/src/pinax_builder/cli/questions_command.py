"""`pinax questions`: fill, check and prune the file of questions that pages answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple, ParamSpec

import click

from pinax_builder.cli.ci_texts import questions_sentence
from pinax_builder.cli.group import Commands
from pinax_builder.cli.progress import BuildProgress
from pinax_builder.configuration import QUESTION_FILE, load_config
from pinax_builder.errors import AskingError, QuestionsError, writing
from pinax_builder.inspecting.asking import search_all
from pinax_builder.questions import Questions, load, save
from pinax_builder.questions.asking import (
    Author,
    Endpoint,
    Journal,
    Program,
    Spending,
    ask_pages,
    estimated,
    instructions,
)
from pinax_builder.questions.filling import HUMAN, LeftOut, Search, fill, moved, parse, report_on, unanswered
from pinax_builder.questions.manual import Manual, Page
from pinax_runtime.trust.options import GivenPath

_MAX_IMPORT_BYTES = 64 << 20
_BATCH_CHARS = 60_000
"""Length of a batch (characters), the instructions aside; a page of more is shortened to it."""
_HITS = 200
"""How many pages a search looks for, to see how well another page answers."""
_CONFIG = Path("pinax.toml")
Args = ParamSpec("Args")


class _Place(NamedTuple):
    """Where a command works: the file, its lines, and the manual."""

    file: Path
    lines: list[Questions]
    manual: Manual
    search: Search


def _where(command: Callable[Args, None]) -> Callable[Args, None]:
    """Add the options that say where a command works."""
    file = click.option("--questions", type=GivenPath(dir_okay=False), help="The file; by default that of pinax.toml.")
    return click.option("--bundle", type=GivenPath(), help="The bundle; by default the `output` of pinax.toml.")(
        file(command)
    )


def _place(bundle: Path | None, questions: Path | None) -> _Place:
    """Return where a command works: as its options say, or else the pinax.toml of this folder."""
    config = load_config(_CONFIG) if _CONFIG.exists() else None
    folder = bundle or (config.output if config else None)
    if not isinstance(folder, Path):
        raise click.UsageError("Say where the bundle is: --bundle FOLDER, or `output` under [build] in pinax.toml.")
    file = questions or (config.questions if config else None) or Path(QUESTION_FILE)
    lines = load(file) if file.exists() else []
    return _Place(file, lines, Manual(folder), partial(_scores, folder))


def _scores(bundle: Path, questions: Sequence[str]) -> list[dict[str, float]]:
    found = search_all(bundle, questions, limit=_HITS, with_questions=False)
    return [{hit["url"]: hit["score"] for hit in hits} for hits in found]


@click.group("questions", cls=Commands, short_help="Fill the file of questions that pages answer.")
def questions_command() -> None:
    """Fill questions.jsonl, beside pinax.toml: questions that pages answer, in words that they do not use.

    Build the bundle first; the pages are taken from it. The next build reads the file.
    """


@questions_command.command("ask", short_help="Let a model write questions.")
@click.option("--endpoint", metavar="URL", help="Base URL of an OpenAI-compatible API; its key is PINAX_QUESTIONS_KEY.")
@click.option("--model", default="", help="Name of the model.")
@click.option("--command", metavar="COMMAND", help="Program that reads a page on stdin and writes questions.")
@click.option("--concurrency", type=click.IntRange(1, 64), default=4, show_default=True, help="Pages asked at once.")
@click.option("--per-minute", type=click.FloatRange(0, min_open=True), default=None, help="Most requests a minute.")
@click.option("--timeout", type=click.FloatRange(1), default=180, show_default=True, help="Seconds for one answer.")
@click.option("--price", metavar="IN,OUT", default="", help="Price of a million tokens read, and written.")
@click.option("--budget", type=click.FloatRange(0), default=None, help="Most to spend, in the unit of --price.")
@click.option("--dry-run", is_flag=True, help="Say how many pages and tokens it would be; ask nobody.")
@click.option("--prune", is_flag=True, help="Remove lines that are stale or without a page afterwards.")
@_where
def ask_command(
    bundle: Path | None,
    questions: Path | None,
    endpoint: str | None,
    model: str,
    command: str | None,
    concurrency: int,
    per_minute: float | None,
    timeout: float,
    price: str,
    budget: float | None,
    dry_run: bool,
    prune: bool,
) -> None:
    """Ask a model, or a program, about pages that are new or changed. It goes on where it was interrupted."""
    place = _place(bundle, questions)
    spending = Spending(_price(price), budget)
    if budget is not None and not price:
        raise click.UsageError("--budget needs --price IN,OUT, which it is counted by.")
    if dry_run:
        _print_costs(unanswered(place.lines, place.manual), spending)
        return
    author = _author(endpoint, model, command, timeout)
    journal = Journal(place.file)
    failure: AskingError | None = None
    try:
        lines = [*place.lines, *(one for answer in journal.answers for one in answer)]
        pages = unanswered(lines, place.manual)
        with BuildProgress() as progress:
            ask_pages(
                author,
                pages,
                place.manual,
                journal,
                spending,
                concurrency=concurrency,
                per_minute=per_minute or 0.0,
                tell=lambda done, failed: progress("questions", done, len(pages), failed),
            )
    except AskingError as error:  # what was answered before is taken all the same
        failure = error
    finally:
        journal.close(done=False)
    _take(place, [one for answer in journal.answers for one in answer], spending.left_out, prune=prune)
    journal.close(done=True)
    _print_spent(spending)
    if failure:
        raise failure
    if spending.failed:
        raise click.exceptions.Exit(1)


@questions_command.command("import", short_help="Take questions from files.")
@click.argument("files", nargs=-1, required=True, type=GivenPath(dir_okay=False, exists=True), metavar="FILE…")
@click.option("--by", default=HUMAN, show_default=True, help="Who wrote them: human, or a model's name.")
@_where
def import_command(bundle: Path | None, questions: Path | None, files: tuple[Path, ...], by: str) -> None:
    """Take questions from each FILE, which has one of two forms.

    Lines `question<TAB>page` are added to what is there; a page is an id, a URL or a path, and may end in #anchor. JSON
    lines {"id": …, "questions": […]} are answers to `pinax questions pending`: they replace an earlier answer.
    """
    place = _place(bundle, questions)
    new: list[Questions] = []
    left_out: list[LeftOut] = []
    for file in files:
        if file.stat().st_size > _MAX_IMPORT_BYTES:
            raise QuestionsError(file, 0, f"it has more than {_MAX_IMPORT_BYTES:,} bytes")
        try:
            found, refused = parse(file.read_text("utf-8-sig"), place.manual, by)
        except (OSError, ValueError) as error:
            raise QuestionsError(file, 0, str(error)) from error
        new += found
        left_out += refused
    _take(place, new, left_out)


@questions_command.command("pending", short_help="Write pages for others to answer.")
@click.argument("folder", type=GivenPath(file_okay=False))
@_where
def pending_command(bundle: Path | None, questions: Path | None, folder: Path) -> None:
    """Write the pages that have no answer yet into FOLDER, as batches for a coding agent or a person."""
    place = _place(bundle, questions)
    batches: list[str] = []
    for page in unanswered(place.lines, place.manual):
        if not batches or len(batches[-1]) > _BATCH_CHARS:
            batches.append(instructions())
        batches[-1] += "\n" + page.shown(_BATCH_CHARS, _BATCH_CHARS)
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for number, batch in enumerate(batches):
            (folder / f"{number:03}.txt").write_text(batch, encoding="utf-8")
    click.echo(f"wrote {len(batches)} batches; put answers into .jsonl files and give them to `pinax questions import`")


@questions_command.command("check", short_help="Say how the file fits the pages.")
@click.option("--prune", is_flag=True, help="Remove what is named; what moved gets the id that it has now.")
@_where
def check_command(bundle: Path | None, questions: Path | None, prune: bool) -> None:
    """Name lines that are stale, moved or have no page, and questions that would not be taken today.

    The pages are those of the bundle, so build first. The exit code is 1 if lines are named, unless they are removed.
    """
    place = _place(bundle, questions)
    now = moved(place.lines, place.manual)
    lines = [replace(one, id=now.get(one.id, one.id)) for one in place.lines]
    state = report_on(lines, place.manual)
    for old, new in now.items():
        click.echo(f"moved\t{old}\t{new}")
    for what, ids in (("stale", state.stale), ("no such page", state.gone)):
        for one in ids:
            click.echo(f"{what}\t{one}")
    dead = {*state.stale, *state.gone}
    kept, left_out = fill([], [one for one in lines if one.id not in dead], place.manual, place.search)
    _print_left_out(left_out)
    _print_state(place.lines, place.manual)
    if prune:
        save(place.file, kept)
    elif dead or now:
        raise click.exceptions.Exit(1)


def _take(place: _Place, new: list[Questions], left_out: Sequence[LeftOut], *, prune: bool = False) -> None:
    """Put new questions into the file, and say what became of them."""
    lines, filtered = fill(place.lines, new, place.manual, place.search)
    if prune:
        state = report_on(lines, place.manual)
        dead = {*state.stale, *state.gone}
        lines = [line for line in lines if line.id not in dead]
    save(place.file, lines)
    _print_left_out([*left_out, *filtered])
    n_new = sum(len(one.questions) for one in new)
    click.echo(f"took {n_new - len(filtered)} questions of {n_new + len(left_out)} into {place.file}")
    _print_state(lines, place.manual)


def _author(endpoint: str | None, model: str, command: str | None, timeout_s: float) -> Author:
    if (endpoint is None) == (command is None):
        raise click.UsageError("Say whom to ask: --endpoint URL with --model NAME, or --command COMMAND.")
    if command is not None:
        return Program(command, model, timeout_s)
    if not (endpoint or "").lower().startswith(("http://", "https://")) or not model:
        raise click.UsageError("--endpoint takes an http or https URL such as https://host/v1, and needs --model NAME.")
    return Endpoint(endpoint or "", model, timeout_s)


def _price(text: str) -> tuple[float, float]:
    """Read `--price IN,OUT`."""
    try:
        read, written = map(float, text.split(",")) if text else (0.0, 0.0)
    except ValueError:
        read = written = -1.0
    if not (0 <= read < 1e6 and 0 <= written < 1e6):
        raise click.UsageError(f"--price {text}: give two prices of a million tokens, such as 0.15,0.60.")
    return read, written


def _print_costs(pages: Sequence[Page], spending: Spending) -> None:
    counts = [estimated(page) for page in pages]
    read, written = (sum(count[at] for count in counts) for at in (0, 1))
    cost = spending.cost(read, written)
    share = f", about {cost:.2f} ({100 * cost / max(1, len(pages)):.2f} for a hundred pages)" if cost else ""
    click.echo(f"{len(pages)} pages to ask for: about {read:,} tokens read and {written:,} written at most{share}")


def _print_spent(spending: Spending) -> None:
    cost = spending.cost(spending.tokens_in, spending.tokens_out)
    click.echo(
        f"spent {spending.tokens_in:,} tokens read, {spending.tokens_out:,} written" + f", {cost:.4f}" * bool(cost)
    )
    for page, cause in spending.failed.items():
        click.echo(f"no answer\t{page}\t{cause}")
    if spending.is_over:
        click.echo("the budget ended it; run it again to go on", err=True)


def _print_left_out(left_out: Sequence[LeftOut]) -> None:
    for one in sorted(left_out, key=lambda one: (one.reason, one.target)):
        click.echo("\t".join(filter(None, (one.reason, one.target, one.question, one.better))))
    for reason, count in Counter(one.reason for one in left_out).most_common():
        click.echo(f"left out {count}: {reason}")


def _print_state(lines: Sequence[Questions], manual: Manual) -> None:
    click.echo(questions_sentence(report_on(lines, manual)))
