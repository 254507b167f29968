"""The recipes for publishing serve a bundle as they promise."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from lacking import skip

PAGE = Path(__file__).parents[2] / "docs/how-to/publish.md"
FRAME = """
user root;
daemon off;
pid {folder}/nginx.pid;
error_log stderr;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {server}
}}
"""


@pytest.fixture
def nginx(bundle: Path, tmp_path: Path) -> Iterator[str]:
    """The URL of the example bundle behind nginx with the page's configuration."""
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if not program:
        skip("nginx is not installed")
    block = re.search(r"```nginx\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert block
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = block[1].replace("listen 8080", f"listen 127.0.0.1:{port}").replace("/srv/docs", str(tmp_path / "docs"))
    shutil.copytree(bundle, tmp_path / "docs/bundle")
    # Temporary files are their owner's alone. Started by root, nginx has to stay root; by others, it stays what it is.
    (tmp_path / "nginx.conf").write_text(FRAME.format(folder=tmp_path, server=server))
    command = [program, "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        try:
            until = time.monotonic() + 60
            while time.monotonic() < until and process.poll() is None:
                with socket.socket() as asking:
                    if asking.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.05)
            yield f"http://127.0.0.1:{port}/bundle/"
        finally:
            process.terminate()


def test_nginx_serves_a_bundle(nginx: str, bundle: Path, tmp_path: Path) -> None:
    """It is verified from there; files may be kept for good and come in ranges, the entry is asked for each time."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    ended = subprocess.run(
        [sys.executable, "-m", "pinax_runtime", "verify", nginx], env=environment, capture_output=True, text=True
    )
    assert ended.returncode == 0, ended.stderr
    file = next(path for path in sorted((bundle / "files").rglob("*")) if path.is_file()).relative_to(bundle)
    request = urllib.request.Request(f"{nginx}{file}", headers={"Range": "bytes=0-9"})
    with urllib.request.urlopen(request) as answer:
        assert answer.status == 206
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    with urllib.request.urlopen(f"{nginx}pinax.json") as answer:
        assert answer.headers["Cache-Control"] == "no-cache"
        assert answer.headers["ETag"]
