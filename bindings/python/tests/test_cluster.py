"""Tournaments with Ray: each game is played once, even if processes or machines fail."""

from __future__ import annotations

import json
import logging
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable

import pytest

pytest.importorskip("ray")

import pandas as pd
import ray
from games import Nim, TicTacToe
from ray.cluster_utils import Cluster

import imm_search as imm
from imm_search.cluster import Archive, Budget, GamesFailedError, Unit, experiments, speed, tournament, tune
from imm_search.cluster.__main__ import main
from imm_search.cluster._games import packed_games
from imm_search.cluster._play import play
from imm_search.cluster._setup import opening_texts
from imm_search.cluster._space import distributions

if TYPE_CHECKING:
    from collections.abc import Iterator

PLAYERS = ["mcts()", "mcts(im0.4)", "bfm()"]
SHORT: dict[str, Any] = {"games_per_pairing": 4, "memory": "256 KiB", "progress": False}
TUNE: dict[str, Any] = {"memory": "256 KiB", "progress": False}
TOOK = ["first_ms", "second_ms", "node", "factor"]
"""Columns that may differ between two runs of the same game."""


@pytest.fixture(scope="module")
def local_ray() -> Iterator[None]:
    """Starts Ray on this machine, shared by several tests."""
    ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    yield
    ray.shutdown()


@pytest.fixture(scope="module")
def arena() -> Path:
    """Builds the program imm-arena with cargo; without optimisation across crates, which takes long."""
    root = Path(__file__).resolve().parents[3]
    quick = {"CARGO_PROFILE_RELEASE_LTO": "off", "CARGO_PROFILE_RELEASE_PANIC": "unwind"}
    built = subprocess.run(
        ["cargo", "build", "--release", "--manifest-path", "lab/Cargo.toml", "--bin", "imm-arena", "--message-format", "json"],
        cwd=root,
        env=os.environ | quick,
        check=True,
        stdout=subprocess.PIPE,
    )
    messages = [json.loads(line) for line in built.stdout.splitlines()]
    return Path(next(message["executable"] for message in messages if message.get("executable")))


@pytest.fixture(scope="module")
def many() -> Iterator[Cluster]:
    """A cluster that Ray sees as two nodes with one processor each."""
    ray.shutdown()
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    yield cluster
    ray.shutdown()
    cluster.shutdown()


def equal_games(one: pd.DataFrame, other: pd.DataFrame) -> None:
    """Checks that two tables have the same games, moves and simulations. Times and machines may differ."""
    tables = [table.drop(columns=TOOK).sort_values("key", ignore_index=True) for table in (one, other)]
    pd.testing.assert_frame_equal(*tables)


def units_of(table: pd.DataFrame) -> list[Unit]:
    """Returns the units of an archive."""
    names = list(Unit.__dataclass_fields__)
    return [Unit(**row) for row in table[names].to_dict("records")]


def wait_for(what: Callable[[], bool], seconds: float = 60) -> None:
    """Waits until the condition is true."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end
        time.sleep(0.02)


def lines_of(folder: Path) -> int:
    """Returns the number of games in the journal of an archive."""
    journal = folder / "games.jsonl"
    return journal.read_bytes().count(b"\n") if journal.exists() else 0


def timeless(log: Path) -> list[dict[str, Any]]:
    """Returns the games of an arena log, in a fixed order, without the times."""
    games = [json.loads(line) for line in log.read_text().splitlines()]
    for game in games:
        for spent in game["spent"]:
            del spent["ms"]
    return sorted(games, key=str)


EXPERIMENTS = Path(__file__).resolve().parents[3] / "lab/arena/tests/small.toml"


class FailsAtFive(Nim):
    """A game whose `make` raises an exception when there are five stones or fewer."""

    def make(self, position: tuple[int, int], move: int) -> tuple[int, int]:
        if position[0] <= 5:
            raise RuntimeError("five stones")
        return super().make(position, move)


class KillsItsWorker(TicTacToe):
    """A game that kills the process that plays it."""

    def make(self, position: tuple[int, int], move: int) -> tuple[int, int]:
        if "ray" in sys.modules and ray.get_runtime_context().worker.mode == ray.WORKER_MODE:
            os._exit(1)
        return super().make(position, move)


@pytest.mark.usefixtures("local_ray")
class TestOnThisMachine:
    """Tests with Ray on this machine."""

    def test_all_meet_all_and_openings_are_shared(self, tmp_path: Path) -> None:
        """Each pair of players must meet in each game, from the same openings, with swapped seats."""
        found = tournament(PLAYERS, ["breakthrough_5x5", "kalah"], 3, Budget(iterations=20), archive=tmp_path, **SHORT)
        games = found.games
        assert len(games) == len(set(games["key"])) == 2 * 3 * 4
        assert set(games["opening_plies"]) == {3}
        for (_, _), pair in games.groupby(["game", "pair"]):
            assert len({tuple(moves[:3]) for moves in pair["moves"]}) == 1
            assert len(set(pair["start"])) == 1
            assert set(zip(pair["first"], pair["second"])) == set(zip(pair["second"], pair["first"]))
        kalah = games[games["game"] == "kalah"]
        assert len(set(kalah["start"])) == 2
        # Games that are played again outside the cluster must be identical to the games of the
        # cluster.
        equal_games(
            games,
            pd.DataFrame(
                [
                    play({"kalah": "kalah", "breakthrough_5x5": "breakthrough_5x5"}, unit) | {"node": ""}
                    for unit in units_of(games)
                ]
            )[list(games.columns)],
        )

    def test_what_is_there_is_not_played_again(self, tmp_path: Path) -> None:
        """With more games or players, or another order of players, a run must play only the new games."""
        run = {**SHORT, "archive": tmp_path}
        first = tournament(PLAYERS[:2], "breakthrough_5x5", 2, Budget(iterations=10), **run).games
        later = tournament(PLAYERS[::-1], "breakthrough_5x5", 2, Budget(iterations=10), **{**run, "games_per_pairing": 6}).games
        assert len(later) == 18
        kept = later[later["key"].isin(first["key"])].sort_values("key", ignore_index=True)
        pd.testing.assert_frame_equal(kept, first.sort_values("key", ignore_index=True))

    def test_games_of_all_kinds(self, tmp_path: Path, connect_four: Path) -> None:
        """A tournament must accept games of OpenSpiel, shared libraries, and objects."""
        pytest.importorskip("pyspiel")
        games: dict[str, Any] = {"open_spiel:tic_tac_toe": "open_spiel:tic_tac_toe", "Nim": Nim(), "own": TicTacToe()}
        games["connect_four"] = connect_four
        found = tournament(["mcts()", "mcts(c2)"], games, 2, Budget(iterations=20), archive=tmp_path, **SHORT)
        assert found.game_names == list(games)
        assert len(found.games) == 16
        assert found.games[found.games["game"] == "Nim"]["moves"].iloc[0][0].startswith("take ")

    def test_one_meets_all_with_a_net_for_some_time(self, tmp_path: Path, connect_four: Path) -> None:
        """All players must meet only `against`. The net must reach the workers. No game must begin after the time."""
        players, game = ["mcts()", "bfm(efNet)", "mcts(im0.4,efNet)"], {"four": connect_four}
        budget = Budget(ms=1, fixed=True)
        run = {**SHORT, "archive": tmp_path, "against": "mcts()"}
        nets = {"four": Path(__file__).resolve().parents[3] / "c_examples" / "connect_four.immnet"}
        assert tournament(players, game, 2, budget, nets=nets, minutes=0, **run).games.empty
        games = tournament(players, game, 2, budget, nets=nets, **run).games
        assert len(games) == 2 * 4
        assert all("mcts(c1.0)" in both for both in zip(games["first"], games["second"]))
        with pytest.raises(ValueError, match="there is no game 'five'"):
            tournament(players, game, 2, budget, nets={"five": nets["four"]}, **run)
        with pytest.raises(imm.NetError):
            tournament(players, "oware", 2, budget, **{**run, "nets": {"oware": nets["four"]}})

    def test_openings_from_a_list(self, tmp_path: Path) -> None:
        """An opening is a list of moves or a position. Pairs must use the openings in turn."""
        search = imm.Search("othello", memory="1 MiB")
        moves = ["f5", "d6"]
        for move in moves:
            search.play(move)
        openings = [moves, search.position]
        games = tournament(PLAYERS[:2], "othello", openings, Budget(iterations=5), archive=tmp_path, **SHORT).games
        first, second = (games[games["pair"] == pair] for pair in (0, 1))
        assert [tuple(one[:2]) for one in first["moves"]] == [tuple(moves)] * 2
        assert set(second["start"]) == {search.position}
        assert set(second["opening_plies"]) == {0}
        with pytest.raises(ValueError, match="openings, but there are 2"):
            tune("othello", {"im": (0.0, 1.0)}, Budget(iterations=5), player="mcts(im{im})", openings=openings, archive=tmp_path)

    def test_milliseconds_are_those_of_the_reference(self, tmp_path: Path) -> None:
        """A machine that is much slower than the reference must get more milliseconds. Its rows must have the factor."""
        reference = 4 * speed()
        budget = Budget(ms=4, reference=reference)
        games = tournament(PLAYERS[:2], "breakthrough", 0, budget, archive=tmp_path, **SHORT).games
        assert games["factor"].between(2, 8).all()
        a_move = games["first_ms"].sum() / games["first_moves"].sum()
        assert a_move > 6

    def test_milliseconds_as_a_fixed_number(self, tmp_path: Path) -> None:
        """With `fixed=True`, the number of iterations must be measured once and then stay the same."""
        budget, run = Budget(ms=2, fixed=True), {**SHORT, "games_per_pairing": 2, "archive": tmp_path}
        games = tournament(PLAYERS[:2], "breakthrough_5x5", 2, budget, **run).games
        assert games["first_budget"].str.match(r"iterations=\d{2,}$").all()
        facts = (tmp_path / "facts.json").read_text()
        again = tournament(PLAYERS[:2], "breakthrough_5x5", 2, budget, **run).games
        assert (tmp_path / "facts.json").read_text() == facts
        pd.testing.assert_frame_equal(games, again)

    def test_a_game_that_raises_does_not_stop_the_others(self, tmp_path: Path) -> None:
        """All games that fail must be reported with the text of their exception. All other games must be in the archive."""
        with pytest.raises(GamesFailedError, match=r"4 could not be played.*FailsAtFive, pair.*five stones") as failed:
            tournament(
                ["mcts()", "mcts(c2)"], [FailsAtFive(), "breakthrough_5x5"], 0, Budget(iterations=9), archive=tmp_path, **SHORT
            )
        assert {unit.game for unit, _ in failed.value.failures} == {"FailsAtFive"}  # type: ignore[attr-defined]
        assert Archive.read(tmp_path)["game"].tolist() == ["breakthrough_5x5"] * 4

    def test_a_game_that_kills_its_worker_is_given_up(self, tmp_path: Path) -> None:
        """The game must be tried several times, as after the loss of a machine, and then be reported."""
        with pytest.raises(GamesFailedError, match="its worker has died"):
            tournament(
                ["mcts()", "mcts(c2)"],
                KillsItsWorker(),
                0,
                Budget(iterations=1),
                archive=tmp_path,
                **{**SHORT, "games_per_pairing": 2},
            )

    def test_a_report_has_tables_figures_and_games(self, tmp_path: Path) -> None:
        """The report must consist of files that other programs can read."""
        games = ["breakthrough_5x5", "breakthrough_4x4"]
        found = tournament(PLAYERS, games, 2, Budget(iterations=10), archive=tmp_path / "archive", **SHORT)
        text = found.report(tmp_path / "report").read_text()
        for part in ("## All games", "## breakthrough_4x4", "| `mcts(c1.0,im0.4)` |", "![Cross table](cross-2.svg)"):
            assert part in text
        assert all((tmp_path / "report" / f"elo-{number}.svg").exists() for number in range(3))
        pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "report" / "games.parquet"), found.games)
        cross = found.cross_table()
        assert all(abs(cross.loc[a, b] + cross.loc[b, a] - 1) < 1e-9 for a in cross.index for b in cross.index if a != b)
        assert abs(found.elo().table["elo"].sum()) < 1e-6

    def test_the_command_line(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """Each command must print its result. The error for a wrong player must name the player."""
        common = ["--budget", "iterations=20", "--archive", str(tmp_path / "archive"), "--memory", "1 MiB", "--quiet"]
        report = ["--report", str(tmp_path / "report"), "--game", "breakthrough_5x5"]
        assert main(["tournament", *PLAYERS, *common, *report, "--games", "2"]) == 0
        assert str(tmp_path / "report" / "report.md") in capsys.readouterr().out
        few = ["--games", "40", "--trials", "2", "--finals", "2"]
        assert main(["tune", "mcts(im{im})", "im=0.1..0.9", *common, *report, *few]) == 0
        assert capsys.readouterr().out.startswith("mcts(c1.0,im0.")
        assert main(["tournament", "mcts()", "chess()", *common, *report]) == 1
        assert "chess" in capsys.readouterr().err

    def test_experiments_are_the_games_of_the_arena(self, tmp_path: Path, arena: Path) -> None:
        """The cluster must write the same lines as the arena, except for times, to the log that the arena's report reads."""
        for name in ("alone", "many"):
            (tmp_path / name).mkdir()
            shutil.copy(EXPERIMENTS, tmp_path / name)
        subprocess.run([arena, "experiments", "run", "--data", tmp_path / "alone"], check=True, capture_output=True)
        assert experiments(arena, data=tmp_path / "many", chunk=3, progress=False) == 12
        alone, many = (timeless(tmp_path / name / "games.jsonl") for name in ("alone", "many"))
        assert alone == many
        assert experiments(arena, data=tmp_path / "many", progress=False) == 0
        assert experiments(arena, data=tmp_path / "many", select=["--games", "10", "--filter", "one"], progress=False) == 2
        listed = [str(arena), "experiments", "list", "--games", "10", "--data", str(tmp_path / "many")]
        assert b"10/10 games" in subprocess.run(listed, check=True, capture_output=True).stdout
        with pytest.raises(subprocess.CalledProcessError):
            experiments(arena, data=tmp_path / "many", select=["--filter", "nothing"], progress=False)

    def test_tuning_finds_what_is_better(self, tmp_path: Path) -> None:
        """Bad settings must end early. The best setting's score must be from games that no trial has played."""
        run: dict[str, Any] = {"games": 36, "first_games": 4, "finals": 20, "trials": 8, "archive": tmp_path, **TUNE}
        space = {"c": (0.1, 30.0)}
        found = tune("breakthrough_5x5", space, Budget(iterations=100), player="mcts(im0.4,c{c})", **run)
        trials = found.trials
        complete, pruned = (trials[trials["state"] == state] for state in ("COMPLETE", "PRUNED"))
        assert len(complete) + len(pruned) == 8
        assert set(complete["games"]) == {36}
        assert set(pruned["games"]) <= {4, 12}
        assert len(pruned) >= 2
        assert complete.loc[complete["score"].idxmax(), "player"] == found.player
        games = Archive.read(tmp_path)
        finals = games[games["pair"] >= 18]
        assert found.score.games == len(finals) == 20
        assert set(finals["first"]) == {found.player, "mcts(c1.0)"}
        text = found.report(tmp_path / "report").read_text()
        assert f"`{found.player}`, {found.score}" in text
        assert len(pd.read_parquet(tmp_path / "report" / "trials.parquet")) == 8
        assert (tmp_path / "report" / "settings.svg").exists()
        assert found.importance == {}

    def test_tuning_goes_on_where_it_was_stopped(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A run that was stopped must first repeat the unfinished trials with their finished games, and then add new trials."""
        run: dict[str, Any] = {"games": 12, "first_games": 4, "finals": 4, "sprt": (0, 100), "archive": tmp_path, **TUNE}
        space = {"im": (0.0, 1.0), "c": (0.2, 2.0)}
        add, left = Archive.add, 30

        def stops(archive: Archive, row: dict[str, Any]) -> bool:
            nonlocal left
            left -= 1
            if left < 0:
                raise KeyboardInterrupt
            return add(archive, row)

        monkeypatch.setattr(Archive, "add", stops)
        with pytest.raises(KeyboardInterrupt):
            tune("breakthrough_5x5", space, Budget(iterations=40), trials=12, **run)
        monkeypatch.undo()
        kept = Archive.read(tmp_path)
        assert len(kept) == 30
        found = tune("breakthrough_5x5", space, Budget(iterations=40), trials=12, **run)
        pd.testing.assert_frame_equal(Archive.read(tmp_path)[:30], kept)
        assert len(found.trials) == 12
        # The second run must include every trial of the first run, with its finished games.
        assert set(kept["first"]) <= {"mcts(c1.0)", *found.trials["player"]}
        more = tune("breakthrough_5x5", space, Budget(iterations=40), trials=14, **run)
        pd.testing.assert_frame_equal(more.trials[:12], found.trials)
        assert len(set(more.trials["player"])) == 14
        assert set(more.importance) == set(space)
        assert sum(more.importance.values()) == pytest.approx(1)


def test_one_process_plays_the_same_games(tmp_path: Path) -> None:
    """Without Ray, the games must be the same, and a game that fails must not stop the others."""
    run: dict[str, Any] = {**SHORT, "archive": tmp_path, "address": "none"}
    games = tournament(PLAYERS[:2], "breakthrough_5x5", 2, Budget(iterations=20), **run).games
    alone = [play({"breakthrough_5x5": "breakthrough_5x5"}, unit) | {"node": ""} for unit in units_of(games)]
    equal_games(games, pd.DataFrame(alone)[list(games.columns)])
    with pytest.raises(GamesFailedError, match=r"4 could not be played.*five stones"):
        tournament(["mcts()", "mcts(c2)"], [FailsAtFive(), "kalah"], 0, Budget(iterations=9), **run)
    assert Archive.read(tmp_path)["game"].tolist() == ["breakthrough_5x5"] * 4 + ["kalah"] * 4


def test_what_cannot_be_played_is_said_before() -> None:
    """An impossible request must be refused before Ray starts or any game is sent."""
    for players, game, openings, error in (
        (["mcts()"], "othello", 2, ValueError),
        (["mcts()", "mcts(c1)"], "othello", 2, ValueError),
        (["mcts()", "mcts(ipp)"], "kalah", 2, imm.PlayerError),
        (["mcts()", "mcts(sometimes)"], "kalah", 2, imm.PlayerError),
        (["mcts()", "bfm()"], "chess", 2, imm.GameError),
        (["mcts()", "bfm()"], "othello", [["a1"]], imm.PositionError),
        (["mcts()", "bfm()"], "othello", ["nowhere"], imm.PositionError),
        (["mcts()", "bfm()"], ["othello", "othello"], 2, ValueError),
    ):
        with pytest.raises(error):
            tournament(players, game, openings, Budget(iterations=1), archive="never", **SHORT)
    with pytest.raises(ValueError, match=r"against is bfm\(.*\), expected one of the players"):
        tournament(PLAYERS, "kalah", 2, Budget(iterations=1), against="bfm(c3)", archive="never", **SHORT)
    unlimited, no_number = float("inf"), float("nan")
    for wrong in (
        {},
        {"ms": 1, "nodes": 1},
        {"iterations": -1},
        {"iterations": 1, "fixed": True},
        {"ms": unlimited},
        {"ms": no_number},
        {"ms": 1, "reference": 0},
        {"ms": 1, "reference": no_number},
    ):
        with pytest.raises(ValueError, match=r"budget|milliseconds|`fixed` and `reference` need `ms`"):
            Budget(**wrong)


def test_numbers_of_numpy_are_numbers() -> None:
    """Seeds, openings and spaces may be NumPy numbers. For a seed that the archive cannot keep, the error names the seed."""
    numpy = pytest.importorskip("numpy")
    one, eight = numpy.int64(1), numpy.int64(8)
    assert opening_texts(eight, 2) == ["8", "8"]
    assert opening_texts([[one, "a2a3"]], 1) == ['[1,"a2a3"]']
    assert distributions({"n": (one, eight)}) == distributions({"n": (1, 8)})
    for seed in (numpy.int64(-1), 2**63):
        with pytest.raises(ValueError, match=r"seed is .*: expected 0 to"):
            tournament(PLAYERS, "kalah", 2, Budget(iterations=1), seed=seed, archive="never", **SHORT)
        with pytest.raises(ValueError, match=r"seed is .*: expected 0 to"):
            tune("kalah", {"im": (0, 1)}, Budget(iterations=1), seed=seed, archive="never", **TUNE)


def test_a_package_that_is_missing_is_named() -> None:
    """The error must have the command that installs the package from a checkout, because no package index has imm."""
    code = "import sys; sys.modules['ray'] = None; import imm_search; import imm_search.cluster"
    refused = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    assert "needs ray: run pip install './bindings/python[cluster]' in a checkout of imm" in refused.stderr


def test_a_plug_in_goes_with_its_bytes(tmp_path: Path) -> None:
    """A shared library must be sent with its bytes. A file with other bytes must be another game."""
    names = []
    for content in (b"one", b"other"):
        (tmp_path / "game.so").write_bytes(content)
        [(name, packed)] = packed_games(str(tmp_path / "game.so")).items()
        assert packed.path().read_bytes() == content  # type: ignore[union-attr]
        names.append(name)
    assert names[0] != names[1]


def test_a_node_that_dies_loses_and_doubles_no_game(many: Cluster, tmp_path: Path) -> None:
    """If a node is removed during a tournament, each game must still be played exactly once."""
    other = many.add_node(num_cpus=1)
    run = {**SHORT, "games_per_pairing": 60, "archive": tmp_path, "address": many.address}

    def kill() -> None:
        wait_for(lambda: len(Archive.read(tmp_path)["node"].unique()) == 2)
        many.remove_node(other, allow_graceful=False)

    killer = threading.Thread(target=kill)
    killer.start()
    games = tournament(PLAYERS[:2], "breakthrough", 2, Budget(iterations=1500), **run).games
    killer.join()
    assert len(games) == len(set(games["key"])) == 60
    assert len(set(games["node"])) == 2
    assert len(Archive.read(tmp_path)) == 60
    alone = [play({"breakthrough": "breakthrough"}, unit) | {"node": ""} for unit in units_of(games)]
    equal_games(games, pd.DataFrame(alone)[list(games.columns)])


DRIVER = """
import sys
from imm_search.cluster import Budget, tournament
tournament(["mcts()", "mcts(im0.4)"], "breakthrough", 2, Budget(iterations=1500), games_per_pairing=30, memory="256 KiB",
           archive=sys.argv[1], progress=False)
"""


def test_a_driver_that_is_killed_goes_on(tmp_path: Path) -> None:
    """After kill -9 in the middle of a run, the next run must keep the finished games and play only the missing games."""
    ray.shutdown()
    driver = subprocess.Popen([sys.executable, "-c", DRIVER, str(tmp_path)])
    wait_for(lambda: lines_of(tmp_path) >= 6)
    driver.send_signal(signal.SIGKILL)
    driver.wait()
    kept = Archive.read(tmp_path)
    assert 6 <= len(kept) < 30
    subprocess.run([sys.executable, "-c", DRIVER, str(tmp_path)], check=True)
    games = Archive.read(tmp_path)
    assert len(games) == len(set(games["key"])) == 30
    pd.testing.assert_frame_equal(games[: len(kept)], kept)
