"""Fixtures that several test files use."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

_ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def connect_four(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Builds Connect Four of the C examples as a shared library."""
    library = tmp_path_factory.mktemp("plugin") / "connect_four.so"
    source = _ROOT / "c_examples" / "connect_four.c"
    flags = ["-std=c99", "-O2", "-shared", "-fPIC", "-DCONNECT_FOUR_GAME_ONLY", "-I", str(_ROOT / "include")]
    subprocess.run([os.environ.get("CC", "cc"), *flags, str(source), "-o", str(library)], check=True)
    return library
