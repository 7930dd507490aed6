"""Matches of imm against OpenSpiel's MCTSBot: python experiments/open_spiel.py play|report.

`play` plays what is missing in open_spiel.jsonl, so it goes on where it was stopped; `report` writes the tables into
docs/RESULTS.md. Both players get processor time, which other load on the machine does not shorten: as many
simulations as they made in that time on their move before (on their first one: in a trial of the starting position).
Pairs of games begin with the same random plies, with swapped seats.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import re
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Optional

import pyspiel

from imm_search.open_spiel import Bot

_ROOT = Path(__file__).resolve().parents[2]
_LOG = Path(__file__).with_name("open_spiel.jsonl")
_SIZES = _ROOT / "tests" / "firmware" / "SIZES.md"
_RESULTS = _ROOT / "docs" / "RESULTS.md"
_MARKS = ("<!-- BEGIN open_spiel -->", "<!-- END open_spiel -->")

_OPENING_PLIES = 4
_CYCLES = 2
"""Of an instruction, on a Cortex-M4F: its table counts instructions, and no part takes one cycle for each."""


@dataclass(frozen=True)
class Match:
    """A row of a table."""

    game: str
    player: str
    board: str = ""
    """The search in SIZES.md whose simulations a second imm has; empty where it has the other's time."""
    memory: str = "64 MiB"


@dataclass(frozen=True)
class Experiment:
    """A table."""

    title: str
    about: str
    seconds: float
    """Of processor time that MCTSBot has for a move, and imm where it has as much."""
    matches: tuple[Match, ...]


_EXPERIMENTS = {
    "equal": Experiment(
        "OpenSpiel's MCTSBot, at equal time",
        "imm's built-in games and searches against OpenSpiel's `MCTSBot` (in C++; UCT with c = 2, one random rollout, its "
        "solver: as in OpenSpiel's own example), each with 0.1 s of processor time a move.",
        0.1,
        (
            Match("breakthrough", "mcts(ipp,im0.4)"),
            Match("breakthrough", "mcts()"),
            Match("othello", "bfm()"),
            Match("othello", "mcts()"),
            Match("oware", "bfm()"),
            Match("oware", "mcts()"),
            Match("mancala", "mcts(im0.4)"),
            Match("mancala", "mcts()"),
            Match("lines_of_action", "ab(mia)"),
            Match("lines_of_action", "mcts()"),
        ),
    ),
    "board": Experiment(
        "64 KiB on a microcontroller against OpenSpiel's MCTSBot on a desktop",
        "imm has a block of 64 KiB, and the simulations (alpha-beta: positions) that a Cortex-M4F of 168 MHz makes in a second, "
        "at two cycles for each instruction counted in tests/firmware/SIZES.md. `MCTSBot`, as above, has a full second of this "
        "desktop's processor, and all the memory that it asks for.",
        1.0,
        (
            Match("breakthrough", "mcts(ipp,im0.4)", "Breakthrough, mcts(ipp,im0.4)", "64 KiB"),
            Match("othello", "ab(all)", "Othello, ab(all)", "64 KiB"),
            Match("oware", "ab(all)", "Oware, ab(all)", "64 KiB"),
            Match("mancala", "mcts(im0.4)", "Kalah, mcts(im0.4)", "64 KiB"),
            Match("lines_of_action", "ab(mia)", "Lines of Action, ab(mia)", "64 KiB"),
        ),
    ),
}

Think = Callable[[Any, int], tuple[int, int]]
"""From a state and a number of simulations to the action, and the simulations that it took."""


class Paced:
    """A player that spends a time of the processor on a move, or a number of simulations."""

    _TOLD = 0.2
    """The part of its time that a move must have taken, if it is to tell how fast the player is: a forced move, or one
    whose position is proven, does not."""

    def __init__(self, think: Think, seconds: float, fixed: int, trial: Any) -> None:
        """Without a fixed number, the trial position tells how fast it is."""
        self._think, self._seconds, self._fixed = think, seconds, fixed
        self._rate = 0.0
        if not fixed:
            began = time.process_time()
            _, made = think(trial, 500)
            self._rate = made / max(time.process_time() - began, 1e-4)
        self.made: list[int] = []

    def move(self, state: Any) -> int:
        """An action."""
        began = time.process_time()
        action, made = self._think(state, self._fixed or max(int(self._rate * self._seconds), 1))
        spent = time.process_time() - began
        if spent > self._TOLD * self._seconds:
            self._rate = made / spent
        if made:
            self.made.append(made)
        return action

    def mean(self) -> int:
        """Simulations a move, where there was one to choose."""
        return sum(self.made) // max(len(self.made), 1)


def _mcts_bot(game: Any, seed: int) -> Think:
    """OpenSpiel's player, made anew for each move: it keeps nothing from one to the next."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)

    def think(state: Any, simulations: int) -> tuple[int, int]:
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 2000, True, seed, False)
        root = bot.mcts_search(state)
        return root.best_child().action, root.explore_count

    return think


def _imm_bot(game: Any, match: Match, seat: int, seed: int) -> Think:
    bot = Bot(game, seat, match.player, iterations=1, memory=match.memory, seed=seed)

    def think(state: Any, simulations: int) -> tuple[int, int]:
        bot.limits = {"iterations": simulations}
        action = bot.step(state)
        return action, bot.report.iterations if bot.report else 0

    return think


def _of_board(search: str) -> int:
    """Simulations a second of the Cortex-M4F, by the table of instructions."""
    row = next(line for line in _SIZES.read_text(encoding="utf-8").splitlines() if line.startswith(f"| {search} |"))
    cell = row.split("|")[3]
    found = re.search(r"([\d,]+)/s at 168 MHz", cell)
    assert found, cell
    return int(found[1].replace(",", "")) // _CYCLES


def _opening(game: Any, number: int) -> Any:
    """A position that is not over, after random plies."""
    choose = random.Random(number)
    while True:
        state = game.new_initial_state()
        for _ in range(_OPENING_PLIES):
            if not state.is_terminal():
                state.apply_action(choose.choice(state.legal_actions()))
        if not state.is_terminal():
            return state


def _play(experiment: Experiment, match: Match, number: int) -> dict[str, Any]:
    """One game: its pair's number is that of its opening."""
    game = pyspiel.load_game(match.game)
    state = _opening(game, number // 2)
    seat = number % 2
    fixed = _of_board(match.board) if match.board else 0
    start = game.new_initial_state()
    imm = Paced(_imm_bot(game, match, seat, number), experiment.seconds, fixed, start)
    other = Paced(_mcts_bot(game, number), experiment.seconds, 0, start)
    while not state.is_terminal():
        player = imm if state.current_player() == seat else other
        state.apply_action(player.move(state))
    return {
        "result": state.returns()[seat],
        "imm": imm.mean(),
        "mcts_bot": other.mean(),
        "moves": state.history(),
    }


def _key(name: str, match: Match, number: int) -> tuple[str, str, str, int]:
    return (name, match.game, match.player, number)


def _read() -> dict[tuple[str, str, str, int], dict[str, Any]]:
    lines = _LOG.read_text(encoding="utf-8").splitlines() if _LOG.exists() else []
    games = (json.loads(line) for line in lines)
    return {(one["experiment"], one["game"], one["player"], one["number"]): one for one in games}


def play(names: list[str], games: int) -> None:
    """Plays what is missing, one game of each match after another, so that all have about as many."""
    known = _read()
    for number in range(games):
        for name in names:
            for match in _EXPERIMENTS[name].matches:
                if _key(name, match, number) in known:
                    continue
                record = {"experiment": name, "game": match.game, "player": match.player, "number": number}
                record |= _play(_EXPERIMENTS[name], match, number)
                with _LOG.open("a", encoding="utf-8") as log:
                    log.write(json.dumps(record, separators=(",", ":")) + "\n")
                print(*_key(name, match, number), record["result"], record["imm"], record["mcts_bot"], flush=True)


def _interval(score: float, games: int) -> tuple[float, float]:
    """Wilson's, of 95 %: a draw is half a win."""
    z2 = 1.96**2
    middle = (score + z2 / (2 * games)) / (1 + z2 / games)
    half = 1.96 / (1 + z2 / games) * math.sqrt(score * (1 - score) / games + z2 / (4 * games**2))
    return middle - half, middle + half


def _row(match: Match, games: list[dict[str, Any]]) -> Optional[str]:
    if not games:
        return None
    results = [game["result"] for game in games]
    won, drawn, lost = (sum(result == wanted for result in results) for wanted in (1, 0, -1))
    score = (won + drawn / 2) / len(games)
    low, high = _interval(score, len(games))
    imm, other = (sum(game[who] for game in games) // len(games) for who in ("imm", "mcts_bot"))
    return (
        f"| {match.game} | `{match.player}` | {100 * score:.1f} [{100 * low:.1f}, {100 * high:.1f}] | {len(games)} | "
        f"{won} / {drawn} / {lost} | {imm:,} | {other:,} |"
    )


def report() -> None:
    """Writes the tables."""
    known = _read()
    text = [_MARKS[0]]
    for name, experiment in _EXPERIMENTS.items():
        rows = []
        for match in experiment.matches:
            rows.append(_row(match, [one for key, one in known.items() if key[:3] == (name, match.game, match.player)]))
        text += ["", f"## {experiment.title}", "", experiment.about, ""]
        text += [
            "| game | imm | score of imm, % | games | won / drawn / lost | imm's simulations a move | MCTSBot's |",
            "|---|---|---|---:|---|---:|---:|",
            *(row for row in rows if row),
        ]
    text += [
        "",
        "Pairs of games begin with the same four random plies and swap seats. The interval is Wilson's, of 95 %, for so many "
        f"games. open_spiel {pyspiel.__version__}; mancala is imm's `kalah_std`, lines_of_action its `loa_openspiel`. "
        "Played and written by [python/experiments/open_spiel.py](../python/experiments/open_spiel.py), which goes on where it "
        "was stopped: `python experiments/open_spiel.py play --games 100`, then `report`.",
        "",
        _MARKS[1],
        "",
    ]
    document = _RESULTS.read_text(encoding="utf-8")
    kept = document.split(_MARKS[0])[0].rstrip("\n")
    _RESULTS.write_text(kept + "\n\n" + "\n".join(text), encoding="utf-8")


def main() -> None:
    """What the first lines say."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("what", choices=["play", "report"])
    arguments.add_argument("--games", type=int, default=100, help="of each match")
    arguments.add_argument("--only", choices=list(_EXPERIMENTS), help="this experiment alone")
    given = arguments.parse_args()
    if given.what == "play":
        play([given.only] if given.only else list(_EXPERIMENTS), given.games)
    else:
        report()


if __name__ == "__main__":
    main()
