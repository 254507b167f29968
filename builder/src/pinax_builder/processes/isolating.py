"""Keep a fault or a delay with one page from ending the build.

In:    A page's URL, the stage it is in, and the step to run.
Out:   What the step returns, or a Rejection of that page.
Rules: this is the one place where the build catches what a stage should not raise. The report shows the exception,
       since it is a defect of the builder and not of the page. A crash of the whole process, and a worker whose memory
       is used up, are handled in `workers`.
"""

from __future__ import annotations

from collections.abc import Callable
from multiprocessing import parent_process
from typing import TypeVar

from pinax_builder.errors import BuildError
from pinax_builder.processes.workers import PageTooSlowError, time_limit
from pinax_builder.records import Rejection, StageName
from pinax_runtime.format import LimitExceededError

PAGE_SECONDS = 60.0
"""Processor time (seconds) that one page may take; a page that takes more is rejected."""

_VERBS: dict[StageName, str] = {"crawl": "read", "gate": "judged", "parse": "converted", "segment": "indexed"}
"""Stage → what it does to a page, as the message says it."""

Result = TypeVar("Result")


def isolated(url: str, stage: StageName, step: Callable[[], Result]) -> Result | Rejection:
    """Run one step for one page; return a Rejection where it raises or takes too long.

    Raises:
        BuildError: The step says itself that the build cannot go on.
    """
    try:
        with time_limit(PAGE_SECONDS):
            return step()
    except PageTooSlowError:
        detail = f"The page took more than {PAGE_SECONDS:.0f} s of processor time to convert."
        return Rejection(url, stage, "too_slow", detail)
    except BuildError:
        raise
    except MemoryError:
        if parent_process() is not None:  # the worker ends, and the batch is taken again page by page
            raise
        return Rejection(url, stage, "crashed", "The page took more memory than there is.")
    except RecursionError:
        return Rejection(url, stage, "too_deep", "What the page was converted to nests too deep.")
    except LimitExceededError as error:
        detail = f"No reader would take the page: {error.what} is {error.got:,}, the limit is {error.limit:,}."
        return Rejection(url, stage, "beyond_limits", detail)
    except Exception as error:  # any stage may have a defect, and the other pages must not pay for it
        detail = f"The page could not be {_VERBS[stage]} ({type(error).__name__}: {error}); please report it."
        return Rejection(url, stage, "internal_error", detail)
