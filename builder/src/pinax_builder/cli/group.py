"""The group that all commands belong to."""

from __future__ import annotations

from importlib.metadata import version

import click

from pinax_builder.cli.build_command import build_command
from pinax_builder.cli.catalog_command import catalog_group
from pinax_builder.cli.diff_command import diff_command
from pinax_builder.cli.docset_commands import add_command, list_command, refresh_command, remove_command
from pinax_builder.cli.doctor_command import doctor_command
from pinax_builder.cli.examples import add_examples
from pinax_builder.cli.export_command import export_command
from pinax_builder.cli.gate_command import gate_command
from pinax_builder.cli.inspect_command import inspect_command
from pinax_builder.cli.sign_command import keygen_command, sign_command

_FIRST = """\b
Begin with:
  pinax build docs/ -o ./bundle       a folder; or a URL, a repository, a package
  pinax-runtime search ./bundle WORDS
  pinax-runtime config claude-code ./bundle --write
"""
"""What stands below the list of commands."""


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}, epilog=_FIRST)
@click.version_option(version("pinax-builder"), prog_name="pinax", message="%(prog)s %(version)s")
def main() -> None:
    """Build static documentation bundles for AI agents. `pinax-runtime` searches and serves them."""


for _command in (
    add_command,
    build_command,
    catalog_group,
    diff_command,
    doctor_command,
    export_command,
    gate_command,
    inspect_command,
    keygen_command,
    list_command,
    refresh_command,
    remove_command,
    sign_command,
):
    main.add_command(_command)
    add_examples(_command, _command.name or "")
