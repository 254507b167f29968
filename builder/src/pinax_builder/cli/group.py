"""The group that all commands belong to."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from pinax_builder.garbage import collector_paused

_COMMANDS = {
    "add": "docset_commands:add_command",
    "build": "build_command:build_command",
    "catalog": "catalog_command:catalog_group",
    "diff": "diff_command:diff_command",
    "doctor": "doctor_command:doctor_command",
    "export": "export_command:export_command",
    "gate": "gate_command:gate_command",
    "inspect": "inspect_command:inspect_command",
    "keygen": "sign_command:keygen_command",
    "list": "docset_commands:list_command",
    "questions": "questions_command:questions_group",
    "refresh": "docset_commands:refresh_command",
    "remove": "docset_commands:remove_command",
    "sign": "sign_command:sign_command",
}
"""Name of a command → its module here, and its name there."""


_EXAMPLES = {
    "build": (
        "pinax build site/ -o ./bundle --base-url https://docs.example.org/",
        "pinax build https://docs.example.org/ -o ./bundle",
        "pinax build src/ -o ./bundle --code",
        "pinax build pypi:click==8.1.7:docs/ -o ./bundle",
        "pinax build pinax.toml --report report.json",
    ),
    "add": ("pinax add fastapi", "pinax add https://docs.example.org/"),
    "catalog": ("pinax catalog list",),
    "diff": ("pinax diff old-bundle new-bundle", "pinax diff old-bundle new-bundle --markdown diff.md"),
    "doctor": ("pinax doctor",),
    "gate": ("pinax gate ./bundle --report report.json --min-coverage 95 --max-dead-links 0",),
    "export": ("pinax export ./bundle public/ --llms-txt --markdown",),
    "inspect": ("pinax inspect ./bundle",),
    "keygen": ("pinax keygen docs.key",),
    "list": ("pinax list",),
    "questions": (
        "pinax questions ask --endpoint http://localhost:8080/v1 --model NAME",
        'pinax questions ask --command "llm -m NAME"',
        "pinax questions import faq.tsv",
        "pinax questions pending batches/",
        "pinax questions check",
    ),
    "refresh": ("pinax refresh", "pinax refresh fastapi"),
    "remove": ("pinax remove fastapi",),
    "sign": ("pinax sign ./bundle --key docs.key",),
}
"""Command lines that stand below the help of each command, by its name."""

OF_THE_RUNTIME = frozenset(
    ["cache", "call", "config", "get", "golden", "grep", "logs", "pull", "search", "serve", "verify"]
)
"""Commands of `pinax-runtime`, which are easily taken for ours."""


class _Commands(click.Group):
    """The commands; a module is imported when its command is asked for, so that a build starts without the others."""

    def __init__(self, **options: Any) -> None:
        super().__init__(commands={name: click.Command(name) for name in _COMMANDS}, **options)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is asked for; of the runtime's, say whose they are."""
        if args and args[0] in OF_THE_RUNTIME:
            ctx.fail(f"{args[0]} is a command of the other program: pinax-runtime {args[0]}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command. If one of its options lacks a value, say whose option that is."""
        try:
            return super().invoke(ctx)
        except click.BadOptionUsage as error:
            if error.ctx is None and ctx.invoked_subcommand:
                error.ctx = click.Context(self, parent=ctx, info_name=ctx.invoked_subcommand)
            raise

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command; None if there is none of that name."""
        if cmd_name not in _COMMANDS:
            return None
        module, _, name = _COMMANDS[cmd_name].partition(":")
        with collector_paused():
            command: click.Command = getattr(import_module(f"pinax_builder.cli.{module}"), name)
        command.epilog = "\b\nExamples:\n" + "\n".join(f"  {line}" for line in _EXAMPLES[cmd_name])
        return command


_FIRST = """\b
Begin with:
  pinax build docs/ -o ./bundle       a folder; or a URL, a repository, a package
  pinax-runtime search ./bundle WORDS
  pinax-runtime config claude-code ./bundle --write
"""
"""What stands below the list of commands."""


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=_FIRST,
)
@click.version_option(package_name="pinax-builder", prog_name="pinax", message="%(prog)s %(version)s")
def main() -> None:
    """Build static documentation bundles for AI agents. `pinax-runtime` searches and serves them."""
