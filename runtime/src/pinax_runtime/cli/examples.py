"""Examples that stand below the help of each command."""

from __future__ import annotations

import click

EXAMPLES = {
    "serve": (
        "pinax-runtime serve ./bundle",
        "pinax-runtime serve ./bundle https://cdn.example/bundle/ --tools tree",
        "pinax-runtime serve ./bundle --http --port 8423 --log calls.db",
        "pinax-runtime serve ./bundle --lockfile uv.lock",
    ),
    "search": (
        'pinax-runtime search ./bundle "retry with backoff"',
        "pinax-runtime search ./bundle asyncio.gather --sections --limit 3 --json",
        "pinax-runtime search ./bundle timeout --filter type=guide --explain",
    ),
    "get": (
        "pinax-runtime get ./bundle guide/schedules.md",
        "pinax-runtime get ./bundle guide/schedules.md#overlap --json",
    ),
    "call": ('pinax-runtime call ./bundle search_pages \'{"query": "retry", "limit": 2}\'',),
    "verify": ("pinax-runtime verify ./bundle", "pinax-runtime verify https://cdn.example/bundle/"),
    "golden": ("pinax-runtime golden ./bundle", "pinax-runtime golden ./bundle --junit golden.xml --quiet"),
    "pull": ("pinax-runtime pull https://cdn.example/bundle/ ./bundle",),
    "logs": ("pinax-runtime logs calls.db --status error --since 2h", "pinax-runtime logs calls.db --summary"),
    "config": (
        "pinax-runtime config claude-code ./bundle --write",
        "pinax-runtime config cursor --url http://127.0.0.1:8423/mcp",
        "pinax-runtime config codex ./bundle -- --max-tokens 4000",
    ),
    "cache": ("pinax-runtime cache info", "pinax-runtime cache clear --older-than 30d"),
}
"""Command lines by the name of their command."""


def add_examples(command: click.Command, name: str) -> None:
    """Show a command's examples below its help."""
    command.epilog = "\b\nExamples:\n" + "\n".join(f"  {line}" for line in EXAMPLES[name])
