#!/usr/bin/env python3
"""What imm costs on microcontrollers, as the tables of SIZES.md.

    sizes.py flash MAP                        bytes of flash that a linked program takes from libimm.a, by its link map
    sizes.py update MEASURED TABLES COMPILER  writes the tables
    sizes.py check MEASURED TABLES COMPILER   compares: fails where a number has grown by more than 2 %

MEASURED has lines of table, row, board and number.
"""

import re
import sys
from pathlib import Path

BOARDS = {"m0plus": "Cortex-M0+", "m4f": "Cortex-M4F", "riscv": "RV32IMAC"}
TOLERANCE = 0.02
# What README and ARCHITECTURE.md promise for every function.
STACK_LIMIT = 1024
# Another compiler makes other code: its numbers are compared all the same, to notice what is grossly larger; but for frames,
# which vary more than that.
OTHER_COMPILER = 0.15

TABLES = {
    "flash": """## Flash

Bytes of code and constants that a program takes from `libimm.a`: all of the kernel, the game, and the arithmetic that the
processor lacks. Not counted: the program itself, its start-up, and `memcpy` and its like, which are the C library's. The
programs search in steps with implicit minimax, read a report, play, and stop from an interrupt (`one_game.c`). Built-in games
are set up by `imm_init_builtin()`; the small ones are those of `imm_kalah_small()` and `imm_breakthrough_small()`. The lean
rows are of the library without its features (`make -C ffi dist FEATURES=`): no alpha-beta, and of the tree search no policies
but `im`, `ipp` and `fet`. All others are of the whole library.

| program |{head}
""",
    "memory": """## Memory

Bytes of the lent block beside the tree (`imm_memory_required(game, 0)`). The library has no variables of its own.

| game |{head}
""",
    "stack": """## Stack

Bytes at the deepest, at most, with all games in the program, a game's callbacks and the caller's clock not counted: the
compiler's frame sizes added up along the calls of the linked program (`stack.py`). There is no recursion.

| function |{head}
""",
    "speed": """## Instructions for one simulation

400 simulations from the starting position in 400 slots, of Lines of Action and Oware in 360, counted by QEMU (`-icount shift=0`: an
instruction is a nanosecond of the board's clock); for `ab(...)` it is 8,000 positions in 12 KiB, and the instructions are those for
one of them. **Instructions are not cycles.** The simulations a second that stand behind are those of a part that takes
one cycle for each instruction, which none does: loads and taken branches take more, and flash may make it wait. They are upper
bounds, measured on no real part.

| search |{head}
""",
}


def flash(path):
    """The sum of what the linker has taken from libimm.a, but for what it has only looked at."""
    text = Path(path).read_text(encoding="utf-8")
    text = text[text.index("Linker script and memory map"):]
    kept = re.findall(r"^ \.(?:text|rodata|srodata|data|sdata)\S*\s+0x([0-9a-f]+)\s+0x([0-9a-f]+)\s+\S*libimm\.a\(", text, re.M)
    return sum(int(size, 16) for _, size in kept)


def read_measured(path):
    """{table: {row: {board: number}}}, in the order of the file."""
    tables = {}
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        table, row, board, number = line.split("\t")
        tables.setdefault(table, {}).setdefault(row, {})[board] = int(number)
    return tables


def cell(table, number):
    if table != "speed":
        return f"{number:,}"
    return f"{number:,} ({48_000_000 / number:,.0f}/s at 48 MHz, {168_000_000 / number:,.0f}/s at 168 MHz)"


def render(tables, compiler):
    text = "# What imm costs on a microcontroller\n\nWritten by `tests/firmware/run update`, compared by `./tests/run firmware`.\n"
    text += f"Compiled by {compiler}, `opt-level = \"s\"`.\n"
    for table, intro in TABLES.items():
        head = "".join(f" {name} |" for name in BOARDS.values()) + "\n|---" + "|---:" * len(BOARDS) + "|"
        text += "\n" + intro.format(head=head)
        for row, numbers in tables[table].items():
            name = f"`{row}`" if table == "stack" else row
            text += f"| {name} |" + "".join(f" {cell(table, numbers[board])} |" for board in BOARDS) + "\n"
    return text


def read_rendered(text):
    """The numbers of tables once written, as read_measured() has them."""
    tables, table = {}, None
    for line in text.splitlines():
        for name, intro in TABLES.items():
            if line == intro.splitlines()[0]:
                table = name
        row = re.match(r"\| (.+?) \|((?: [\d,]+(?: \(.*?\))? \|)+)$", line)
        if row:
            numbers = [int(number.replace(",", "")) for number in re.findall(r" ([\d,]+)(?: \(.*?\))? \|", row[2])]
            tables.setdefault(table, {})[row[1].strip("`")] = dict(zip(BOARDS, numbers))
    return tables


def check(measured, path, compiler):
    text = Path(path).read_text(encoding="utf-8")
    committed = read_rendered(text)
    tolerance = TOLERANCE if compiler in text else OTHER_COMPILER
    grown = []
    for table, rows in measured.items():
        for row, numbers in rows.items():
            for board, number in numbers.items():
                before = committed.get(table, {}).get(row, {}).get(board)
                if before is None:
                    grown.append(f"{table}: {row}, {BOARDS[board]}: {number:,}, not committed yet")
                elif number > before * (1 + tolerance) and (table != "stack" or tolerance == TOLERANCE):
                    grown.append(f"{table}: {row}, {BOARDS[board]}: {before:,} -> {number:,}")
                if table == "stack" and number > STACK_LIMIT:
                    grown.append(f"{table}: {row}, {BOARDS[board]}: {number:,}, more than the {STACK_LIMIT:,} promised")
    if grown:
        sys.exit("\n".join(["larger than SIZES.md says; if that is meant, tests/firmware/run update:", *grown]))
    print(f"no number of SIZES.md has grown by more than {tolerance:.0%}")


def main():
    command, path, *rest = sys.argv[1:]
    if command == "flash":
        print(flash(path))
    elif command == "update":
        Path(rest[0]).write_text(render(read_measured(path), rest[1]), encoding="utf-8")
    elif command == "check":
        check(read_measured(path), *rest)
    else:
        sys.exit(__doc__)


main()
