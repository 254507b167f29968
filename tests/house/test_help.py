"""The help of every command ends with examples that the command takes."""

from __future__ import annotations

import shlex
import tomllib
from pathlib import Path

import click
import pytest

from pinax_builder.cli import main
from pinax_runtime.cli import commands


def command_of(group: click.Group, name: str) -> click.Command:
    found = group.get_command(click.Context(group), name)
    assert found is not None
    return found


def examples_of(group: click.Group, name: str) -> list[str]:
    """The examples that stand below the help of a command."""
    return [line.strip() for line in (command_of(group, name).epilog or "").splitlines()[2:]]


COMMANDS = [(group, name) for group in (commands, main) for name in group.commands]
LINES = [(group, line) for group, name in COMMANDS for line in examples_of(group, name)]


@pytest.mark.parametrize(("group", "name"), COMMANDS, ids=[name for _, name in COMMANDS])
def test_every_command_has_examples(group: click.Group, name: str) -> None:
    """No command is without examples, and each of them is of that command."""
    lines = examples_of(group, name)
    assert lines
    assert all(shlex.split(line)[1] == name for line in lines)


@pytest.mark.parametrize(("group", "line"), LINES, ids=[line for _, line in LINES])
def test_an_example_is_taken(group: click.Group, line: str) -> None:
    """Its commands, options and their values are those that there are."""
    _, name, *arguments = shlex.split(line)
    command = command_of(group, name)
    while isinstance(command, click.Group):
        command = command.commands[arguments.pop(0)]
    command.make_context(name, arguments, resilient_parsing=True)


@pytest.mark.parametrize(("group", "other", "program"), [(main, commands, "pinax-runtime"), (commands, main, "pinax")])
def test_a_command_of_the_other_program(group: click.Group, other: click.Group, program: str) -> None:
    """Who asks one program for a command of the other is told whose it is."""
    for name in other.commands:
        with pytest.raises(click.UsageError, match=f"the other program: {program} {name}$"):
            group.make_context("x", [name, "bundle"]).command.invoke(group.make_context("x", [name, "bundle"]))


@pytest.mark.parametrize("name", ["builder", "runtime"])
def test_a_distribution_answers_to_its_name(name: str) -> None:
    """`uvx pinax-builder` and `uvx pinax-runtime` run the command of that name."""
    project = tomllib.loads((Path(__file__).parents[2] / name / "pyproject.toml").read_text())["project"]
    assert project["name"] in project["scripts"]
