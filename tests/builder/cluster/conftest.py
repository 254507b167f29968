"""An object store that speaks as S3 does."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from pinax_builder import Storage


@pytest.fixture(scope="module")
def store() -> Iterator[str]:
    """Run the server; return the URL of a bucket."""
    from moto.server import ThreadedMotoServer  # loads two hundred modules

    logging.getLogger("werkzeug").setLevel(logging.WARNING)  # a line for each request would cost half of the time
    server = ThreadedMotoServer(port=0)
    server.start()
    host, port = server.get_host_and_port()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_ACCESS_KEY_ID", "test")
        patch.setenv("AWS_SECRET_ACCESS_KEY", "test")
        patch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        patch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
        import s3fs

        s3fs.S3FileSystem(skip_instance_cache=True).mkdir("bucket")
        yield "s3://bucket"
    server.stop()


@pytest.fixture
def storage(store: str, request: pytest.FixtureRequest) -> Storage:
    """A folder of the bucket for one test."""
    return Storage(f"{store}/{request.node.name}")
