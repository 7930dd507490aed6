#!/usr/bin/env python3
"""Writes the cost of imm on microcontrollers: the tables of SIZES.md, and of the documents that quote SIZES.md.

    sizes.py flash MAP                        prints the bytes of flash that a linked program takes from libimm.a, from its link map
    sizes.py update MEASURED TABLES COMPILER  writes SIZES.md, and its quotes in the documents
    sizes.py check MEASURED TABLES COMPILER   fails if a number is worse by more than 2 %
    sizes.py docs TABLES                      fails if a stack is deeper than promised, or a document does not quote SIZES.md
                                              correctly
    sizes.py docs-update TABLES               writes the quotes in the documents from SIZES.md

MEASURED has lines of table, row, column and number. A document quotes a table between `<!-- BEGIN name -->` and
`<!-- END name -->`: see QUOTES.
"""

import difflib
import re
import runpy
import sys
from pathlib import Path

BOARDS = {"m0plus": "Cortex-M0+", "m4f": "Cortex-M4F", "riscv": "RV32IMAC"}
BOARDS_MK = Path("c_examples/firmware/boards.mk")
TOLERANCE = 0.02
# The columns of three tables that do not have one column for each board. The numbers in these
# tables must be equal on all boards.
GAMES = {name: name for name in ("Kalah", "Breakthrough", "Lines of Action", "Oware", "Othello", "Onitama")}
SEARCHES = {
    name: f"{game}, `{player}`"
    for player in ("mcts(im0.4)", "mcts()")
    for game in ("Kalah", "Breakthrough")
    for name in (f"{game}, {player}",)
}
PLIES = {"buckets": "buckets", "Kalah": "plies of Kalah", "Breakthrough": "of Breakthrough", "Lines of Action": "of Lines of Action"}
COLUMNS = {"slots": GAMES, "nodes": SEARCHES, "plies": PLIES}
# Tables in which a larger number is better.
MORE_IS_BETTER = {"slots", "nodes", "plies"}
# The stack limits that README and docs/TRUST.md promise, in bytes. The first is for functions that
# search and play. The second is for all other functions, which set up, save or manage time.
STACK_LIMIT = 1024
STACK_LIMIT_BESIDE = 2048
# In C, imm_search_limited() and imm_get_report() are macros. The functions with these names are for
# other languages.
PLAYING = {"imm_search", "imm_search_limited_sized", "imm_step", "imm_play", "imm_get_report",
           "imm_get_report_sized", "imm_candidates", "imm_line", "imm_legal_moves", "imm_outcome", "imm_player_to_move",
           "imm_evaluate", "imm_move_text", "imm_parse_move", "imm_position_text", "imm_set_position", "imm_restart",
           "imm_shuffle", "imm_forget", "imm_undo", "imm_position_bytes", "imm_visit_tree"}
# The classes of functions in docs/EMBEDDED.md, and the pattern of the names after `imm_`. A function belongs to the first class that
# matches. Functions that are macros in C (see PLAYING) have none.
MACROS = {"imm_search_limited", "imm_get_report"}
STACK_CLASSES = {
    "search: `imm_search`, `imm_step`, `imm_search_limited`": "search|step|search_limited_sized|collect|tell|leaf_(moves|position)",
    "search with a game clock or a progress callback": "search_clock|search_watched",
    "end a search from an interrupt: `imm_stop`": "stop",
    "play: `imm_play`, `imm_restart`, `imm_forget`, `imm_undo`": "play|restart|forget|undo|shuffle|sample_chance",
    "ask for moves, outcome and texts": "outcome|player_to_move|return_of|legal_moves|move_text|parse_move|position_text|evaluate",
    "read the results: `imm_get_report`, `imm_candidates`, `imm_line`": "get_report_sized|candidates|line|candidate_line|visit_tree|last_status",
    "open: `imm_init`, `imm_open`": "init|init_builtin|open",
    "another player, a net, a shared table": "set_player(_text)?|set_net|share_(table|tree)",
    "configure: `imm_configure`, `imm_best`": "configure|configure_error|config_.*|best|best_why|level|limits_.*|clock_.*",
    "memory needs": "memory_.*|alpha_beta_.*|leaf_memory",
    "choose a game": "game_.*|breakthrough.*|einstein|kalah.*|loa|loa_rules|onitama.*|othello.*|oware|status_text|version",
    "set or copy a position: `imm_set_position`, `imm_position_bytes`": "set_position(_bytes)?|position_(bytes|error|size)|keep_history|history_size|clone",
    "save, load and merge searches": "save|save_size|load|merge",
}
# Another compiler generates different code. So this tolerance applies to the numbers of another
# compiler. The tolerance is small enough to notice large growth. Stack frames vary more between
# compilers, so the frames of another compiler are not compared.
OTHER_COMPILER = 0.15

TABLES = {
    "flash": """## Flash

Bytes of code and constants that a program takes from `libimm.a`: all of the kernel, the game, and the arithmetic that the
processor lacks. Not counted: the program itself, its start-up, and `memcpy` and its like, which are the C library's. The
programs search in steps with implicit minimax, read a report, play, and stop from an interrupt (`one_game.c`). Built-in games
are set up by `imm_init_builtin()`; the small ones are those of `imm_kalah_small()` and `imm_breakthrough_small()`. The lean
rows are of `libimm-lean.a` (`FEATURES=tree-search`): no alpha-beta, and of the tree search no policies but `im`, `ipp` and `fet`. The
alpha-beta rows are of `libimm-alpha-beta.a` (`FEATURES=alpha-beta`), and the player is `ab(all)`. The row with a net is of
`libimm-nets.a` (`FEATURES="alpha-beta nets"`), and the player is `ab(efNet,all)`; the bytes of the net have a row of their own. All
other rows are of `libimm.a`, which has no nets on boards. Everything there is: every function but `imm_check_*`, which look for
mistakes in a game while it is written, on a desktop.

| program |{head}
""",
    "memory": """## Memory

Bytes of the caller's block without the tree (`imm_memory_required(game, 0)`); for a player that evaluates with a net, what
`imm_leaf_memory()` adds to that; for alpha-beta, the bytes for 16 plies without a table (`imm_alpha_beta_memory(game, 16)`). The
library has no variables of its own.

| game |{head}
""",
    "stack": """## Stack

Bytes at the deepest, at most, with all games in the program, a game's callbacks and the caller's clock not counted: the
compiler's frame sizes added up along the calls of the linked program (`stack.py`). There is no recursion. `imm_check_*` are
left out: they are for a desktop.

| function |{head}
""",
    "speed": """## Instructions for one simulation

400 simulations from the starting position in 400 slots, of Lines of Action and Oware in 360, counted by QEMU (`-icount shift=0`: an
instruction is a nanosecond of the board's clock); for `ab(...)` it is 8,000 positions in 12 KiB, and the instructions are those for
one of them. In a game: 4,000 positions a move, all moves, in the RAM of the board (`net.c`). `imm_evaluate()`: one call, at all
positions of a game (`net_speed.c`). **Instructions are not cycles.** The simulations a second that stand behind are those of a
part that takes one cycle for each instruction, which none does: loads and taken branches take more, and flash may make it wait.
They are upper bounds, measured on no real part.

| search |{head}
""",
    "slots": """## Slots in a block

Slots of the tree in a block of this size, as `imm_memory_slots()` tells them on a Cortex-M4F and on RISC-V, where they are
equal (`room.c`).

| block |{head}
""",
    "nodes": """## Nodes in a block

The most nodes seen, at every 50th simulation, while a search from the starting position fills the block and recycles it: 6
simulations for each slot (`room.c`). The other slots are block headers and spare room.

| block |{head}
""",
    "plies": """## Alpha-beta in a block

Buckets of the table and plies of the stack that `ab(all)` has in a block of this size (`room.c`, as above).

| block |{head}
""",
}


def flash(path):
    """Returns the number of bytes that the linker kept from libimm.a."""
    text = Path(path).read_text(encoding="utf-8")
    text = text[text.index("Linker script and memory map"):]
    kept = re.findall(r"^ \.(?:text|rodata|srodata|data|sdata)\S*\s+0x([0-9a-f]+)\s+0x([0-9a-f]+)\s+\S*libimm\.a\(", text, re.M)
    return sum(int(size, 16) for _, size in kept)


def read_measured(path):
    """Returns {table: {row: {column: number}}}, in the order of the file."""
    tables = {}
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        table, row, column, number = line.split("\t")
        numbers = tables.setdefault(table, {}).setdefault(row, {})
        if numbers.setdefault(column, int(number)) != int(number):
            sys.exit(f"{table}: {row}, {column}: {numbers[column]} on one board, {number} on another")
    return tables


def columns_of(table):
    return COLUMNS.get(table, BOARDS)


def head_of(columns):
    return "".join(f" {name} |" for name in columns.values()) + "\n|---" + "|---:" * len(columns) + "|"


def cell(table, number):
    if table != "speed":
        return f"{number:,}"
    return f"{number:,} ({48_000_000 / number:,.0f}/s at 48 MHz, {168_000_000 / number:,.0f}/s at 168 MHz)"


def render(tables, compiler):
    text = "# What imm costs on a microcontroller\n\nWritten by `tests/firmware/run update`, compared by `./tests/run firmware`.\n"
    text += f"Compiled by {compiler}, `opt-level = \"s\"`.\n"
    for table, intro in TABLES.items():
        columns = columns_of(table)
        text += "\n" + intro.format(head=head_of(columns))
        for row, numbers in tables[table].items():
            name = f"`{row}`" if table == "stack" else row
            text += f"| {name} |" + "".join(f" {cell(table, numbers[column])} |" for column in columns) + "\n"
    return text


def read_rendered(text):
    """Returns the numbers in the tables of SIZES.md, in the form of read_measured()."""
    tables, table = {}, None
    for line in text.splitlines():
        for name, intro in TABLES.items():
            if line == intro.splitlines()[0]:
                table = name
        row = re.match(r"\| (.+?) \|((?: [\d,]+(?: \(.*?\))? \|)+)$", line)
        if row:
            numbers = [int(number.replace(",", "")) for number in re.findall(r" ([\d,]+)(?: \(.*?\))? \|", row[2])]
            tables.setdefault(table, {})[row[1].strip("`")] = dict(zip(columns_of(table), numbers))
    return tables


def is_worse(table, number, before, tolerance):
    if table in MORE_IS_BETTER:
        return number < before * (1 - tolerance)
    return number > before * (1 + tolerance)


def too_deep(tables):
    """Returns a line for each function that uses more stack than the documents promise."""
    deep = []
    for row, numbers in tables.get("stack", {}).items():
        limit = STACK_LIMIT if row in PLAYING else STACK_LIMIT_BESIDE
        for board, number in numbers.items():
            if number > limit:
                deep.append(f"stack: {row}, {BOARDS[board]}: {number:,}, more than the {limit:,} promised")
    return deep


def check(measured, path, compiler):
    text = Path(path).read_text(encoding="utf-8")
    committed = read_rendered(text)
    tolerance = TOLERANCE if compiler in text else OTHER_COMPILER
    worse = []
    for table, rows in measured.items():
        for row, numbers in rows.items():
            for column, number in numbers.items():
                place = f"{table}: {row}, {columns_of(table)[column]}"
                before = committed.get(table, {}).get(row, {}).get(column)
                if before is None:
                    worse.append(f"{place}: {number:,}, not committed yet")
                elif is_worse(table, number, before, tolerance) and (table != "stack" or tolerance == TOLERANCE):
                    worse.append(f"{place}: {before:,} -> {number:,}")
    worse += too_deep(measured)
    if worse:
        sys.exit("\n".join(["worse than SIZES.md says; if that is meant, tests/firmware/run update:", *worse]))
    check_docs(path)
    print(f"no number of SIZES.md is worse by more than {tolerance:.0%}, and the documents quote it")


def kib(number):
    return f"{number / 1024:.1f} KiB"


def plain_table(first, tables, table, rows=None, show="{:,}".format):
    """Returns a table of SIZES.md for a document. `rows` selects rows, by the names that the document shows."""
    columns = columns_of(table)
    text = f"| {first} |" + head_of(columns) + "\n"
    for row, name in (rows or {row: row for row in tables[table]}).items():
        text += f"| {name} |" + "".join(f" {show(tables[table][row][column])} |" for column in columns) + "\n"
    return text


def stack_table(tables):
    """Returns the deepest stack of each class of functions. Exits if a function has no class."""
    classes = {}
    for name, numbers in tables["stack"].items():
        if name in MACROS:
            continue
        title = next((t for t, pattern in STACK_CLASSES.items() if re.fullmatch(f"imm_({pattern})", name)), None)
        if title is None:
            sys.exit(f"tests/firmware/sizes.py: STACK_CLASSES has no class for {name}")
        row = classes.setdefault(title, dict.fromkeys(BOARDS, 0))
        row |= {board: max(row[board], numbers[board]) for board in BOARDS}
    rows = {title: classes[title] for title in STACK_CLASSES}
    return plain_table("bytes of stack, at most", {"stack": rows}, "stack")


def speed_table(tables):
    return plain_table("instructions for one simulation", tables, "speed", show=lambda number: f"{number:,}") + (
        "\nAt 48 MHz and one cycle an instruction, Kalah with `mcts(im0.4)` would make "
        + ", ".join(f"{48_000_000 / tables['speed']['Kalah, mcts(im0.4)'][board]:,.0f}" for board in BOARDS)
        + " simulations a second.\n"
    )


def net_table(tables):
    """Returns the table of the cost of a net, from four tables of SIZES.md."""
    in_a_game = {player: tables["speed"][f"Breakthrough, {player}, in a game"] for player in ("ab(all)", "ab(efNet,all)")}
    rows = {
        "flash: `libimm-nets.a`, Breakthrough": tables["flash"]["alpha-beta: Breakthrough with a net"],
        "flash: the net": tables["flash"]["the net itself"],
        "bytes of the block": tables["memory"]["a net, in addition"],
        "instructions for `imm_evaluate()` by `efLH`": tables["speed"]["Breakthrough, imm_evaluate() of ab(efLH)"],
        "by the net": tables["speed"]["Breakthrough, imm_evaluate() of ab(efNet)"],
        "instructions for a position of `ab(all)`": in_a_game["ab(all)"],
        "of `ab(efNet,all)`": in_a_game["ab(efNet,all)"],
    }
    for player, numbers in in_a_game.items():
        rows[f"positions a second at 168 MHz, `{player}`"] = {board: 168_000_000 // number for board, number in numbers.items()}
    text = "| a net of 16 numbers a row |" + head_of(BOARDS) + "\n"
    for name, numbers in rows.items():
        text += f"| {name} |" + "".join(f" {numbers[board]:,} |" for board in BOARDS) + "\n"
    return text


def smaller_table(tables):
    """Returns the table of the flash of alpha-beta alone, compared with the lean tree search."""
    games = ("small Kalah", "small Breakthrough", "Kalah", "Breakthrough")
    alpha_beta, lean = ({game: tables["flash"][f"{library}: {game}"] for game in games} for library in ("alpha-beta", "lean"))
    rows = {game: {board: alpha_beta[game][board] - lean[game][board] for board in BOARDS} for game in games}
    return plain_table("flash", {"flash": rows}, "flash", show="{:+,}".format)


def summary_table(tables):
    """Returns the summary of the cost for README."""
    lines = {
        "flash, Kalah with its search, lean library": tables["flash"]["lean: small Kalah"],
        "flash, Kalah with all searches and options": tables["flash"]["Kalah"],
        "RAM without the tree, Kalah": tables["memory"]["Kalah"],
        "stack, deepest function": {board: max(row[board] for row in tables["stack"].values()) for board in BOARDS},
    }
    text = "| bytes |" + head_of(BOARDS) + "\n"
    for name, numbers in lines.items():
        text += f"| {name} |" + "".join(f" {numbers[board]:,} |" for board in BOARDS) + "\n"
    return text


# QUOTES lists the generated parts of documents: {document: {marker: function that returns the text
# between the markers}}. boards_table() and package() do not use SIZES.md.
def boards_table(_tables):
    """Returns the table of targets for boards, with the compiler's flags and the board in QEMU."""
    text = BOARDS_MK.read_text(encoding="utf-8")
    targets = {target: board for board, target in re.findall(r"^target_(\w+) := (.*)$", text, re.M)}
    rows = "| target | for | link with | in QEMU |\n|---|---|---|---|\n"
    for row in runpy.run_path("tools/facts")["targets"]():
        if row["kind"] != "board":
            continue
        target, by, processor = row["target"], row["by"], row["platform"]
        said = dict(re.findall(rf"^([a-z]+)_{targets[target]} := (.*)$", text, re.M))
        if by != f"QEMU ({(machine := re.search(r'-M ([^ ]+)', said['qemu'])[1])})":
            sys.exit(f"packaging/targets.tsv says '{by}' of {target}, {BOARDS_MK} says {machine}")
        rows += f"| `{target}` | {processor} | `{said['flags']}` | `BOARD={targets[target]}` |\n"
    return rows


def package(kind):
    """Returns the usage of a package for an embedded registry, from the README of the package. tests/packages tests this usage."""
    return Path(f"packaging/templates/{kind}/README.part").read_text(encoding="utf-8")


QUOTES = {
    "README.md": {"sizes": summary_table},
    "docs/PLAYERS.md": {"plies": lambda tables: plain_table("block", tables, "plies")},
    "docs/EMBEDDED.md": {
        "boards": boards_table,
        **{kind: lambda _, kind=kind: package(kind) for kind in ("platformio", "arduino", "esp-idf", "zephyr", "pico")},
        "flash": lambda tables: plain_table("flash", tables, "flash", show=kib),
        "smaller": smaller_table,
        "memory": lambda tables: plain_table("bytes without the tree", tables, "memory"),
        "slots": lambda tables: plain_table("slots in a block of", tables, "slots"),
        "nodes": lambda tables: plain_table("nodes in a block of", tables, "nodes"),
        "stack": stack_table,
        "instructions": speed_table,
        "net": net_table,
    },
}


def quoted(text, marker, quote):
    begin, end = f"<!-- BEGIN {marker} -->\n", f"<!-- END {marker} -->\n"
    if text.count(begin) != 1 or text.count(end) != 1:
        sys.exit(f"no place for '{marker}': a document must have one line {begin.strip()} and one {end.strip()}")
    return text[:text.index(begin) + len(begin)] + "\n" + quote + "\n" + text[text.index(end):]


def documents(tables):
    """Yields (path, current text, correct text) of every document that quotes the tables."""
    for path, quotes in QUOTES.items():
        path = Path(path)
        said = text = path.read_text(encoding="utf-8")
        for marker, quote in quotes.items():
            text = quoted(text, marker, quote(tables))
        yield path, said, text


def check_docs(path):
    tables = read_rendered(Path(path).read_text(encoding="utf-8"))
    if deep := too_deep(tables):
        sys.exit("\n".join([f"{path}:", *deep]))
    for document, said, text in documents(tables):
        if said != text:
            difference = difflib.unified_diff(said.splitlines(), text.splitlines(), str(document), path, lineterm="")
            sys.exit("\n".join([*difference, f"{document} does not say what {path} says: ./tests/run book-update"]))


def update_docs(path):
    for document, _, text in documents(read_rendered(Path(path).read_text(encoding="utf-8"))):
        document.write_text(text, encoding="utf-8")


def main():
    command, path, *rest = sys.argv[1:]
    if command == "flash":
        print(flash(path))
    elif command == "update":
        Path(rest[0]).write_text(render(read_measured(path), rest[1]), encoding="utf-8")
        update_docs(rest[0])
        check_docs(rest[0])
    elif command == "check":
        check(read_measured(path), *rest)
    elif command == "docs":
        check_docs(path)
    elif command == "docs-update":
        update_docs(path)
    else:
        sys.exit(__doc__)


main()
