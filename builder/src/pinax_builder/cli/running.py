"""Run the command line and end it: at once when it is interrupted, with a message when its output cannot be written."""

from __future__ import annotations

import os
import signal
import sys
import threading
from io import TextIOWrapper

import click

from pinax_builder.cli.group import main
from pinax_builder.garbage import collect_seldom

INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells give it: 128 and the signal's number."""
_CLEANING_S = 3.0
"""Time (seconds) that an interrupted command has to remove its temporary files."""


def run_commands() -> None:
    """Run the command line and end it."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, _interrupt)
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # whatever the locale: no character of a page's title ends a command
            stream.reconfigure(errors="replace")
    collect_seldom()
    try:
        code = main.main(prog_name="pinax", standalone_mode=False)
        sys.stdout.flush()
        sys.stderr.flush()
    except click.UsageError as error:
        _say_usage(error)
        sys.exit(2)
    except click.ClickException as error:
        _say(f"error: {error.format_message()}")
        sys.exit(1)
    except (KeyboardInterrupt, click.Abort):
        code = INTERRUPTED
    except BrokenPipeError:
        _end_now(1)
    except OSError as error:
        _say(f"error: the output cannot be written: {error.strerror or error}; make room, or send it elsewhere.")
        _end_now(1)
    # Here all is closed, and nothing holds the pool any more, whose semaphores would be called leaked.
    _end_now(code if isinstance(code, int) else 0)


def _open_closed_streams() -> None:
    """Open the null device for each standard stream that is closed: no file of a bundle may get its number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _say_usage(error: click.UsageError) -> None:
    """Say on one line what is wrong with a command line; where there is nothing on it, show the help."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()
        return
    help_with = error.ctx.command_path if error.ctx else "pinax"
    message = " ".join(error.format_message().split()).removesuffix(".")
    _say(f"error: {message}. See `{help_with} --help`.")


def _interrupt(_number: int, _frame: object) -> None:
    """End the command by an exception, which removes temporary files; whatever hangs meanwhile is not waited for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    timer = threading.Timer(_CLEANING_S, os._exit, (INTERRUPTED,))
    timer.daemon = True
    timer.start()
    raise KeyboardInterrupt


def _end_now(code: int) -> None:
    """End without taking the interpreter apart, which takes longer than a small command.

    No thread is waited for, and there is no other attempt to write what could not be written.
    """
    os._exit(code)


def _say(message: str) -> None:
    try:
        sys.stderr.write(message + "\n")
        sys.stderr.flush()
    except OSError:
        pass
