"""Build only what changed, and take the rest from earlier builds.

In:    A docset, its listing, a folder that keeps results, and the bundle that is to be replaced.
Out:   Results of batches that ran in earlier builds; segments of the bundle, with a patch over them.
Why:   docs/decisions/0130, docs/decisions/0131
"""

from pinax_builder.incremental.made import Made
from pinax_builder.incremental.memory import DocsetMemory
from pinax_builder.incremental.shared import known_shared
from pinax_builder.incremental.state import page_states

__all__ = ["DocsetMemory", "Made", "known_shared", "page_states"]
