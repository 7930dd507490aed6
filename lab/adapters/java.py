"""Runs the engines in Java of this folder, which call the classes of another program. They read and write lines."""

import subprocess
import sys
from pathlib import Path


def start(engine, needed, classes, *java):
    """Starts ENGINE.java, and returns a function that sends it a line and returns its answer.

    `classes` is the folder with the compiled classes of the program, which must have the file `needed`. `java` is the command of
    Java. An engine that is compiled to `classes` starts sooner.
    """
    if not (Path(classes) / needed).is_file():
        sys.exit(f"{Path(sys.argv[0]).name}: {classes} has no {needed}: expected the folder of the compiled classes")
    is_compiled = (Path(classes) / f"{engine}.class").is_file()
    program = engine if is_compiled else Path(__file__).with_name(f"{engine}.java")
    command = [*(java or ["java"]), "-cp", classes, program]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(line):
        process.stdin.write(f"{line}\n")
        process.stdin.flush()
        return process.stdout.readline().strip()

    return ask
