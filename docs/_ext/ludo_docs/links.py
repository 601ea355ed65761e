"""Links from pages to files outside `docs/`: examples, folders, the page for contributors."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).parents[3]
# Folders and files outside `docs/`, with the page that shows them.
_PAGES = {
    "examples/house_rules": "make/examples",
    "CONTRIBUTING.md": "inside/contributing",
    "CHANGELOG.md": "inside/changelog",
    "README.md": "index",
    "benchmarks/README.md": "inside/benchmarks",
}
_LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)(#[^)\s]*)?\)")


def link_files(app: Any, page: str, source: list[str]) -> None:
    """Change links that leave `docs/` to the page that shows the file."""
    here = Path(app.env.doc2path(page)).parent

    def moved(found: re.Match[str]) -> str:
        path, anchor = found[1], found[2] or ""
        target = (here / path).resolve()
        if target.is_relative_to(Path(app.srcdir)) or not target.is_relative_to(_ROOT):
            return found[0]
        name = target.relative_to(_ROOT).as_posix()
        folder = name.rpartition("/")[0]
        if name in _PAGES:
            return f"](/{_PAGES[name]}.md{anchor})"
        if folder in _PAGES and target.suffix == ".py":
            return f"](/{_PAGES[folder]}.md#{target.stem})"
        return found[0]

    source[0] = _LINK.sub(moved, source[0])
