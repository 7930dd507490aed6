"""Matches of imm against OpenSpiel's MCTSBot: python experiments/open_spiel.py measure|play|report.

`measure` finds how many simulations each player makes in its processor time, at each ply of a few games, and writes
the numbers to open_spiel_speed.json. It needs a machine without other load, because other programs take cache and
clock rate from both players, and slow MCTSBot down more. `play` uses these numbers, so it can run together with other
work. It plays the games missing in open_spiel.jsonl and continues after a stop. `report` writes the tables to
lab/RESULTS.md. The two games of a pair begin with the same random plies, with swapped seats.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from dataclasses import dataclass
from pathlib import Path
from statistics import median_high
from typing import Any, Callable, Optional

import pyspiel
from measured import Measured, Think, interval, mcts_bot

from imm_search.open_spiel import Bot

_ROOT = Path(__file__).resolve().parents[3]
_LOG = Path(__file__).with_name("open_spiel.jsonl")
_SPEED = Path(__file__).with_name("open_spiel_speed.json")
_SIZES = _ROOT / "tests" / "firmware" / "SIZES.md"
_NETS = _ROOT / "c_examples" / "nets"
_RESULTS = _ROOT / "lab" / "RESULTS.md"
_MARKS = ("<!-- BEGIN open_spiel -->", "<!-- END open_spiel -->")

_OPENING_PLIES = 4
_CYCLES = 2
"""Cycles for each instruction of a Cortex-M4F. Its table counts instructions, and real parts need more than one cycle."""


@dataclass(frozen=True)
class Match:
    """A row of a table."""

    game: str
    player: str
    board: str = ""
    """The search in SIZES.md that limits imm's simulations per second; empty if imm has the same time as MCTSBot."""
    memory: str = "64 MiB"
    net: str = ""
    """The small net for imm's evaluation, a header in c_examples/nets."""


@dataclass(frozen=True)
class Experiment:
    """A table."""

    title: str
    about: str
    seconds: float
    """MCTSBot's processor time for each move, and imm's if it has the same time."""
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
        "desktop's processor, and all the memory that it asks for. With `efNet` imm evaluates by the net of at most 8 KiB in "
        "c_examples/nets.",
        1.0,
        (
            Match("breakthrough", "mcts(ipp,im0.4)", "Breakthrough, mcts(ipp,im0.4)", "64 KiB"),
            Match("breakthrough", "ab(efLH,all)", "Breakthrough, ab(efLH,all), in a game", "64 KiB"),
            Match("breakthrough", "ab(efNet,all)", "Breakthrough, ab(efNet,all), in a game", "64 KiB", "breakthrough_net.h"),
            Match("othello", "ab(all)", "Othello, ab(all)", "64 KiB"),
            Match("oware", "ab(all)", "Oware, ab(all)", "64 KiB"),
            Match("oware", "ab(efNet,all)", "Oware, ab(efNet,all), in a game", "64 KiB", "oware_net.h"),
            Match("mancala", "mcts(im0.4)", "Kalah, mcts(im0.4)", "64 KiB"),
            Match("mancala", "ab(all)", "Kalah, ab(all), in a game", "64 KiB"),
            Match("mancala", "ab(efNet,all)", "Kalah, ab(efNet,all), in a game", "64 KiB", "kalah_net.h"),
            Match("lines_of_action", "ab(mia)", "Lines of Action, ab(mia)", "64 KiB"),
        ),
    ),
}


class Paced:
    """A player with a number of simulations for each move, which may depend on the ply."""

    def __init__(self, think: Think, allowed: Callable[[int], int]) -> None:
        """`allowed` returns the number of simulations at a ply."""
        self._think, self._allowed = think, allowed
        self.made: list[int] = []

    def move(self, state: Any) -> int:
        """Returns an action."""
        action, made = self._think(state, self._allowed(state.move_number()))
        if made:
            self.made.append(made)
        return action

    def mean(self) -> int:
        """Returns the mean simulations for each move, without forced moves."""
        return sum(self.made) // max(len(self.made), 1)


def _net(header: str) -> bytes:
    """Reads the bytes of a net from a C header."""
    text = (_NETS / header).read_text(encoding="utf-8")
    numbers = text[text.index("{") + 1 : text.rindex("}")].replace("\n", "").split(",")
    return bytes(int(number, 0) for number in numbers if number.strip())


def _imm_bot(game: Any, match: Match, seat: int, seed: int) -> Think:
    net = _net(match.net) if match.net else None
    bot = Bot(game, seat, match.player, iterations=1, memory=match.memory, seed=seed, net=net)

    def think(state: Any, simulations: int) -> tuple[int, int]:
        bot.limits = {"iterations": simulations}
        action = bot.step(state)
        return action, bot.report.iterations if bot.report else 0

    return think


def _of_board(search: str) -> Callable[[int], int]:
    """Returns the simulations per second of the Cortex-M4F, by the table of instructions: the same at each ply."""
    row = next(line for line in _SIZES.read_text(encoding="utf-8").splitlines() if line.startswith(f"| {search} |"))
    cell = row.split("|")[3]
    found = re.search(r"([\d,]+)/s at 168 MHz", cell)
    assert found, cell
    made = int(found[1].replace(",", "")) // _CYCLES
    return lambda _: made


def _opening(game: Any, number: int) -> Any:
    """Returns a position after random plies in which the game is not over."""
    choose = random.Random(number)
    while True:
        state = game.new_initial_state()
        for _ in range(_OPENING_PLIES):
            if not state.is_terminal():
                state.apply_action(choose.choice(state.legal_actions()))
        if not state.is_terminal():
            return state


_NEAR = 3
"""A measurement counts toward the speed at a ply if it was made at most this many plies away."""


def _speed_of(measured: list[list[int]]) -> Callable[[int], int]:
    """Returns the simulations at each ply: the median of measurements near it, else the nearest one."""

    def allowed(ply: int) -> int:
        near = [made for at, made in measured if abs(at - ply) <= _NEAR]
        return median_high(near) if near else min(measured, key=lambda one: abs(one[0] - ply))[1]

    return allowed


def _game(match: Match, number: int, players: Callable[[Any, int], list[Any]]) -> tuple[Any, int, list[Any]]:
    """Plays a game with the opening of its pair. Returns the final state, imm's seat, and the players imm and MCTSBot."""
    game = pyspiel.load_game(match.game)
    state = _opening(game, number // 2)
    seat = number % 2
    imm, other = players(game, seat)
    while not state.is_terminal():
        player = imm if state.current_player() == seat else other
        state.apply_action(player.move(state))
    return state, seat, [imm, other]


def _speed_of_other(name: str, match: Match, speeds: dict[str, Any]) -> list[list[int]]:
    """Returns MCTSBot's measurements against this player, or against another player in the same game: its speed is the same."""
    others = (speed for key, speed in speeds.items() if key.startswith(f"{name}/{match.game}/"))
    measured: list[list[int]] = (speeds.get(_name_of(name, match)) or next(others))["mcts_bot"]
    return measured


def _play(name: str, match: Match, number: int, speeds: dict[str, Any]) -> dict[str, Any]:
    """Plays one game with the measured speeds."""
    of_imm = _of_board(match.board) if match.board else _speed_of(speeds[_name_of(name, match)]["imm"])
    of_other = _speed_of(_speed_of_other(name, match, speeds))

    def players(game: Any, seat: int) -> list[Paced]:
        return [Paced(_imm_bot(game, match, seat, number), of_imm), Paced(mcts_bot(game, number), of_other)]

    state, seat, (imm, other) = _game(match, number, players)
    return {
        "result": state.returns()[seat],
        "imm": imm.mean(),
        "mcts_bot": other.mean(),
        "moves": state.history(),
    }


def _raised(measured: list[tuple[int, int]], earlier: list[int]) -> list[tuple[int, int]]:
    """Raises all numbers in proportion if games in the log had more simulations per move on average. The machine was faster
    then.
    """
    mean = sum(made for _, made in measured) / len(measured)
    before = sum(earlier) / max(len(earlier), 1)
    return sorted((ply, int(made * max(before / mean, 1.0))) for ply, made in measured)


_TRIED = 4
"""The number of games of each match for measuring."""


def _try(match: Match, seconds: float, number: int) -> dict[str, list[tuple[int, int]]]:
    """Plays a game by time. Returns the measurements of the players that are limited by time."""

    def players(game: Any, seat: int) -> list[Any]:
        start = game.new_initial_state()
        imm = _imm_bot(game, match, seat, number)
        by_board = Paced(imm, _of_board(match.board)) if match.board else None
        return [by_board or Measured(imm, seconds, start), Measured(mcts_bot(game, number), seconds, start)]

    _, _, both = _game(match, number, players)
    return {who: player.made for who, player in zip(("imm", "mcts_bot"), both) if isinstance(player, Measured)}


def measure() -> None:
    """Measures how many simulations the players make in their time, and writes the numbers. Its games do not count."""
    known, speeds = _read(), {}
    for name, experiment in _EXPERIMENTS.items():
        for match in experiment.matches:
            tried = [_try(match, experiment.seconds, number) for number in range(_TRIED)]
            games = _games_of(known, name, match)
            made = {who: [told for one in tried for told in one[who]] for who in tried[0]}
            speeds[_name_of(name, match)] = {who: _raised(made[who], [game[who] for game in games]) for who in made}
            means = (sum(count for _, count in found) // len(found) for found in made.values())
            print(_name_of(name, match), *means, flush=True)
    _SPEED.write_text(json.dumps(speeds, separators=(",", ":")).replace('},"', '},\n"') + "\n", encoding="utf-8")


def _name_of(name: str, match: Match) -> str:
    return f"{name}/{match.game}/{match.player}"


def _key(name: str, match: Match, number: int) -> tuple[str, str, str, int]:
    return (name, match.game, match.player, number)


def _read() -> dict[tuple[str, str, str, int], dict[str, Any]]:
    lines = _LOG.read_text(encoding="utf-8").splitlines() if _LOG.exists() else []
    games = (json.loads(line) for line in lines)
    return {(one["experiment"], one["game"], one["player"], one["number"]): one for one in games}


def _games_of(known: dict[tuple[str, str, str, int], dict[str, Any]], name: str, match: Match) -> list[dict[str, Any]]:
    return [game for key, game in known.items() if key[:3] == (name, match.game, match.player)]


def play(names: list[str], games: int) -> None:
    """Plays the missing games, one game of each match in turn, so that all matches have about the same number of games."""
    known, speeds = _read(), json.loads(_SPEED.read_text(encoding="utf-8"))
    for number in range(games):
        for name in names:
            for match in _EXPERIMENTS[name].matches:
                if _key(name, match, number) in known:
                    continue
                record = {"experiment": name, "game": match.game, "player": match.player, "number": number}
                record |= _play(name, match, number, speeds)
                with _LOG.open("a", encoding="utf-8") as log:
                    log.write(json.dumps(record, separators=(",", ":")) + "\n")
                print(*_key(name, match, number), record["result"], record["imm"], record["mcts_bot"], flush=True)


def _row(match: Match, games: list[dict[str, Any]]) -> Optional[str]:
    if not games:
        return None
    results = [game["result"] for game in games]
    won, drawn, lost = (sum(result == wanted for result in results) for wanted in (1, 0, -1))
    score = (won + drawn / 2) / len(games)
    low, high = interval(score, len(games))
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
            rows.append(_row(match, _games_of(known, name, match)))
        text += ["", f"## {experiment.title}", "", experiment.about, ""]
        text += [
            "| game | imm | score of imm, % | games | won / drawn / lost | imm's simulations a move | MCTSBot's |",
            "|---|---|---|---:|---|---:|---:|",
            *(row for row in rows if row),
        ]
    text += [
        "",
        "Pairs of games begin with the same four random plies and swap seats. The interval is Wilson's, of 95 %, for this number "
        f"of games. open_spiel {pyspiel.__version__}; mancala is imm's `kalah_std`, lines_of_action its `loa_openspiel`. "
        "Played and written by [bindings/python/experiments/open_spiel.py](../bindings/python/experiments/open_spiel.py), "
        "which goes on where it was stopped: `python experiments/open_spiel.py play --games 100`, then `report`; `measure` "
        "finds on a machine that does nothing else how many simulations each player makes in its time at each ply. The first "
        "48 games of a row with 64 KiB, and 5 of the others, were played before that, by time itself.",
        "",
        _MARKS[1],
        "",
    ]
    document = _RESULTS.read_text(encoding="utf-8")
    kept = document.split(_MARKS[0])[0].rstrip("\n")
    _RESULTS.write_text(kept + "\n\n" + "\n".join(text), encoding="utf-8")


def main() -> None:
    """Runs the commands described at the top of this file."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("what", choices=["measure", "play", "report"])
    arguments.add_argument("--games", type=int, default=100, help="of each match")
    arguments.add_argument("--only", choices=list(_EXPERIMENTS), help="this experiment alone")
    given = arguments.parse_args()
    if given.what == "play":
        play([given.only] if given.only else list(_EXPERIMENTS), given.games)
    elif given.what == "measure":
        measure()
    else:
        report()


if __name__ == "__main__":
    main()
