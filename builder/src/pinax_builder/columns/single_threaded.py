"""Import numpy without the threads of its linear algebra, which nothing here needs.

Rules: numpy starts a thread for each core while it is imported, and beside threads no worker can be forked from the
       command. So all other modules import it from here.
"""

from __future__ import annotations

import os

_THREADS = "OPENBLAS_NUM_THREADS"

_given = os.environ.get(_THREADS)
os.environ[_THREADS] = "1"
try:
    import numpy as np
finally:
    del os.environ[_THREADS]
    if _given is not None:
        os.environ[_THREADS] = _given

__all__ = ["np"]
