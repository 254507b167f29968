"""What holds for every test.

Hypothesis draws the same examples on every machine, so that two runs of one commit give one verdict. `make properties`
draws anew, by the profile `anew`; see `properties.py`.
"""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("fixed", derandomize=True, database=None, deadline=None)  # a busy machine is no failure
settings.register_profile("anew", database=None, deadline=None)
settings.load_profile("fixed")
