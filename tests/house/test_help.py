"""The help of every command ends with examples that the command takes."""

from __future__ import annotations

import shlex

import click
import pytest

from pinax_builder.cli import examples as builder
from pinax_builder.cli.group import main
from pinax_runtime.cli import examples as runtime
from pinax_runtime.cli.group import commands

GROUPS = [(commands, runtime.EXAMPLES), (main, builder.EXAMPLES)]
LINES = [(group, line) for group, known in GROUPS for lines in known.values() for line in lines]


def command_of(group: click.Group, name: str) -> click.Command:
    found = group.get_command(click.Context(group), name)
    assert found is not None
    return found


@pytest.mark.parametrize(("group", "known"), GROUPS, ids=["pinax-runtime", "pinax"])
def test_every_command_has_examples(group: click.Group, known: dict[str, tuple[str, ...]]) -> None:
    """No command is without an example, and no example without a command."""
    assert set(group.commands) == set(known)


@pytest.mark.parametrize(("group", "line"), LINES, ids=[line for _, line in LINES])
def test_an_example_is_taken(group: click.Group, line: str) -> None:
    """Its commands, options and their values are those that there are."""
    _, name, *arguments = shlex.split(line)
    command = top = command_of(group, name)
    while isinstance(command, click.Group):
        command = command.commands[arguments.pop(0)]
    command.make_context(name, arguments, resilient_parsing=True)
    assert line in " ".join((top.epilog or "").split("\n"))
