"""A client for engines that speak UGI: starts one as a process, sends commands and reads answers."""

import queue
import subprocess
import threading
import time


class Silence(Exception):
    """The engine did not answer in time, or it has ended."""


class Engine:
    """An engine in its own process. `command` is a list of words. `patience` is the longest wait for an answer in seconds."""

    def __init__(self, command, patience=20.0):
        self.command, self.patience = command, patience
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.decode().rstrip("\r\n"))
        self.lines.put(None)

    def send(self, line):
        """Sends one command: text, or bytes."""
        self.process.stdin.write((line if isinstance(line, bytes) else line.encode()) + b"\n")

    def line(self, patience=None):
        """Returns the next line of the engine."""
        try:
            line = self.lines.get(timeout=self.patience if patience is None else patience)
        except queue.Empty:
            line = None
        if line is None:
            raise Silence(f"{self.command[0]}: no answer")
        return line

    def until(self, start):
        """Returns the lines up to and including the first one that begins with the word `start`."""
        found = [self.line()]
        while found[-1].split()[:1] != [start]:
            found.append(self.line())
        return found

    def ask(self, command, start):
        """Sends a command. Returns the lines of the answer, which ends with a line that begins with `start`."""
        self.send(command)
        return self.until(start)

    def ready(self):
        """Waits until the engine is ready. Returns the lines before `readyok`."""
        return self.ask("isready", "readyok")[:-1]

    def options(self):
        """Begins the conversation. Returns the option lines."""
        return [line for line in self.ask("ugi", "ugiok") if line.startswith("option ")]

    def set_option(self, name, value):
        self.send(f"setoption name {name} value {value}")
        errors = self.ready()
        assert not errors, errors

    def position(self, moves, start="startpos"):
        self.send(f"position {start}" + (" moves " + " ".join(moves) if moves else ""))

    def go(self, limits):
        """Searches. Returns the best move and the info lines."""
        lines = self.ask(f"go {limits}", "bestmove")
        return lines[-1].split()[1], lines[:-1]

    def query(self, question):
        return self.ask(f"query {question}", "response")[-1].split()[1]

    def legal_moves(self):
        """Returns the legal moves: the command `d` of imm's engines."""
        return [line for line in self.shown() if line.startswith("info string moves")][0].split()[3:]

    def shown(self):
        """Returns all lines of the command `d`."""
        self.send("d")
        return self.ready()

    def quit(self):
        """Ends the engine. Returns its exit code."""
        self.send("quit")
        return self.process.wait(self.patience)


def play(engines, limits, start="startpos", most=400):
    """Plays a game: `engines` are the first and the second player. Returns the moves and the result."""
    moves = []
    for engine in engines:
        engine.send("uginewgame")
        engine.ready()
    while len(moves) < most:
        for engine in engines:
            engine.position(moves, start)
        answers = [(engine.query("gameover"), engine.query("p1turn")) for engine in engines]
        assert answers[0] == answers[1], (moves, answers)
        if answers[0][0] == "true":
            break
        mover = engines[answers[0][1] == "false"]
        legal = mover.legal_moves()
        move, _ = mover.go(limits)
        assert move in legal, (moves, move, legal)
        moves.append(move)
    results = {engine.query("result") for engine in engines}
    assert len(results) == 1, (moves, results)
    return moves, results.pop()


def seconds_to(engine, command, start):
    """Returns the time that the engine needs for an answer."""
    began = time.monotonic()
    engine.ask(command, start)
    return time.monotonic() - began
