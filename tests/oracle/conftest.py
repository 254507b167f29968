"""Nothing here is collected: the scripts need programs that `make setup` does not install."""

collect_ignore_glob = ["*.py", "clients/*.py"]
