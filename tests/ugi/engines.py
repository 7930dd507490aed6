"""Tests engines that speak UGI: tests/ugi/engines.py C_ENGINE OWN_GAME_ENGINE ARENA PLUGIN

The engines are c_examples/ugi.c for the built-in games and for Connect Four, and `imm-arena ugi`. All must give the same
answers. Prints one line for each test.
"""

import os
import random
import re
import statistics
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True
from client import Engine, play, seconds_to

GAMES = ["breakthrough", "kalah", "loa", "oware", "othello", "onitama"]
C, OWN, ARENA, PLUGIN = sys.argv[1:5]
# The engines of a game: in C, and in the arena.
BUILT_IN = {"C": lambda game: [C, game], "arena": lambda game: [ARENA, "ugi", game]}
CUSTOM = {"C, Connect Four": [OWN], "arena, Connect Four": [ARENA, "ugi", "--game", PLUGIN]}
EACH = {**{name: of("breakthrough") for name, of in BUILT_IN.items()}, **CUSTOM}
HOSTILE_LINES = int(os.environ.get("HOSTILE_LINES", 20_000))

# Bad input, and the answer to each line.
ERRORS = """
foo bar -> command: 'foo' is unknown; there are ugi, uci, isready, setoption, uginewgame, position, go, stop, ponderhit, query, d, quit
position -> position: expected startpos or fen
position foo -> position: expected startpos or fen
position startpos foo -> position: expected moves, not 'foo'
position startpos moves a2a3 a9a8 -> position: 'a9a8', move 2, is not legal
position fen x 1 -> position: 'x 1' is not a position: character 1 is 'x', expected w, b or .
go movetime -> go: movetime needs a number from 1 to 4294967295, not ''
go movetime abc -> go: movetime needs a number from 1 to 4294967295, not 'abc'
go nodes 0 -> go: nodes needs a number from 1 to 4294967295, not '0'
go depth 256 -> go: depth needs a number from 1 to 255, not '256'
go p1time x -> go: p1time needs a number from 0 to 4294967295, not 'x'
go nodes 99999999999999999999999 -> go: nodes needs a number from 1 to 4294967295, not '99999999999999999999999'
go foo -> go: 'foo' is unknown; there are movetime, nodes, depth, infinite, ponder, p1time, p2time, p1inc, p2inc, movestogo
go p2time 100 -> go: is for the side to move: p1time is missing
setoption -> setoption: expected name NAME value VALUE
setoption name Hash -> setoption: expected name NAME value VALUE
setoption name foo value 1 -> setoption: there is no option 'foo'
setoption name Hash value abc -> setoption: Hash needs a number from 1 to 65536, not 'abc'
setoption name MultiPV value 0 -> setoption: MultiPV needs a number from 1 to 64, not '0'
setoption name Ponder value yes -> setoption: Ponder needs true or false, not 'yes'
setoption name Player value mcts(foo) -> setoption: Player: unknown option 'foo' at character 6: see docs/PLAYERS.md
setoption name UCI_Variant value chess -> setoption: UCI_Variant: there is no game 'chess'
query -> query: '' is unknown; there are gameover, p1turn, result
query foo -> query: 'foo' is unknown; there are gameover, p1turn, result
"""

OPTIONS = """
option name Player type string default best
option name Level type spin default 0 min 0 max 10
option name Hash type spin default 64 min 1 max 65536
option name Threads type spin default 1 min 1 max 64
option name Seed type spin default 1 min 0 max 4294967295
option name MultiPV type spin default 1 min 1 max 64
option name Ponder type check default false
option name Net type string default <empty>
"""


def without_times(lines):
    return [re.sub(r" (nps|time) \d+", "", line) for line in lines]


def test_handshake(name, command):
    with Engine(command) as engine:
        options = engine.options()
        assert options[:8] == OPTIONS.split("\n")[1:-1], options
        built_in = name in BUILT_IN
        assert len(options) == 8 + built_in, options
        assert not built_in or options[8].startswith("option name UCI_Variant type combo default breakthrough var breakthrough var kalah "), options[8]
        engine.send("uci")
        assert engine.until("uciok")[0].startswith("id name imm ")
        assert engine.ready() == []
        assert engine.quit() == 0


def test_errors(name, command):
    if name not in BUILT_IN:
        return
    with Engine(command) as engine:
        before = engine.shown()
        for test in ERRORS.split("\n")[1:-1]:
            line, expected = test.split(" -> ")
            engine.send(line)
            answer = engine.ready()
            assert answer == [f"info string error: {expected}"], (line, answer)
        engine.send("x" * 4097)
        engine.send(b"\xff\x00\x80 y")
        answer = engine.ready()
        assert answer[0] == "info string error: line: longer than 4096 bytes", answer
        assert answer[1].startswith("info string error: command: '???' is unknown"), answer
        assert engine.shown() == before
        assert engine.quit() == 0


def test_same_search_in_both(game):
    """Both engines grow the same tree."""
    found = []
    for of in BUILT_IN.values():
        with Engine(of(game)) as engine:
            first, lines = engine.go("nodes 3000")
            engine.position([first])
            second, more = engine.go("nodes 500")
            found.append((first, second, without_times(lines[-1:] + more[-1:])))
    assert found[0] == found[1], found


def test_game_between_both(game):
    with Engine(BUILT_IN["C"](game)) as one, Engine(BUILT_IN["arena"](game)) as other:
        moves, result = play([one, other], "nodes 300")
        if result != "none":  # Onitama may go on for ever
            assert result in ["p1win", "p2win", "draw"], result
            assert one.ask("go nodes 1", "bestmove")[-2:] == ["info string error: go: the game is over", "bestmove (none)"]
    return f"{len(moves)} plies, {result}"


def test_custom_game():
    engines = [Engine(command) for command in CUSTOM.values()]
    moves, result = play(engines, "nodes 300")
    for engine in engines:
        engine.send("position fen x")
        assert engine.ready() == ["info string error: position: this game has no position texts; use startpos"]
        assert engine.quit() == 0
    return f"{len(moves)} plies, {result}"


def test_answers_while_thinking(name, command):
    times = []
    with Engine(command) as engine:
        for threads in [1, 2]:
            engine.set_option("Threads", threads)
            for _ in range(5):
                engine.send("go infinite")
                time.sleep(0.1)
                times.append(seconds_to(engine, "isready", "readyok"))
                engine.send("position startpos")
                while "info string error: position: not while thinking; send stop first" != engine.line():
                    pass
                time.sleep(0.05)
                times.append(seconds_to(engine, "stop", "bestmove"))
        engine.send("go infinite")
        engine.send("stop")
        engine.send("position startpos moves")  # waits for the end of the search
        lines = engine.ready()
        assert sum(line.startswith("bestmove") for line in lines) == 1 and not any("error" in line for line in lines), lines
        engine.send("go infinite")
        assert engine.quit() == 0
    assert max(times) < 0.5, times
    return f"median {statistics.median(times) * 1000:.1f} ms, longest {max(times) * 1000:.1f} ms"


def test_limits(name, command):
    with Engine(command) as engine:
        began = time.monotonic()
        engine.go("movetime 200")
        assert 0.15 < time.monotonic() - began < 0.7
        _, lines = engine.go("nodes 1234")
        nodes = int(re.search(r" nodes (\d+)", lines[-1])[1])
        assert nodes <= 1234, lines
        engine.set_option("Player", "ab(tt)")
        _, lines = engine.go("depth 3")
        assert lines[-1].startswith("info depth 3 "), lines
        engine.set_option("Player", "mcts()")
        _, lines = engine.go("depth 4")
        assert int(lines[-1].split()[2]) >= 4, lines
        engine.set_option("Level", 2)
        _, lines = engine.go("movetime 5000")
        assert int(re.search(r" nodes (\d+)", lines[-1])[1]) < 10_000, lines


def test_clock(name, command):
    """A whole game with a clock of 1 s for each side. No side may exceed its time."""
    left, moves = {"true": 1000.0, "false": 1000.0}, []
    with Engine(command) as engine:
        while engine.query("gameover") == "false" and len(moves) < 200:
            side = engine.query("p1turn")
            began = time.monotonic()
            move, _ = engine.go(f"p1time {left['true']:.0f} p2time {left['false']:.0f} p1inc 10 p2inc 10")
            left[side] += 10 - (time.monotonic() - began) * 1000
            assert left[side] > 0, (moves, left)
            moves.append(move)
            engine.position(moves)
    return f"{len(moves)} plies, {min(left.values()):.0f} ms left"


def test_ponder(name, command):
    with Engine(command) as engine:
        engine.set_option("Ponder", "true")
        engine.set_option("Player", "mcts()")
        engine.send("go ponder movetime 100")
        time.sleep(0.3)
        assert not any(line.startswith("bestmove") for line in engine.ready())
        lines = engine.ask("ponderhit", "bestmove")
        assert re.fullmatch(r"bestmove \S+ ponder \S+", lines[-1]), lines[-1]
        engine.send("go ponder movetime 100")
        assert engine.ask("stop", "bestmove")
        engine.send("ponderhit")  # without a search it does nothing
        engine.send("stop")
        assert engine.ready() == []


def test_multi_pv(name, command):
    with Engine(command) as engine:
        engine.set_option("Player", "mcts()")
        engine.set_option("MultiPV", 3)
        move, lines = engine.go("nodes 2000")
        last = lines[-3:]
        assert [re.search(r" multipv (\d)", line)[1] for line in last] == ["1", "2", "3"], lines
        firsts = [line.split(" pv ")[1].split()[0] for line in last]
        assert firsts[0] == move and len(set(firsts)) == 3, lines


def test_solved_positions(name, command):
    if name not in BUILT_IN:
        return
    win = "position fen ......../w......./......../......../......../......../b......./........ 1"
    with Engine(command) as engine:
        engine.options()
        for protocol, score in [("ugi", " score win 1 "), ("uci", " score mate 1 ")]:
            engine.ask(protocol, f"{protocol}ok")
            engine.send(win)
            _, lines = engine.go("nodes 100")
            assert score in lines[-1], lines
        engine.send("go infinite")  # solved, but the answer waits for `stop`
        time.sleep(0.2)
        assert not any(line.startswith("bestmove") for line in engine.ready())
        assert engine.ask("stop", "bestmove")


def test_options_keep_the_position(name, command):
    with Engine(command) as engine:
        move = engine.legal_moves()[0]
        engine.position([move])
        before = engine.shown()
        for option, value in [("Hash", 8), ("Threads", 2), ("Seed", 7), ("Player", "mcts(grave)"), ("Level", 3), ("Level", 0), ("Threads", 1)]:
            engine.set_option(option, value)
            assert engine.shown() == before, option
            assert engine.go("nodes 50")[0] in engine.legal_moves()
        if name in BUILT_IN:
            engine.set_option("uci_variant", "othello")
            assert engine.legal_moves() == ["d3", "c4", "f5", "e6"]
            engine.send("setoption name Player value mcts(np10)")
            assert "Player: 'np' needs" in engine.ready()[0]
            engine.send("setoption name Net value /nowhere")
            assert "Net: " in engine.ready()[0]


def bad_line(rng):
    """Returns a line that must change nothing."""
    kind = rng.randrange(8)
    if kind == 0:
        return bytes(rng.randrange(256) for _ in range(rng.randrange(1, 60))).replace(b"\n", b"").replace(b"\r", b"").replace(b"\t", b"") or b"?"
    if kind == 1:
        return b"position startpos moves " + b" ".join(rng.choice([b"zz", b"a2a9", b"", b"\xc3\xa9", b"99"]) for _ in range(rng.randrange(1, 9))) + b" zz"
    if kind == 2:
        return b"position fen " + bytes(rng.choice(b"wb./12 -x\xff%s") for _ in range(rng.randrange(0, 200))) + b"!"
    if kind == 3:
        return b"go " + rng.choice([b"movetime", b"nodes", b"depth", b"p1time", b"movestogo"]) + rng.choice([b"", b" -1x", b" 0x10", b" 1e9", b" 99999999999999999999", b" \xff"])
    if kind == 4:
        return b"setoption " + rng.choice([b"", b"name", b"name Hash value -1", b"name  value 3", b"name Threads value 65", b"name Player value mcts((", b"value 3 name Hash", b"name Player value %n%n"])
    if kind == 5:
        return rng.choice([b"x", b"position startpos moves a2a3 ", b" "]) * rng.randrange(4097, 9000)
    if kind == 6:
        return b"query " + bytes(rng.randrange(33, 127) for _ in range(rng.randrange(1, 40))) + b"?"
    return rng.choice([b"stop", b"ponderhit", b"isready", b"", b"  ", b"quit now?!"[5:], b"bestmove a2a3", b"readyok"])


def test_hostile_lines(name, command):
    """Bad lines: the engine always answers, and the position stays."""
    rng = random.Random(1)
    with Engine(command) as engine:
        before = engine.shown()
        for sent in range(0, HOSTILE_LINES, 500):
            for _ in range(500):
                engine.send(bad_line(rng))
            engine.send(f"marker{sent}")
            for line in iter(engine.line, None):
                assert line.startswith("info string error: ") or line == "readyok", line
                if line.startswith(f"info string error: command: 'marker{sent}'"):
                    break
            assert engine.shown() == before, sent
        assert engine.quit() == 0
    return f"{HOSTILE_LINES} lines"


def test_wild_commands(name, command):
    """Good and bad commands in any order, even while the engine thinks."""
    rng = random.Random(2)
    good = ["go infinite", "go nodes 100", "go movetime 3", "go ponder nodes 50", "go p1time 50 p2time 50", "stop", "stop", "stop", "ponderhit", "isready",
            "uginewgame", "position startpos", "d", "query result", "setoption name MultiPV value 2", "setoption name Threads value 2", "ugi", "uci",
            "setoption name Hash value 1", "setoption name Player value ab(tt)", "setoption name Player value best", "setoption name Level value 4"]
    known = ("info ", "bestmove ", "readyok", "response ", "id ", "option ", "ugiok", "uciok")
    with Engine(command) as engine:
        for _ in range(HOSTILE_LINES // 100):
            for _ in range(10):
                engine.send(rng.choice(good) if rng.random() < 0.9 else bad_line(rng))
            engine.send("stop")
            engine.send("marker")
            for line in iter(engine.line, None):
                assert line.startswith(known), line
                if line.startswith("info string error: command: 'marker'"):
                    break
        assert engine.quit() == 0


def main():
    pattern = sys.argv[5] if len(sys.argv) > 5 else ""
    for name, test in list(globals().items()):
        if not name.startswith("test_") or pattern not in name:
            continue
        if "name" in test.__code__.co_varnames[: test.__code__.co_argcount]:
            runs = EACH.items()
        elif test.__code__.co_argcount == 1:
            runs = [(game,) for game in GAMES]
        else:
            runs = [()]
        for arguments in runs:
            note = test(*arguments)
            print(name.removeprefix("test_").replace("_", " "), *arguments[:1], f"({note})" if note else "", flush=True)


main()
