"""Configuration for the examples in the documents, which pytest runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs an example in a temporary folder, so that the files of the example are deleted with the test."""
    if isinstance(request.node, pytest.DoctestItem):
        monkeypatch.chdir(tmp_path)
