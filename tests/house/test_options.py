"""The pages of the documentation and the commands name the same options."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from pinax_builder import load_config
from pinax_builder.cli import main
from pinax_builder.errors import ConfigError
from pinax_builder.processes import worker_bytes
from pinax_runtime.cli import commands

ROOT = Path(__file__).parents[2]
DOCS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
GUIDES = sorted((ROOT / "docs/how-to").glob("*.md"))
INSPECTOR = {"--yes", "--cli", "--method", "--tool-name", "--tool-arg"}
OTHERS = {"--require-hashes", "--no-ff", "--flag", "--no-nanny", "--nthreads", "--sort", "--strict", *INSPECTOR}
"""Options of other programs, and of examples, that the pages name."""
ROW = re.compile(r"^\| `(pinax(?:-runtime)? [a-z ]+?)(?= [^a-z]|`).*$", re.MULTILINE)


def walk(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    """Return a command's subcommands by their full names; the command itself if it has none."""
    if not isinstance(command, click.Group):
        yield name, command
        return
    context = click.Context(command)
    for below in command.list_commands(context):
        found = command.get_command(context, below)
        assert found
        yield from walk(found, f"{name} {below}")


COMMANDS = dict([*walk(main, "pinax"), *walk(commands, "pinax-runtime")])


def options(command: click.Command) -> set[str]:
    """Return the long options of a command, those that switch something off included."""
    given = [parameter for parameter in command.params if isinstance(parameter, click.Option)]
    found = (names for parameter in given for names in (parameter.opts, parameter.secondary_opts))
    return {name for names in found for name in names if name.startswith("--")}


def text(*pages: Path) -> str:
    return "\n".join(page.read_text("utf-8") for page in pages)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_is_documented(name: str) -> None:
    """The pages name each command, and each option of it: the runtime's in the row of the command."""
    rows = [row[0] for row in ROW.finditer(text(*DOCS)) if row[1] == name]
    where = "\n".join(rows) if name.startswith("pinax-runtime") else text(ROOT / "docs" / "configuration.md")
    assert f"`{name}" in text(*DOCS)
    missing = options(COMMANDS[name]) - set(re.findall(r"--[a-z][a-z-]*", where))
    assert missing - {"--limit" if "-n N" in where else ""} == set()


@pytest.mark.parametrize("page", [*DOCS, *GUIDES], ids=lambda page: page.name)
def test_every_documented_option_is_there(page: Path) -> None:
    """No page names an option that no command has."""
    there = set().union(*map(options, COMMANDS.values())) | {"--version", "--help"}
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*[a-z](?![\w<-])", page.read_text("utf-8")))
    variables = {name for name in named if name.startswith("--pinax-")}  # of style sheets
    assert named - there - OTHERS - variables == set()


@pytest.mark.parametrize("name", COMMANDS)
def test_short_helps_are_whole(name: str) -> None:
    """The list of commands cuts no sentence off."""
    assert not COMMANDS[name].get_short_help_str(45).endswith("...")


def lines(page: Path) -> list[str]:
    """Return the command lines of a page, in blocks and within text; those that show a form are left out."""
    written = page.read_text("utf-8")
    blocks = re.findall(r"```(?:bash|console)\n(.*?)```", written, re.DOTALL)
    inline = re.findall(
        r"(?<!`)`(pinax(?:-runtime)? [^`\n]+)`(?!`)", re.sub(r"```.*?```", "", written, flags=re.DOTALL)
    )
    shown = [line.removeprefix("$ ") for block in blocks for line in block.splitlines()] + inline
    return [line for line in shown if line.startswith("pinax") and not re.search(r"…|\[|\||\bNAME\b(?! )", line)]


@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.name)
def test_every_command_line_can_be_typed(page: Path) -> None:
    """Each command line of a page names a command, and options that it takes with values that they allow."""
    for line in lines(page):
        program, *words = shlex.split(line, comments=True)
        command: click.Command = main if program == "pinax" else commands
        name = program
        while isinstance(command, click.Group) and words:
            name = f"{name} {words[0]}"
            found = command.get_command(click.Context(command), words.pop(0))
            assert found, line
            command = found
        if not words or isinstance(command, click.Group):
            continue  # it names the command and shows no use of it
        try:
            command.make_context(name, words).close()
        except click.MissingParameter:
            assert not [word for word in words if not word.startswith("-")], line
        except click.UsageError as error:
            pytest.fail(f"{page.name}: {line}: {error.format_message()}")


def test_the_memory_of_a_build_is_documented() -> None:
    """The page gives the shares of the main process and of a worker, and the least share that a worker can have."""
    row = r"^\| `memory_mb` \|[^|]*\| (\d+) and (\d+) a worker \|.* at least (\d+) and (\d+) a worker\..*$"
    shown = re.search(row, text(ROOT / "docs" / "configuration.md"), re.MULTILINE)
    assert shown
    main_mb, usual_mb, same_mb, least_mb = map(int, shown.groups())
    assert main_mb == same_mb
    assert worker_bytes(None, 2) == usual_mb << 20
    assert worker_bytes(main_mb + 2 * least_mb, 2) == least_mb << 20
    with pytest.raises(ConfigError):
        worker_bytes(main_mb + 2 * least_mb - 1, 2)


@pytest.mark.parametrize("block", re.findall(r"```toml\n(.*?)```", text(*DOCS), re.DOTALL))
def test_every_configuration_is_valid(block: str, tmp_path: Path) -> None:
    """Each example of a pinax.toml can be loaded, with a docset where it shows none."""
    whole = block if "[[docset]]" in block else block + '\n[[docset]]\npath = "docs"\n'
    (tmp_path / "pinax.toml").write_text(whole, "utf-8")
    assert load_config(tmp_path / "pinax.toml").docsets
