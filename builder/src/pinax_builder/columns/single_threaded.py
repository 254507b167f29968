"""Import numpy when it is first used, and without the threads of its linear algebra, which nothing here needs.

Rules: numpy starts a thread for each core while it is imported, and beside threads no worker can be forked from the
       command. It takes a seventh of a build that changes nothing, which has no use for it. So all other modules import
       it from here, and use it in functions alone.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

_THREADS = "OPENBLAS_NUM_THREADS"


class _Numpy:
    """Stands for numpy until it is used; keeps what was used of it."""

    def __getattr__(self, name: str) -> Any:
        given = os.environ.get(_THREADS)
        os.environ[_THREADS] = "1"
        try:
            import numpy
        finally:
            del os.environ[_THREADS]
            if given is not None:
                os.environ[_THREADS] = given
        value = getattr(numpy, name)
        setattr(self, name, value)
        return value


if TYPE_CHECKING:
    import numpy as np
else:
    np = _Numpy()

__all__ = ["np"]
