#!/usr/bin/env python3
"""Trains the evaluators of docs/FORTY_GAMES.md: a net for each game without one, with the same recipe and time.

    python lab/forty_games/train.py                      trains all missing nets
    python lab/forty_games/train.py --game hex_5 nim     only these

A run ends after SECONDS of processor time. If its first generation takes longer, it ends after that. nets/log.jsonl has a line
for each net. Remove a net, and it is trained again.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import signal
import subprocess
import time
from pathlib import Path

import games

SECONDS = 30
RECIPE = (
    "--jobs 1 --width 8 --teacher mcts() --player bfm(efNet) --iterations 100 --first-games 40 --games 100 --random-plies 6"
    " --tree-visits 8 --window 300000 --first-epochs 4 --epochs 1 --gate-games 0 --memory 4 --generations 200"
)
ARENA = games.TARGET / "release" / "imm-arena"


def environment(game: str) -> dict[str, str]:
    """Returns the environment in which a program that is not Python loads the game."""
    spiel = games.GAMES[game].source == "OpenSpiel"
    return os.environ | ({"LD_PRELOAD": str(games.python_symbols())} if spiel else {})


def processor_seconds(process: subprocess.Popen[str]) -> float:
    """Returns the processor time of a running process."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def train(game: str) -> dict[str, object]:
    """Trains a net, and returns its line of the log."""
    folder = games.BUILD / f"{game}.train"
    shutil.rmtree(folder, ignore_errors=True)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [str(ARENA), "train", games.build(game), "--out", str(folder), "--name", game, *RECIPE.split()]
    log = folder / "log.jsonl"
    with (games.BUILD / f"{game}.log").open("w") as output:
        # In a session of its own, so that Ctrl-C does not end the training before its time.
        process = subprocess.Popen(
            command, env=environment(game), stdout=output, stderr=output, text=True, start_new_session=True
        )
        try:
            while process.poll() is None:
                time.sleep(0.2)
                if processor_seconds(process) > SECONDS and log.exists() and log.read_text():
                    process.send_signal(signal.SIGINT)
                    process.wait()
        except BaseException:
            process.kill()
            raise
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    games.NETS.mkdir(exist_ok=True)
    shutil.copy(folder / f"{game}.immnet", games.net(game))
    shutil.rmtree(folder)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    last = {key: round(lines[-1][key], 4) for key in ("loss", "held_out")}
    return {
        "game": game,
        "seconds": round(seconds, 1),
        "generations": len(lines),
        "games": sum(line["games"] for line in lines),
        **last,
    }


def can_train() -> bool:
    """True if imm-arena exists and was built with the library for gradients."""
    if not ARENA.exists():
        return False
    refused = subprocess.run([str(ARENA), "train", "no game"], capture_output=True, text=True, check=False)
    return "cannot train" not in refused.stderr


def train_missing(names: list[str]) -> None:
    """Trains the nets that do not exist."""
    missing = [game for game in names if not games.net(game).exists()]
    if missing and not can_train():
        command = ["cargo", "build", "--release", "-p", "imm-harness", "--features", "imm-harness/train"]
        subprocess.run(command, cwd=games.ROOT / "lab", check=True)
    for game in missing:
        line = train(game)
        with (games.NETS / "log.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(line) + "\n")
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", nargs="+", default=list(games.GAMES), choices=games.GAMES, help="the games")
    train_missing(parser.parse_args().game)
