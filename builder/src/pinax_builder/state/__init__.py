"""What a build keeps for the next one, and for other machines: the build cache, and what lies in it.

In:    A docset, its listing, a build cache, and the bundle that is to be replaced.
Out:   Results of batches that ran in earlier builds; segments of the bundle, with a patch over them.
Why:   docs/decisions/0130, docs/decisions/0131, docs/decisions/0225
"""

from pinax_builder.state.docset import Made, page_states
from pinax_builder.state.keys import Facts, batch_key, code_digest, docset_context, page_keys
from pinax_builder.state.memory import DocsetMemory
from pinax_builder.state.objects import DEFAULT_MB, Cache, EntryError, default_folder
from pinax_builder.state.results import CachedRun, known_shared, read_result, result_values

__all__ = [
    "DEFAULT_MB",
    "Cache",
    "CachedRun",
    "DocsetMemory",
    "EntryError",
    "Facts",
    "Made",
    "batch_key",
    "code_digest",
    "default_folder",
    "docset_context",
    "known_shared",
    "page_keys",
    "page_states",
    "read_result",
    "result_values",
]
