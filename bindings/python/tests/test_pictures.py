"""Boards, trees and figures are valid pictures for a browser or matplotlib."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import pytest
from games import Nim

import imm_search as imm

if TYPE_CHECKING:
    from pathlib import Path

_SVG = "{http://www.w3.org/2000/svg}"
_MEN = {"breakthrough": 32, "loa": 24, "othello": 4, "onitama": 10}


@pytest.mark.parametrize("game", ["breakthrough", "breakthrough_5x6", "kalah", "loa_openspiel", "othello", "oware", "onitama"])
def test_built_in_games_are_boards(game: str, tmp_path: Path) -> None:
    """The picture has all pieces or seeds, and marks the squares of the latest move."""
    search = imm.Search(game, memory="1 MiB")
    for _ in range(3):
        search.play(search.legal_moves()[0])
        root = ET.fromstring(search._repr_svg_())
        assert root.tag == f"{_SVG}svg"
        marked = [one for one in root.iter(f"{_SVG}rect") if one.get("fill") == "#f6f27a"]
        assert len(marked) == {"othello": 1, "kalah": 0, "oware": 0}.get(game, 2)
    start = ET.fromstring(imm.Search(game, memory="1 MiB").board().svg())
    if game in _MEN:
        assert len(list(start.iter(f"{_SVG}circle"))) == _MEN[game]
    if game == "kalah":
        assert [one.text for one in start.iter(f"{_SVG}text")].count("4") == 14
    search.board().save(str(tmp_path / "board.svg"))
    assert ET.parse(tmp_path / "board.svg").getroot().tag == f"{_SVG}svg"


def test_a_die_is_part_of_the_board() -> None:
    """The picture has the numbers of all stones, what the die shows, and the marks of a move, but not of a roll."""
    search = imm.Search("einstein", memory="1 MiB")
    for move, marks, line in (("2", 0, "the die shows 2"), ("b1c2", 2, "the die rolls next"), ("5", 0, "the die shows 5")):
        search.play(move)
        root = ET.fromstring(search._repr_svg_())
        texts = [one.text for one in root.iter(f"{_SVG}text")]
        assert line in texts
        assert all(texts.count(str(number)) >= 2 for number in range(1, 7))
        assert len(list(root.iter(f"{_SVG}circle"))) == 12
        assert len([one for one in root.iter(f"{_SVG}rect") if one.get("fill") == "#f6f27a"]) == marks


def test_finished_games_are_boards() -> None:
    """The board of a finished game says that the game is over."""
    search = imm.Search("breakthrough_2x4", memory="1 MiB")
    while search.outcome is None:
        search.play(search.legal_moves()[0])
    assert "the game is over" in search.board().svg()


def test_anything_else_is_its_text() -> None:
    """Other positions are shown as text; special characters do not break the picture."""
    search = imm.Search(Nim(), memory="1 MiB")
    assert "(21, 0)" in search.board().svg()
    texts = [one.text for one in ET.fromstring(imm.Board("a <b>\n&c").svg()).iter(f"{_SVG}text")]
    assert texts == ["a <b>", "&c"]


def test_a_tree_is_a_picture() -> None:
    """The picture has the most visited positions, up to the maximum number."""
    search = imm.Search("othello", "bfm()", memory="4 MiB")
    search.search(iterations=3000)
    root = ET.fromstring(search.tree(depth=4)._repr_svg_())
    texts = [one.text or "" for one in root.iter(f"{_SVG}text")]
    assert texts[0] == "root"
    assert 20 < len(texts) <= 120
    assert ET.fromstring(imm.Search("othello", memory="1 MiB").tree().svg()).tag == f"{_SVG}svg"


def test_a_report_is_a_figure(tmp_path: Path) -> None:
    """Draws figures of an open position, of a solved one, and of one without a search."""
    pytest.importorskip("matplotlib")
    open_search = imm.Search("oware", memory="1 MiB")
    proven = imm.Search(Nim(), memory="1 MiB")
    for report in (open_search.search(ms=120), proven.search(iterations=20000), imm.Search("loa").report()):
        figure = report.plot()
        figure.savefig(tmp_path / "figure.png")
        assert len(figure.axes) == 2
        assert len(figure.axes[0].patches) == min(len(report.candidates), 16)
        assert (tmp_path / "figure.png").stat().st_size > 5000
