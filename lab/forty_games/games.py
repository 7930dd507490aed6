#!/usr/bin/env python3
"""The games of docs/FORTY_GAMES.md, and how to build them.

    python lab/forty_games/games.py           builds all games
    python lab/forty_games/games.py check     also compares the plug-ins of OpenSpiel with pyspiel in random games

A game is built in, or a plug-in of lab/own_games and c_examples with plain features (plain.c), or a game of OpenSpiel
(spiel.cc). The plug-ins of OpenSpiel are compiled with the headers of OpenSpiel, Abseil and JSON for C++, which the first
build gets with git, and are linked with the module pyspiel of the Python package open_spiel.
"""

from __future__ import annotations

import importlib.util
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve()
BUILD = TARGET / "forty_games"
NETS = HERE / "nets"


class Game(NamedTuple):
    """A game of the study."""

    title: str
    source: str
    """`imm`, `C` or `OpenSpiel`."""
    name: str
    """The name of a built-in game, the path of a C file from ROOT, or the text of a game of OpenSpiel."""
    flags: tuple[str, ...] = ()
    """The compiler's flags: the kind of features (plain.c), and the size of the board."""


def _plain(title: str, file: str, *flags: str) -> Game:
    return Game(title, "C", file, flags)


EIGHT, SEVEN, SIX = "-DSTONES=0xFFFFFFFFFFFFFFFF", "-DSTONES=0x007F7F7F7F7F7F7F", "-DSTONES=0xFFFFFFFFF"
OWN, EXAMPLES = "lab/own_games", "c_examples"

GAMES: dict[str, Game] = {
    "breakthrough_6x6": Game("Breakthrough 6 x 6", "imm", "breakthrough_6x6"),
    "breakthrough_8x8": Game("Breakthrough 8 x 8", "imm", "breakthrough_8x8"),
    "kalah_6x4": Game("Kalah, 6 houses", "imm", "kalah_6x4"),
    "kalah_4x3": Game("Kalah, 4 houses", "imm", "kalah_4x3"),
    "oware": Game("Oware", "imm", "oware"),
    "othello": Game("Othello", "imm", "othello"),
    "loa": Game("Lines of Action", "imm", "loa"),
    "onitama": Game("Onitama", "imm", "onitama"),
    "connect_four": _plain("Connect Four", f"{EXAMPLES}/connect_four.c", "-DCONNECT_FOUR_GAME_ONLY", "-DSTONES=0xfdfbf7efdfbf"),
    "hex_5": _plain("Hex 5 x 5", f"{EXAMPLES}/hex.c", "-DHEX_GAME_ONLY", "-DHEX_SIZE=5", "-DHEXAGONS=25"),
    "hex_7": _plain("Hex 7 x 7", f"{EXAMPLES}/hex.c", "-DHEX_GAME_ONLY", "-DHEX_SIZE=7", "-DHEXAGONS=49"),
    "dots_and_boxes_3": _plain(
        "Dots and Boxes 3 x 3", f"{EXAMPLES}/dots_and_boxes.c", "-DDOTS_AND_BOXES_GAME_ONLY", "-DDOTS_SIZE=3", "-DEDGES=24"
    ),
    "dots_and_boxes_4": _plain(
        "Dots and Boxes 4 x 4", f"{EXAMPLES}/dots_and_boxes.c", "-DDOTS_AND_BOXES_GAME_ONLY", "-DDOTS_SIZE=4", "-DEDGES=40"
    ),
    "five": _plain("Five in a row 9 x 9", f"{OWN}/five.c", "-DBORDER=110"),
    "trap": _plain("Four wins, three loses", f"{OWN}/trap.c", SEVEN),
    "domineering": _plain("Domineering 8 x 8", f"{OWN}/domineering.c", "-DDOMINOES"),
    "clobber": _plain("Clobber 6 x 6", f"{OWN}/clobber.c", SIX),
    "konane": _plain("Konane 8 x 8", f"{OWN}/konane.c", EIGHT),
    "amazons": _plain("Amazons 6 x 6", f"{OWN}/amazons.c", "-DBORDER=60", "-DMOVED"),
    "crossing": _plain("Crossing 6 x 6", f"{OWN}/crossing.c", SIX),
    "ataxx": _plain("Ataxx 6 x 6", f"{OWN}/ataxx.c", SIX),
    "atari_go": _plain("Atari Go 7 x 7", f"{OWN}/atari_go.c", SEVEN),
    "knightthrough": _plain("Knightthrough 8 x 8", f"{OWN}/knightthrough.c", EIGHT),
    "pentago": _plain("Pentago 6 x 6", f"{OWN}/pentago.c", "-DSTONES=0x3F3F3F3F3F3F"),
    "snort": _plain("Snort 7 x 7", f"{OWN}/snort.c", SEVEN),
    "antichess": Game("Antichess", "OpenSpiel", "antichess"),
    "checkers": Game("Checkers 8 x 8", "OpenSpiel", "checkers"),
    "connect_four_5x5": Game("Connect Four 5 x 5", "OpenSpiel", "connect_four(rows=5,columns=5)"),
    "cursor_go": Game("Cursor Go 5 x 5", "OpenSpiel", "cursor_go(board_size=5,max_cursor_moves=20)"),
    "go_5": Game("Go 5 x 5", "OpenSpiel", "go(board_size=5)"),
    "go_7": Game("Go 7 x 7", "OpenSpiel", "go(board_size=7)"),
    "four_5x5": Game("Four in a row 5 x 5", "OpenSpiel", "mnk(m=5,n=5,k=4)"),
    "havannah_4": Game("Havannah, side 4", "OpenSpiel", "havannah(board_size=4)"),
    "nim": Game("Nim 1, 3, 5, 7", "OpenSpiel", "nim"),
    "nine_mens_morris": Game("Mill", "OpenSpiel", "nine_mens_morris"),
    "quoridor_5": Game("Quoridor 5 x 5", "OpenSpiel", "quoridor(board_size=5)"),
    "tic_tac_toe": Game("Tic-tac-toe", "OpenSpiel", "tic_tac_toe"),
    "twixt_6": Game("TwixT 6 x 6", "OpenSpiel", "twixt(board_size=6)"),
    "ultimate_tic_tac_toe": Game("Ultimate Tic-tac-toe", "OpenSpiel", "ultimate_tic_tac_toe"),
    "y_7": Game("Y, side 7", "OpenSpiel", "y(board_size=7)"),
    "y_9": Game("Y, side 9", "OpenSpiel", "y(board_size=9)"),
}

# The repositories whose headers the adapter needs, their tags, and where their files go. The package open_spiel is 2.0.2; a
# tag of that version did not exist when this was written, and `check` compares the games.
HEADERS = (
    ("https://github.com/google-deepmind/open_spiel", "v2.0.1", ""),
    ("https://github.com/abseil/abseil-cpp", "20250814.1", "open_spiel/abseil-cpp"),
    ("https://github.com/nlohmann/json", "v3.11.3", "open_spiel/json"),
)


def path(game: str) -> str:
    """Returns the name of a built-in game, or the path of the plug-in."""
    return GAMES[game].name if GAMES[game].source == "imm" else str(BUILD / f"{game}.so")


def net(game: str) -> Path:
    """Returns the file of the game's net."""
    return NETS / f"{game}.immnet"


def stale(product: Path, *sources: Path) -> bool:
    """True if the product does not exist, or a source is younger."""
    return not product.exists() or product.stat().st_mtime < max(source.stat().st_mtime for source in sources)


def headers() -> Path:
    """Returns the folder with the headers of OpenSpiel, Abseil and JSON for C++. Gets them with git the first time."""
    folder = BUILD / "headers"
    for url, tag, place in HEADERS:
        to = folder / place
        if not (to / ".git").exists():
            to.mkdir(parents=True, exist_ok=True)
            subprocess.run(["git", "init", "--quiet"], cwd=to, check=True)
            subprocess.run(["git", "fetch", "--quiet", "--depth=1", url, f"refs/tags/{tag}"], cwd=to, check=True)
            subprocess.run(["git", "checkout", "--quiet", "FETCH_HEAD"], cwd=to, check=True)
    return folder


def pyspiel() -> Path:
    """Returns the file of the module pyspiel."""
    spec = importlib.util.find_spec("pyspiel")
    if spec is None or spec.origin is None:
        sys.exit("pyspiel: not installed. Run: pip install -r bindings/python/requirements.txt")
    return Path(spec.origin)


def adapter() -> Path:
    """Builds spiel.cc as libspiel.so, and returns its path."""
    library, source, module = BUILD / "libspiel.so", HERE / "spiel.cc", pyspiel()
    if stale(library, source, ROOT / "include" / "imm.h", module):
        root = headers()
        places = [ROOT / "include", root, root / "open_spiel", root / HEADERS[1][2], root / HEADERS[2][2] / "include"]
        command = [os.environ.get("CXX", "c++"), "-std=c++17", "-O2", "-shared", "-fPIC", *(f"-I{place}" for place in places)]
        link = [f"-L{module.parent}", f"-l:{module.name}", f"-Wl,-rpath,{module.parent}"]
        subprocess.run([*command, str(source), "-o", str(library), *link], check=True)
    return library


def python_symbols() -> Path:
    """Returns a library that defines the symbols of Python that pyspiel needs, for programs that are not Python.

    pyspiel calls Python only in functions for Python, so their contents do not matter.
    """
    library, module = BUILD / "python_symbols.so", pyspiel()
    if stale(library, module):
        listed = subprocess.run(["nm", "-D", "--undefined-only", str(module)], check=True, capture_output=True, text=True).stdout
        names = [line.split()[-1] for line in listed.splitlines() if line.split()[-1].startswith(("Py", "_Py"))]
        source = library.with_suffix(".c")
        source.write_text("".join(f"char {name}[1024];\n" for name in names))
        subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", str(source), "-o", str(library)], check=True)
    return library


def build(game: str) -> str:
    """Builds a game if it is a plug-in. Returns its name or path."""
    one, product = GAMES[game], Path(path(game))
    if one.source == "imm":
        return one.name
    BUILD.mkdir(parents=True, exist_ok=True)
    command = [os.environ.get("CC", "cc"), "-std=c99", "-O2", "-shared", "-fPIC", f"-I{ROOT / 'include'}"]
    if one.source == "OpenSpiel":
        library, source = adapter(), HERE / "spiel_game.c"
        flags = [f'-DSPIEL="{one.name}"', str(source), f"-L{BUILD}", "-lspiel", f"-Wl,-rpath,{BUILD}"]
        if stale(product, source, library):
            subprocess.run([*command, *flags, "-o", str(product)], check=True)
        return str(product)
    source, rules = HERE / "plain.c", ROOT / one.name
    if stale(product, source, rules, ROOT / "include" / "imm.h"):
        without = ["-DNO_EVALUATE", "-DNO_WEIGHT", "-DNO_HASH", "-DNO_ORDER"]
        flags = [f'-DGAME="{rules}"', *without, *one.flags, "-Wno-unused-function", str(source)]
        subprocess.run([*command, *flags, "-o", str(product)], check=True)
    return str(product)


def build_all() -> dict[str, str]:
    """Builds all games. Returns their names or paths."""
    return {game: build(game) for game in GAMES}


def compare(game: str, games: int = 20, plies: int = 300) -> str:
    """Plays random games in the plug-in and in pyspiel. Returns the first difference; empty if there is none."""
    import pyspiel

    import imm_search as imm

    choose = random.Random(game)
    search = imm.Search(path(game), "mcts()", memory="1 MiB")
    for number in range(games):
        search.restart()
        state = pyspiel.load_game(GAMES[game].name).new_initial_state()
        for ply in range(plies):
            over = state.is_terminal()
            mine = (search.outcome is None, [] if over else sorted(map(int, search.legal_moves())))
            theirs = (not over, [] if over else sorted(state.legal_actions()))
            if mine != theirs:
                return f"game {number}, ply {ply}: {mine}, in pyspiel {theirs}"
            if over:
                if search.outcome != state.returns()[0]:
                    return f"game {number}: {search.outcome}, in pyspiel {state.returns()[0]}"
                break
            if search.to_move != state.current_player():
                return f"game {number}, ply {ply}: player {search.to_move}, in pyspiel {state.current_player()}"
            move = choose.choice(theirs[1])
            search.play(move)
            state.apply_action(move)
            # A search follows other lines in between.
            if over is False and not state.is_terminal() and ply % 8 == 0 and ply < plies - 1:
                search.search(iterations=20)
    return ""


def check() -> None:
    """Compares all games of OpenSpiel with pyspiel, and looks for mistakes in all plug-ins."""
    import imm_search as imm

    wrong = 0
    for game, one in GAMES.items():
        if one.source == "imm":
            continue
        found = imm.check(path(game))
        # The features have numbers of their own for SECOND, see plain.c.
        mistakes = found.mistakes - ("features() is not in the view" in found.text)
        difference = compare(game) if one.source == "OpenSpiel" else ""
        wrong += bool(mistakes or difference)
        print(f"{game}: {found.text if mistakes else 'no mistakes'} {difference}", flush=True)
    sys.exit(wrong > 0)


if __name__ == "__main__":
    build_all()
    if sys.argv[1:] == ["check"]:
        check()
