"""Write the manual pages of both programs from their own help: one of each program and of each command.

python .ci/manual.py         write runtime/man/ and builder/man/, which wheels and sdists then carry
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import click

from pinax_builder.cli.group import main as pinax
from pinax_runtime.cli import commands as pinax_runtime

ROOT = Path(__file__).resolve().parents[1]
PROGRAMS = (("builder", "pinax", pinax), ("runtime", "pinax-runtime", pinax_runtime))


def pages(name: str, program: click.Command) -> dict[str, str]:
    """Return the text of each page of a program by its file's name."""
    written = {}
    for command, context in _walk(program, click.Context(program, info_name=name)):
        title = context.command_path.replace(" ", "-")
        written[f"{title}.1"] = _page(title, command, context, name)
    return written


def _walk(command: click.Command, context: click.Context) -> Iterator[tuple[click.Command, click.Context]]:
    yield command, context
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None and not below.hidden:
                yield from _walk(below, click.Context(below, info_name=name, parent=context))


def _page(title: str, command: click.Command, context: click.Context, program: str) -> str:
    text = inspect.cleandoc(command.help or "").replace("\b\n", "").strip()
    first, *others = re.split(r"\n\s*\n", text)
    purpose = re.split(r"(?<=[.])\s", " ".join(first.split()))[0].rstrip(".")
    usage = " ".join(command.collect_usage_pieces(context))
    lines = [f".TH {title.upper()} 1", ".SH NAME", f"{title} \\- {_text(purpose)}"]
    lines += [".SH SYNOPSIS", f".B {_text(context.command_path)}", _text(usage)]
    lines += [".SH DESCRIPTION", *_paragraphs([first, *others])]
    lines += _options(command, context)
    lines += _commands(command, context)
    examples = (command.epilog or "").partition("Examples:")[2].strip()
    if examples:
        lines += [".SH EXAMPLES", ".nf", *(_text(line.strip()) for line in examples.splitlines()), ".fi"]
    lines += [".SH SEE ALSO", f".BR {_text(program)} (1)"] if title != program else []
    return "\n".join(line for line in lines if line) + "\n"


def _paragraphs(texts: list[str]) -> list[str]:
    lines: list[str] = []
    for text in texts:
        lines += [".PP"] * bool(lines) + [_text(" ".join(text.split()))]
    return lines


def _options(command: click.Command, context: click.Context) -> list[str]:
    records = [record for one in command.get_params(context) if (record := one.get_help_record(context))]
    lines = [".SH OPTIONS"] if records else []
    for names, text in records:
        lines += [".TP", f".B {_text(names)}", _text(text)]
    return lines


def _commands(command: click.Command, context: click.Context) -> list[str]:
    if not isinstance(command, click.Group):
        return []
    lines = [".SH COMMANDS"]
    for name in command.list_commands(context):
        below = command.get_command(context, name)
        assert below is not None
        lines += [".TP", f".B {_text(name)}", _text(below.get_short_help_str(200))]
    return lines


def _text(text: str) -> str:
    """Escape what troff would take for its own."""
    escaped = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-")
    escaped = escaped.replace("…", "...").replace("'", "\\(aq").replace("`", "\\(ga").replace("•", "*")
    return f"\\&{escaped}" if escaped.startswith(".") else escaped


if __name__ == "__main__":
    for folder, name, program in PROGRAMS:
        target = ROOT / folder / "man"
        target.mkdir(exist_ok=True)
        for old in target.glob("*.1"):
            old.unlink()
        for file, text in pages(name, program).items():
            (target / file).write_text(text, "utf-8")
