"""Run `pinax` as `python -m pinax_builder`."""

from pinax_builder.cli import main

if __name__ == "__main__":
    main(prog_name="pinax")
