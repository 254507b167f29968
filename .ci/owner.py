"""Say whose project this is, in the one place for it; or refuse to publish while nobody has.

python .ci/owner.py NAME     put the owner's name, as GitHub knows it, into every file that has the placeholder OWNER
python .ci/owner.py          end with exit code 1, and name the files, as long as one has it
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

PLACEHOLDER = "OWNER"
FILES = ("server.json", "runtime/README.md", "docs/how-to/ci.md", "docs/how-to/publish.md")
"""Files with the placeholder."""
PROJECTS = ("runtime/pyproject.toml", "builder/pyproject.toml")
_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,37}[A-Za-z0-9])?")


def unsaid(root: Path) -> list[str]:
    """Return the files that do not say yet whose project this is."""
    missing = [name for name in FILES if re.search(rf"\b{PLACEHOLDER}/", (root / name).read_text("utf-8"))]
    return missing + [name for name in PROJECTS if "[project.urls]" not in (root / name).read_text("utf-8")]


def say(root: Path, owner: str) -> None:
    """Put the owner's name everywhere, and the addresses that follow from it."""
    for name in FILES:
        path = root / name
        path.write_text(re.sub(rf"\b{PLACEHOLDER}/", f"{owner}/", path.read_text("utf-8")), "utf-8")
    home = f"https://github.com/{owner}/pinax"
    urls = {"Homepage": home, "Source": home, "Issues": f"{home}/issues", "Changelog": f"{home}/blob/main/CHANGELOG.md"}
    table = "[project.urls]\n" + "".join(f'{name} = "{url}"\n' for name, url in urls.items())
    for name in PROJECTS:
        path = root / name
        text = path.read_text("utf-8")
        if "[project.urls]" not in text:
            path.write_text(text.replace("[project.scripts]", f"{table}\n[project.scripts]", 1), "utf-8")
    entry = json.loads((root / "server.json").read_text("utf-8"))
    entry |= {"repository": {"url": home, "source": "github", "subfolder": "runtime"}, "websiteUrl": home}
    (root / "server.json").write_text(json.dumps(entry, indent=2, ensure_ascii=False) + "\n", "utf-8")


def main(words: list[str]) -> int:
    """Run the command."""
    root = Path(__file__).resolve().parents[1]
    if (words and not _NAME.fullmatch(words[0])) or words[1:] or words == [PLACEHOLDER]:
        print("usage: owner.py [NAME], a name as GitHub allows it", file=sys.stderr)
        return 2
    if words:
        say(root, words[0])
    missing = unsaid(root)
    for name in missing:
        print(f"{name} does not say whose project this is; run `python .ci/owner.py NAME` once", file=sys.stderr)
    return bool(missing)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
