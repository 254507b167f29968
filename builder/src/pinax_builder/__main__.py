"""Run `pinax` as `python -m pinax_builder`."""

from pinax_builder.cli import run

if __name__ == "__main__":
    run()
