"""Run `pinax-runtime` as `python -m pinax_runtime`."""

from pinax_runtime.cli import main

if __name__ == "__main__":
    main()
