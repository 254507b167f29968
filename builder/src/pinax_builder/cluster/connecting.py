"""Connect to a cluster of dask. The only module that imports distributed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

from pinax_builder.errors import ClusterError
from pinax_builder.processes import WorkerLostError

_SCHEME = "dask://"


class _DaskExecutor(Executor):
    """Runs tasks on a cluster. A task whose workers die is given to others; after some deaths it is given up."""

    def __init__(self, behind: Executor, lost: type[Exception]) -> None:
        self._behind = behind
        self._lost = lost

    def submit(self, task: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run a task somewhere on the cluster."""
        outcome: Future[Any] = Future()

        def hand_on(done: Future[Any]) -> None:
            error = done.exception()
            if isinstance(error, self._lost):
                outcome.set_exception(WorkerLostError(str(error)))
            elif error is not None:
                outcome.set_exception(error)
            else:
                outcome.set_result(done.result())

        self._behind.submit(task, *args, **kwargs).add_done_callback(hand_on)
        return outcome


@contextmanager
def connected(address: str) -> Iterator[Executor]:
    """Connect to the scheduler at `dask://HOST:PORT`.

    Raises:
        ClusterError: It does not answer, or dask is not installed.
    """
    if not address.startswith(_SCHEME) or not address.removeprefix(_SCHEME):
        raise ClusterError(address, "the address of an executor is dask://HOST:PORT")
    if find_spec("distributed") is None:
        raise ClusterError(address, 'dask is not installed: pip install "pinax-builder[dask]"')
    from distributed import Client, KilledWorker

    try:
        client = Client(f"tcp://{address.removeprefix(_SCHEME)}", set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterError(address, f"its scheduler does not answer ({error})") from error
    with client:
        yield _DaskExecutor(client.get_executor(pure=False), KilledWorker)
