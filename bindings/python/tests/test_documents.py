"""The documents as a site."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

_FOLDER = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All pages; a link or an object that is missing fails the build."""
    pytest.importorskip("mkdocs")
    folder = tmp_path_factory.mktemp("site")
    build = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(folder)]
    subprocess.run(build, cwd=_FOLDER, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"}, check=True)
    return folder


def _text(page: Path) -> str:
    return unescape(re.sub(r"<[^>]*>", "", page.read_text(encoding="utf-8")))


def test_the_page_of_games_has_the_example(site: Path) -> None:
    """All of it, as it promises."""
    example = (_FOLDER / "examples" / "connect_four.py").read_text(encoding="utf-8")
    assert example.strip() in _text(site / "games" / "index.html")


def test_no_page_has_a_snippet_that_was_not_included(site: Path) -> None:
    """A mark that is written in another way is shown as text, without an error."""
    pages = list(site.rglob("*.html"))
    assert len(pages) > 5
    assert [page.name for page in pages if re.search(r"-{1,}8\s*<", _text(page))] == []
