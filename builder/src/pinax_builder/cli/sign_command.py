"""`pinax keygen` and `pinax sign`: make a key, and sign a bundle with it."""

from __future__ import annotations

from pathlib import Path

import click

from pinax_builder.cli.failing import failing_cleanly
from pinax_builder.configuration.clock import build_time
from pinax_runtime.contract.delivery.minisign import SIGNATURE, PublicKey


@click.command("keygen", short_help="Make a key to sign bundles with.")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@failing_cleanly
def keygen_command(file: Path) -> None:
    """Make a key: the secret one in FILE, the public one in FILE.pub. Both are as minisign writes them.

    The secret key has no password: keep it where only those can read it who may sign.
    """
    from pinax_builder.write.signing import make_key, write_keys

    key = make_key()
    public_file = write_keys(key, file)
    click.echo(f"wrote {file} (keep it secret) and {public_file}")
    click.echo(f"public key: {PublicKey(key.key_id, key.public).to_text().splitlines()[1]}")


@click.command("sign", short_help="Sign a bundle.")
@click.argument("bundle", type=click.Path(path_type=Path, file_okay=False, exists=True))
@click.option(
    "--key", type=click.Path(path_type=Path, dir_okay=False), help="The secret key; or PINAX_SIGNING_KEY holds it."
)
@failing_cleanly
def sign_command(bundle: Path, key: Path | None) -> None:
    """Sign the bundle's pinax.json, which names every other file by its hash. Sign again after each build."""
    from pinax_builder.write.signing import read_key, sign

    secret = read_key(key)
    sign(bundle, secret, build_time())
    click.echo(f"wrote {bundle / SIGNATURE}, signed with key {PublicKey(secret.key_id, secret.public).name}")
