"""Games with more than two players against OpenSpiel: python experiments/more_players.py rules|play|report.

`rules` compares games move by move with OpenSpiel: legal moves, texts, who moves, the end and the results. Every second
game is random; in the others imm chooses most moves, so that they come to an end. `play` seats one player of imm among
OpenSpiel's MCTSBots, with equal processor time for each move. The seat changes from game to game. It adds games to
more_players.jsonl, each to the match that has had the least time. `report` writes the table to docs/MORE_PLAYERS.md.

The games are those of c_examples, as shared libraries; the library of imm is that of `cargo build --release -p imm-ffi`.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import random
import subprocess
import tempfile
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Optional

import pyspiel
from measured import Measured, Think, interval, mcts_bot, write_part

_ROOT = Path(__file__).resolve().parents[3]
_LIBRARY = Path(os.environ.get("CARGO_TARGET_DIR", _ROOT / "target")) / "release" / "libimm.so"
_LOG = Path(__file__).with_name("more_players.jsonl")
_DOCUMENT = _ROOT / "docs" / "MORE_PLAYERS.md"

_SECONDS = 0.03
"""The processor time for each move."""
_TURNS = 150
"""Chinese checkers without a winner is a draw after this number of turns of each player."""
_IMM = ("mcts()", "bfm(reg)")
_ONGOING, _CHANCE, _HOLD, _ROLL, _GOAL = 0, 8, 0, 10, 100


@dataclass(frozen=True)
class Rules:
    """A game in both libraries."""

    name: str
    players: int

    @property
    def spiel(self) -> Any:
        """The game of OpenSpiel."""
        turns = f",max_moves={_TURNS * self.players}" if self.name == "chinese_checkers" else ""
        return pyspiel.load_game(f"{self.name}(players={self.players}{turns})")

    @cache  # noqa: B019
    def library(self) -> Any:
        """Builds the game of c_examples."""
        path = Path(tempfile.mkdtemp()) / f"{self.name}_{self.players}.so"
        macro = self.name.upper()
        given = [f"-D{macro}_GAME_ONLY", f"-D{macro}_PLAYERS={self.players}", f"-D{macro}_TURNS={_TURNS * self.players}"]
        source = _ROOT / "c_examples" / f"{self.name}.c"
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", *given, f"-I{_ROOT / 'include'}", source, "-o", path], check=True)
        library = ctypes.CDLL(str(path))
        library.imm_plugin.restype = ctypes.c_void_p
        return library

    def move_of(self, state: Any, action: int) -> int:
        """Returns imm's move for an action of OpenSpiel. In Chinese checkers, both use the same numbers."""
        if self.name == "chinese_checkers":
            return action
        return action + 1 if state.is_chance_node() else (_ROLL, _HOLD)[action]

    def action_of(self, move: int) -> int:
        """Returns OpenSpiel's action for a move that a player has chosen."""
        return move if self.name == "chinese_checkers" else int(move == _HOLD)


_GAMES = [Rules(name, players) for name in ("chinese_checkers", "pig") for players in (3, 4)]


@cache
def _imm() -> Any:
    library = ctypes.CDLL(str(_LIBRARY))
    pointer, number = ctypes.c_void_p, ctypes.c_uint32
    library.imm_open.argtypes = [pointer, ctypes.c_size_t, pointer, ctypes.c_char_p, ctypes.c_uint64, pointer]
    library.imm_play.argtypes = library.imm_step.argtypes = [pointer, number]
    library.imm_move_text.argtypes = [pointer, number, pointer, ctypes.c_size_t]
    library.imm_return_of.argtypes = [pointer, ctypes.c_int32, pointer]
    library.imm_legal_moves.argtypes = [pointer, pointer, number]
    library.imm_get_report.argtypes = library.imm_candidates.argtypes = [pointer, pointer]
    library.imm_position_bytes.argtypes = [pointer, pointer, ctypes.c_size_t, pointer]
    library.imm_set_position_bytes.argtypes = [pointer, pointer, ctypes.c_size_t]
    for name in ("imm_outcome", "imm_player_to_move", "imm_restart"):
        getattr(library, name).argtypes = [pointer]
    return library


def _ok(status: int) -> None:
    if status != 0:
        raise RuntimeError(f"imm: status {status}")


class Imm:
    """A state of imm in a game of c_examples."""

    _MEMORY = 64 << 20

    def __init__(self, rules: Rules, player: str, seed: int) -> None:
        """Opens a search with this player."""
        self._rules, self._memory, self._state = rules, ctypes.create_string_buffer(self._MEMORY), ctypes.c_void_p()
        game, text = rules.library().imm_plugin(), player.encode()
        _ok(_imm().imm_open(self._memory, self._MEMORY, game, text, seed, ctypes.byref(self._state)))

    def legal(self) -> list[int]:
        """Returns the legal moves in ascending order."""
        moves = (ctypes.c_uint32 * 256)()
        return sorted(moves[: _imm().imm_legal_moves(self._state, moves, 256)])

    def text(self, move: int) -> str:
        """Returns a move as text."""
        text = ctypes.create_string_buffer(192)
        _ok(_imm().imm_move_text(self._state, move, text, len(text)))
        return text.value.decode()

    def is_over(self) -> bool:
        """True after the end of the game."""
        return bool(_imm().imm_outcome(self._state) != _ONGOING)

    def player(self) -> int:
        """Returns the player to move, or _CHANCE."""
        return int(_imm().imm_player_to_move(self._state))

    def results(self) -> list[float]:
        """Returns the result of each player."""
        result, results = ctypes.c_float(), []
        for player in range(self._rules.players):
            _ok(_imm().imm_return_of(self._state, player, ctypes.byref(result)))
            results.append(result.value)
        return results

    def restart(self) -> None:
        """Begins a new game."""
        _ok(_imm().imm_restart(self._state))

    def follow(self, state: Any, action: int) -> None:
        """Plays an action of OpenSpiel's `state`."""
        move = self._rules.move_of(state, action)
        if self._rules.name == "pig" and move == _HOLD and move not in self.legal():
            self._skip_turn()
        else:
            _ok(_imm().imm_play(self._state, move))

    def _skip_turn(self) -> None:
        """OpenSpiel's players may hold before their first roll, which c_examples/pig.c does not allow."""
        at, length = (ctypes.c_int * (self._rules.players + 3))(), ctypes.c_size_t()
        _ok(_imm().imm_position_bytes(self._state, at, ctypes.sizeof(at), ctypes.byref(length)))
        at[self._rules.players + 1] = (at[self._rules.players + 1] + 1) % self._rules.players
        _ok(_imm().imm_set_position_bytes(self._state, at, length))

    def think(self, state: Any, simulations: int) -> tuple[int, int]:
        """Searches, and returns an action of OpenSpiel's `state` and the number of simulations."""
        report = (ctypes.c_uint32 * 256)()
        _ok(_imm().imm_step(self._state, simulations))
        _ok(_imm().imm_get_report(self._state, report))
        action = self._rules.action_of(report[0])  # the first field is the best move
        allowed = state.legal_actions()
        return (action if action in allowed else allowed[-1]), simulations  # at 100 points OpenSpiel's players must hold


def _share(rules: Rules, state: Any, seat: int) -> float:
    """Returns the seat's share of a win, 0 to 1; a draw is an equal share for each player."""
    top = rules.players - 1 if rules.name == "chinese_checkers" else 1
    return float(state.returns()[seat] / top * (rules.players - 1) + 1) / rules.players


def _same(rules: Rules, imm: Imm, state: Any) -> None:
    """Checks that both libraries have the same position."""
    assert imm.is_over() == state.is_terminal()
    if state.is_terminal():
        top = rules.players - 1 if rules.name == "chinese_checkers" else 1
        assert all(abs(one - other / top) < 1e-4 for one, other in zip(imm.results(), state.returns())), state
        return
    assert imm.player() == (_CHANCE if state.is_chance_node() else state.current_player()), state
    moves = {rules.move_of(state, action) for action in state.legal_actions()}
    if rules.name == "chinese_checkers":
        assert all(imm.text(action) == state.action_to_string(action) for action in state.legal_actions()), state
    elif not state.is_chance_node():  # the two differences between the rules, which change no sensible game
        first = "Turn total: 0" in str(state)
        moves = (moves - {_HOLD}) if first else moves | {_ROLL}
    assert imm.legal() == sorted(moves), state


def _compare(rules: Rules, number: int) -> tuple[int, bool]:
    """Compares a game. Returns its length, and whether a player has won."""
    choose, state, imm = random.Random(number), rules.spiel.new_initial_state(), Imm(rules, "bfm(reg)", number)
    while not state.is_terminal():
        _same(rules, imm, state)
        if state.is_chance_node() or number % 2 == 0 or choose.random() < 0.1:
            action = choose.choice(state.legal_actions())
        else:
            action, _ = imm.think(state, 100)
        imm.follow(state, action)
        state.apply_action(action)
    _same(rules, imm, state)
    return state.move_number(), any(state.returns())


def compare(games: int) -> None:
    """Compares the rules in this number of games."""
    for rules in _GAMES:
        played = [_compare(rules, number) for number in range(games)]
        moves, won = (sum(column) for column in zip(*played))
        print(f"{rules.name}, {rules.players} players: {games} games, {moves:,} moves, {won} games won: the same rules")


def _read() -> list[dict[str, Any]]:
    return [json.loads(line) for line in _LOG.read_text(encoding="utf-8").splitlines()] if _LOG.exists() else []


def _games_of(log: list[dict[str, Any]], rules: Rules, player: str) -> list[dict[str, Any]]:
    wanted = (rules.name, rules.players, player)
    return [game for game in log if (game["game"], game["players"], game["imm"]) == wanted]


class Match:
    """A player of imm among OpenSpiel's players."""

    def __init__(self, rules: Rules, player: str) -> None:
        """Opens the players and measures their speed."""
        self.rules, self.player, self._imm = rules, player, Imm(rules, player, 1)
        start, other = rules.spiel.new_initial_state(), mcts_bot(rules.spiel, 1)
        self._bots: dict[bool, Measured] = {mine: Measured(think, _SECONDS, start) for mine, think in self._thinks(other)}

    def _thinks(self, other: Think) -> list[tuple[bool, Think]]:
        return [(True, self._imm.think), (False, other)]

    def play(self, number: int) -> dict[str, Any]:
        """Plays a game."""
        began, choose, seat = time.monotonic(), random.Random(number), number % self.rules.players
        state = self.rules.spiel.new_initial_state()
        self._imm.restart()
        for bot in self._bots.values():
            bot.made.clear()
        while not state.is_terminal():
            if state.is_chance_node():
                action = choose.choice(state.legal_actions())
            elif len(state.legal_actions()) == 1:
                action = state.legal_actions()[0]
            else:
                action = self._bots[state.current_player() == seat].move(state)
            self._imm.follow(state, action)
            state.apply_action(action)
        imm, other = (sum(made for _, made in bot.made) // max(len(bot.made), 1) for bot in self._bots.values())
        return {
            "game": self.rules.name,
            "players": self.rules.players,
            "imm": self.player,
            "number": number,
            "share": round(_share(self.rules, state, seat), 4),
            "imm_simulations": imm,
            "mcts_bot_simulations": other,
            "moves": state.move_number(),
            "seconds": round(time.monotonic() - began, 1),
        }


def play(minutes: float) -> None:
    """Plays for this time. The next game always belongs to the match that has had the least time."""
    end, matches, log = time.monotonic() + 60 * minutes, {}, _read()
    while time.monotonic() < end:
        keys = [(rules, player) for rules in _GAMES for player in _IMM]
        key = min(keys, key=lambda one: sum(game["seconds"] for game in _games_of(log, *one)))
        if key not in matches:
            matches[key] = Match(*key)
        record = matches[key].play(len(_games_of(log, *key)))
        log.append(record)
        with _LOG.open("a", encoding="utf-8") as file:
            file.write(json.dumps(record, separators=(",", ":")) + "\n")
        print(record, flush=True)


def _row(rules: Rules, player: str, games: list[dict[str, Any]]) -> Optional[str]:
    if not games:
        return None
    share = sum(game["share"] for game in games) / len(games)
    low, high = interval(share, len(games))
    won, lost = (sum(game["share"] == result for game in games) for result in (1, 0))
    imm, other = (sum(game[f"{who}_simulations"] for game in games) // len(games) for who in ("imm", "mcts_bot"))
    title = rules.name.replace("_", " ").capitalize()
    return (
        f"| {title}, {rules.players} players | `{player}` | {100 / rules.players:.0f} | {100 * share:.0f} [{100 * low:.0f}, "
        f"{100 * high:.0f}] | {len(games)} | {won} / {len(games) - won - lost} / {lost} | {imm:,} | {other:,} |"
    )


def report() -> None:
    """Writes the table."""
    log = _read()
    rows = [_row(rules, player, _games_of(log, rules, player)) for rules in _GAMES for player in _IMM]
    table = [
        "| game | imm | equal share, % | imm's share, % | games | won / drawn / lost | imm's simulations a move | MCTSBot's |",
        "|---|---|---:|---|---:|---|---:|---:|",
        *(row for row in rows if row),
    ]
    write_part(_DOCUMENT, "more_players", "\n".join(table))


def main() -> None:
    """Runs the commands described at the top of this file."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("what", choices=["rules", "play", "report"])
    arguments.add_argument("--games", type=int, default=50, help="rules: of each game")
    arguments.add_argument("--minutes", type=float, default=12, help="play: in total")
    given = arguments.parse_args()
    if given.what == "rules":
        compare(given.games)
    elif given.what == "play":
        play(given.minutes)
    else:
        report()


if __name__ == "__main__":
    main()
