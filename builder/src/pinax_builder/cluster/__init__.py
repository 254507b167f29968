"""Run batches on other machines, which share nothing with this one but the build cache.

In:    Batches, and an executor whose workers are elsewhere.
Out:   Their results, with the parts on this machine's disk.
Why:   docs/decisions/0225
"""

from pinax_builder.cluster.connecting import connected
from pinax_builder.cluster.sharing import Cluster

__all__ = ["Cluster", "connected"]
