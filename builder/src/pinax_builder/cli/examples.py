"""Examples that stand below the help of each command."""

from __future__ import annotations

import click

EXAMPLES = {
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
"""Command lines by the name of their command."""


def add_examples(command: click.Command, name: str) -> None:
    """Show a command's examples below its help."""
    command.epilog = "\b\nExamples:\n" + "\n".join(f"  {line}" for line in EXAMPLES[name])
