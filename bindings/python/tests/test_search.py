"""Tests of searches: limits, reports, positions, copies, players."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import pytest
from games import Nim

import imm_search as imm
from imm_search import Proof, Stopped


def _signatures(*searches: imm.Search) -> set[int]:
    return {search.search(iterations=300).signature for search in searches}


def test_who_says_nothing_gets_the_best_player() -> None:
    """The default player is the best player, with a reason. With little memory, it is a different player."""
    found = imm.best("onitama", memory="4 MiB")
    assert found.player == "bfm(c0.7,fpu0.5,efNet)"
    assert found.why
    silent, named = (imm.Search("onitama", *player, memory="4 MiB") for player in ((), (found.player,)))
    assert len(_signatures(silent, named)) == 1
    assert imm.best("onitama", memory="56 KiB").player == "ab(efNet,all)"
    with pytest.raises(imm.GameError):
        imm.best("chess")


def test_a_report_says_what_was_found() -> None:
    """A report has the best move, candidates in order, line, history, and the reason for the end."""
    search = imm.Search("breakthrough_5x5", "mcts(ipp,im0.4)", memory="4 MiB", seed=3)
    report = search.search(ms=500, nodes=10**6)
    assert report.best == report.candidates[0].move == report.line[0]
    assert report.best in search.legal_moves()
    assert {one.move for one in report.candidates} <= set(search.legal_moves())
    assert report.visits == report.candidates[0].visits
    assert -1 <= report.value == report.candidates[0].value <= 1
    assert report.stopped in (Stopped.TIME, Stopped.PROVEN)
    assert len(report.history) >= 2
    assert [snapshot.iterations for snapshot in report.history] == sorted(one.iterations for one in report.history)
    assert search.report().signature == report.signature
    assert search.line(report.candidates[1].move)[0] == report.candidates[1].move
    table = pytest.importorskip("pandas") and report.to_pandas()
    assert list(table["move"]) == [one.move for one in report.candidates]


@pytest.mark.parametrize(
    ("limits", "why"),
    [({"iterations": 50}, Stopped.ITERATIONS), ({"nodes": 100}, Stopped.NODES), ({"ms": 0.5}, Stopped.TIME)],
)
def test_each_limit_ends_a_search(limits: dict[str, Any], why: Stopped) -> None:
    """The first limit that is reached ends the search."""
    assert imm.Search("othello", memory="1 MiB").search(**limits).stopped is why


def test_alpha_beta_ends_at_a_depth() -> None:
    """A depth may be the only limit."""
    report = imm.Search("othello", "ab(all)", memory="8 MiB").search(depth=4)
    assert (report.stopped, report.depth) == (Stopped.DEPTH, 4)


def test_proofs() -> None:
    """Nim with 21 stones is a proven win by taking one stone."""
    report = imm.Search(Nim(), "ab()", memory="1 MiB").search(iterations=10**6)
    assert (report.best, report.proof, report.stopped) == ("take 1 of 21", Proof.FIRST_WINS, Stopped.PROVEN)
    assert report.distance == 11


def test_a_game_is_played_to_its_end() -> None:
    """After the end of the game, playing and searching raise an error."""
    search = imm.Search("kalah_3x2", memory="256 KiB")
    plies = 0
    while search.outcome is None:
        assert search.to_move in (0, 1)
        best = search.search(iterations=20).best
        assert best is not None
        search.play(best)
        plies += 1
    assert search.outcome in (-1, 0, 1)
    assert len(search.played) == plies
    assert search.legal_moves() == []
    assert search.report().best is None
    with pytest.raises(imm.GameOverError, match="the game is over"):
        search.search(iterations=1)
    for _ in range(plies):
        search.undo()
    assert search.position == imm.Search("kalah_3x2").position
    with pytest.raises(imm.NoPastError):
        search.undo()


def test_positions_are_texts() -> None:
    """Reading a written position restores it. A wrong position changes nothing."""
    search = imm.Search("breakthrough", memory="1 MiB")
    search.play("a2a3")
    text = search.position
    other = imm.Search("breakthrough", memory="1 MiB")
    other.position = text
    assert other.position == text
    assert other.played == ()
    assert other.legal_moves() == search.legal_moves()
    with pytest.raises(imm.PositionError):
        other.position = "bb/ww 1"
    assert other.position == text
    other.restart()
    assert other.to_move == 0


def test_moves_are_texts_with_a_number() -> None:
    """A move can be played as text, number or `Move`. Copies and pickles of a `Move` keep its number."""
    search = imm.Search("othello", memory="1 MiB")
    move = search.legal_moves()[0]
    again = pickle.loads(pickle.dumps(move))
    assert (again, again.code, copy.deepcopy(move).code) == (move, move.code, move.code)
    for one in (move, str(move), move.code):
        search.play(one)
        search.undo()


@pytest.mark.parametrize("player", ["mcts(im0.4)", "bfm()", "ab(all)"])
@pytest.mark.parametrize("game", ["loa", "othello"])
def test_copies_and_pickles_go_on_alike(game: str, player: str) -> None:
    """Copies and pickles continue independently and identically, bit by bit. They keep the moves for undo."""
    search = imm.Search(game, player, memory="4 MiB", seed=5)
    for _ in range(3):
        best = search.search(iterations=200).best
        assert best is not None
        search.play(best)
    search.search(iterations=200)
    others = [copy.copy(search), copy.deepcopy(search), pickle.loads(pickle.dumps(search))]
    assert len(_signatures(search, *others)) == 1
    others[0].search(iterations=100)
    assert len(_signatures(search, others[1], others[2])) == 1
    for other in others:
        assert other.played == search.played
        other.undo()
        other.undo()
    assert others[0].position == others[2].position


def test_saves_are_for_the_same_search() -> None:
    """A different search refuses a save and stays unchanged."""
    search = imm.Search("kalah", memory="1 MiB")
    search.search(iterations=100)
    saved = search.save()
    for other in (imm.Search("oware", memory="1 MiB"), imm.Search("kalah", "bfm()", memory="1 MiB")):
        with pytest.raises(imm.SavedError):
            other.load(saved)
    with pytest.raises(imm.PositionError):
        imm.Search("kalah", memory="1 MiB").load(saved[:-1])


def test_another_player_goes_on() -> None:
    """The tree is kept, because only the choice of the final move differs."""
    search = imm.Search("othello", "mcts()", memory="1 MiB")
    search.search(iterations=100)
    search.set_player("mcts(temp0.5)")
    assert search.player == "mcts(c1.0,temp0.5)"
    assert search.report().nodes > 0
    with pytest.raises(imm.PlayerError, match="unknown option 'x'"):
        search.set_player("mcts(x)")
    assert search.player == "mcts(c1.0,temp0.5)"
    search.forget()
    assert search.report().nodes == 0


def test_a_net_evaluates() -> None:
    """Uses the net of the game or one from a file. Copies keep it. Nets for other games are refused."""
    games = Path(__file__).parents[3] / "src/games"
    net_file = games / "oware" / "oware.immnet"

    def of(game: str, net: Any) -> imm.Search:
        return imm.Search(game, "bfm(efNet)", memory="4 MiB", seed=1, net=net)

    shipped, read = of("oware", None), of("oware", net_file)
    copies = [copy.copy(read), pickle.loads(pickle.dumps(read))]
    assert len(_signatures(shipped, read, *copies)) == 1
    assert _signatures(shipped) != _signatures(imm.Search("oware", "bfm()", memory="4 MiB", seed=1))
    damaged = net_file.read_bytes()[:-1]
    for game, net in (("oware", damaged), ("oware", b""), ("kalah", net_file)):
        with pytest.raises(imm.NetError):
            of(game, net)
    with pytest.raises(FileNotFoundError):
        of("oware", games / "none.immnet")
    with pytest.raises(imm.NetError):
        of("breakthrough_5x5", None).search(iterations=10)


def test_searches_of_a_position_are_merged() -> None:
    """Merges the results of all searches. The result does not depend on the order of the threads."""
    searches = [imm.Search("oware", memory="1 MiB", seed=seed) for seed in range(3)]
    for search in searches:
        search.search(iterations=500)
    searches[0].merge(*searches[1:])
    assert searches[0].report().iterations == 1500
    with pytest.raises(imm.MergeError):
        searches[0].merge(searches[1])
    with pytest.raises(imm.BusyError):
        searches[1].merge(searches[1])
    with pytest.raises(imm.MergeError):
        searches[1].merge(imm.Search("loa", memory="1 MiB"))


def test_the_tree_is_shown() -> None:
    """The tree begins with the root, and lists the most visited moves first."""
    search = imm.Search("kalah", memory="1 MiB")
    report = search.search(iterations=2000)
    root = search.tree(depth=2)
    assert (root.move, root.ply, root.on_line) == (None, 0, True)
    assert (root.children[0].move, root.children[0].visits) == (report.best, report.visits)
    assert max(node.ply for node in root) == 2
    assert all(child.ply == node.ply + 1 for node in root for child in node.children)
    line = [node.move for node in root if node.on_line and node.move]
    assert tuple(line) == report.line[:2]
    assert all(node.visits >= 50 for node in search.tree(depth=4, min_visits=50) if node.ply)


def test_a_random_beginning() -> None:
    """Sets up a random starting position in games that have several."""
    search = imm.Search("kalah", memory="1 MiB")
    search.shuffle(1)
    assert search.position != imm.Search("kalah").position
    with pytest.raises(imm.UnsupportedError):
        imm.Search("loa", memory="1 MiB").shuffle(1)


@pytest.mark.parametrize(
    ("make", "kind", "words"),
    [
        (lambda: imm.Search("chess"), imm.GameError, "unknown game 'chess': there are breakthrough, kalah"),
        (lambda: imm.Search("./chess.so"), imm.GameError, "chess.so: cannot be opened"),
        (lambda: imm.Search("kalah", "mcts(ipp)"), imm.PlayerError, "'ipp' needs weights of moves"),
        (lambda: imm.Search("kalah", "mcts(cb0.1,im0.2)"), imm.PlayerError, "both weigh the static values"),
        (lambda: imm.Search("kalah", "mcts(c)"), imm.PlayerError, r"player 'mcts\(c\)'"),
        (lambda: imm.Search("kalah", memory=10), imm.OutOfMemoryError, "too small"),
        (lambda: imm.Search("kalah", memory="much"), ValueError, "memory is 'much': expected"),
        (lambda: imm.Search("kalah", memory=-1), ValueError, "memory is -1: expected 1 to"),
        (lambda: imm.Search("kalah").search(), imm.LimitError, "no limit"),
        (lambda: imm.Search("kalah").search(iterations=-1), ValueError, "iterations is -1"),
    ],
)
def test_mistakes_are_told_in_words(make: Any, kind: type[Exception], words: str) -> None:
    """Each mistake raises its own class of exception, with the library's text."""
    with pytest.raises(kind, match=words):
        make()


def test_every_status_has_its_exception() -> None:
    """Checks that every status of the library has an exception class."""
    assert imm.Error("text", -3).status == -3
    kinds = [imm.errors.of_status(-number, "").__class__ for number in range(1, 39)]
    programming = {1, 2, 4, 8, 15}
    assert {number for number in range(1, 39) if kinds[number - 1] is imm.Error} == programming
