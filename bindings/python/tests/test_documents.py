"""The documents as a site, and the packages that they name for installation."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

import imm_search as imm

_FOLDER = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Builds all pages. A missing link or object fails the build."""
    pytest.importorskip("mkdocs")
    folder = tmp_path_factory.mktemp("site")
    build = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(folder)]
    subprocess.run(build, cwd=_FOLDER, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"}, check=True)
    return folder


def _text(page: Path) -> str:
    return unescape(re.sub(r"<[^>]*>", "", page.read_text(encoding="utf-8")))


def test_the_page_of_games_has_the_example(site: Path) -> None:
    """The page contains the whole example."""
    example = (_FOLDER / "examples" / "connect_four.py").read_text(encoding="utf-8")
    assert example.strip() in _text(site / "games" / "index.html")


def test_no_page_has_a_snippet_that_was_not_included(site: Path) -> None:
    """A misspelled snippet mark would be shown as text, without an error."""
    pages = list(site.rglob("*.html"))
    assert len(pages) > 5
    assert [page.name for page in pages if re.search(r"-{1,}8\s*<", _text(page))] == []


_INSTALLS = re.compile(r"\b(?:pip3?|pipx|uv|conda|poetry)\s+(?:install|add)\s+(.*?)(?:[`#]| in a |$)")
_OURS = re.compile(r"(?<![\w./-])imm(?:[-_.]\w+)*(?![\w/])", re.IGNORECASE)
"""Matches the name of a package, but not a part of a path."""


def test_nobody_is_told_to_install_a_name_that_is_not_ours() -> None:
    """No package index has imm. Packages with the name imm belong to other projects. You install imm by a path in a checkout."""
    assert _OURS.match("imm-search[cluster]")
    assert not _OURS.search("./bindings/python[cluster] /home/imm/bindings")
    kinds = {".ipynb", ".md", ".py", ".pyi", ".rs", ".toml", ".yml"}
    places = [_FOLDER, _FOLDER.parents[1] / "docs", Path(imm.__file__).parent]
    texts = [file for place in places for file in place.rglob("*") if file.suffix in kinds and file != Path(__file__)]
    told = [
        f"{file}: {line.strip()}"
        for file in [*texts, *_FOLDER.parents[1].glob("*.md")]
        for line in file.read_text(encoding="utf-8").splitlines()
        if (install := _INSTALLS.search(line)) and _OURS.search(install[1])
    ]
    assert told == []


def test_a_path_that_is_to_be_installed_is_there() -> None:
    """Paths to install exist, relative to the root of a checkout."""
    pages = [*(_FOLDER / "docs").glob("*.md"), _FOLDER / "README.md", _FOLDER / "package/imm_search/cluster/__init__.py"]
    paths = [path for page in pages for path in re.findall(r"pip install '?(\./[\w./]+)", page.read_text(encoding="utf-8"))]
    assert len(paths) >= 4
    assert [path for path in paths if not (_FOLDER.parents[1] / path / "pyproject.toml").exists()] == []
