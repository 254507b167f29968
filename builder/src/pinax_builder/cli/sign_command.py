"""`pinax keygen` and `pinax sign`: make a key, and sign a bundle with it."""

from __future__ import annotations

from pathlib import Path

import click

from pinax_builder.cli.usage import GivenPath, failing_cleanly
from pinax_builder.clock import build_time
from pinax_runtime.trust.signatures import SIGNATURE, PublicKey


@click.command("keygen", short_help="Make a key pair for signing bundles.")
@click.argument("file", type=GivenPath(dir_okay=False))
@failing_cleanly
def keygen_command(file: Path) -> None:
    """Make a key pair: the secret key in FILE, the public key in FILE.pub.

    The secret key has no password, so keep it where only you can read it. minisign can use both files.
    """
    from pinax_builder.write.signing import make_key, write_keys

    key = make_key()
    public_file = write_keys(key, file)
    click.echo(f"wrote {file} (keep it secret) and {public_file}")
    click.echo(f"public key: {PublicKey(key.key_id, key.public).to_text().splitlines()[1]}")


@click.command("sign", short_help="Sign a bundle, so that readers can check its origin.")
@click.argument("bundle", type=GivenPath(file_okay=False, exists=True))
@click.option(
    "--key",
    type=GivenPath(dir_okay=False),
    help="File with the secret key; by default the variable PINAX_SIGNING_KEY holds it.",
)
@failing_cleanly
def sign_command(bundle: Path, key: Path | None) -> None:
    """Sign BUNDLE, so that readers can check where it is from. Sign again after each build.

    The signature is of pinax.json, which names every other file by its hash.
    """
    from pinax_builder.write.signing import read_key, sign

    secret = read_key(key)
    sign(bundle, secret, build_time())
    click.echo(f"wrote {bundle / SIGNATURE}, signed with key {PublicKey(secret.key_id, secret.public).name}")
