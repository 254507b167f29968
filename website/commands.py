"""Write the reference of the commands from their own help, as a hook of MkDocs."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import click
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from pinax_builder.cli import main as pinax
from pinax_runtime.cli import commands as pinax_runtime

PAGE = "reference/commands.md"
HEAD = "# Commands\n\nWhat each command says with `--help`. This page is written from the programs themselves.\n"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the page."""
    files.append(File.generated(config, PAGE, content=commands_page()))
    return files


def commands_page() -> str:
    """Return the page: a section for each program, and one below it for each of its commands."""
    parts = [HEAD]
    for name, program in (("pinax", pinax), ("pinax-runtime", pinax_runtime)):
        parts += [f"## `{name}`\n\n{_text(program)}\n"]
        parts += [
            _section(command, context)
            for command, context in _commands(program, click.Context(program, info_name=name))
        ]
    return "\n".join(parts)


def _commands(group: click.Command, context: click.Context) -> Iterator[tuple[click.Command, click.Context]]:
    """Walk through the commands of a group, and of the groups in it."""
    if not isinstance(group, click.Group):
        return
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is None or command.hidden:
            continue
        inner = click.Context(command, info_name=name, parent=context)
        if isinstance(command, click.Group):
            yield from _commands(command, inner)
        else:
            yield command, inner


def _section(command: click.Command, context: click.Context) -> str:
    usage = " ".join((context.command_path, *command.collect_usage_pieces(context)))
    rows = [record for parameter in command.get_params(context) if (record := parameter.get_help_record(context))]
    options = "".join(f"| `{_cell(names)}` | {_cell(text)} |\n" for names, text in rows)
    return "\n".join(
        (
            f"### `{context.command_path}`\n",
            f"{_text(command)}\n",
            f"```text\n{usage}\n```\n",
            f"| Option | |\n|---|---|\n{options}",
            *([f"```sh\n{_examples(command)}\n```\n"] if command.epilog else []),
        )
    )


def _text(command: click.Command) -> str:
    return inspect.cleandoc(command.help or "").replace("\b\n", "").strip()


def _examples(command: click.Command) -> str:
    """Return the lines below a help's word "Examples"."""
    lines = (command.epilog or "").partition("Examples:")[2].splitlines()
    return "\n".join(line.strip() for line in lines if line.strip())


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("[", "&#91;")
