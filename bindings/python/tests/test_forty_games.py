"""Tests for lab/forty_games, the games and the report of docs/FORTY_GAMES.md."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import imm_search as imm

pytest.importorskip("pyarrow")
pytest.importorskip("scipy")

FOLDER = Path(__file__).resolve().parents[3] / "lab" / "forty_games"


def run(script: str, *words: str, target: Path) -> subprocess.CompletedProcess[str]:
    """Runs a program of the folder, with another folder for what it builds."""
    command = [sys.executable, str(FOLDER / script), *words]
    environment = os.environ | {"CARGO_TARGET_DIR": str(target)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_the_report_is_up_to_date(tmp_path: Path) -> None:
    """The tables and the figure must be those of the archive, the nets and the measured properties."""
    result = run("report.py", "--check", target=tmp_path)
    assert result.returncode == 0, result.stderr


def test_games_in_c_have_plain_features(tmp_path: Path) -> None:
    """A game in C must have features and no other knowledge. Its net must fit, if it has one yet."""
    of_c = "for game, one in games.GAMES.items() if one.source == 'C'"
    code = f"import games; [print(game, games.build(game), games.net(game)) {of_c}]"
    environment = os.environ | {"CARGO_TARGET_DIR": str(tmp_path), "PYTHONPATH": str(FOLDER)}
    built = subprocess.run([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout
    assert len(built.splitlines()) == 17
    for line in built.splitlines():
        _, library, net = line.split(" ", 2)
        found = imm.check(library, plies=500)
        # The features have numbers of their own for SECOND.
        assert found.mistakes == ("features() is not in the view" in found.text), found.text
        if Path(net).exists():
            search = imm.Search(library, "bfm(efNet)", memory="1 MiB", seed=1, net=net)
            assert search.search(iterations=50).best in search.legal_moves()
        with pytest.raises(imm.PlayerError):
            imm.Search(library, "bfm()", memory="1 MiB")
