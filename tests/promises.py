#!/usr/bin/env python3
"""The table of promises in docs/TRUST.md. Each row has the tests that would fail if the promise broke, the checks that run these
tests, the layers of these checks, and the latest figure.

    promises.py check    fails if the document has another table, or a test that it names is missing
    promises.py update   writes the table

Figures are read from files that other commands wrote. Nothing is measured here.
"""

import gzip
import re
import runpy
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

FACTS = runpy.run_path("tools/facts")
DOCUMENT = Path("docs/TRUST.md")
BEGIN, END = "<!-- BEGIN promises -->\n", "<!-- END promises -->\n"


class Promise(NamedTuple):
    """A row of the table. `tests` name files, or names in them: `FILE: NAME`."""

    promise: str
    tests: list[str]
    checks: str
    figure: Callable[[], str]


def text_of(path: str) -> str:
    return Path(path).read_text(encoding="utf-8")


def part(path: str, name: str) -> str:
    """Returns the text between the marks of this name, or below the heading of this name."""
    text = text_of(path)
    if marked := re.search(rf"<!-- BEGIN {name} -->\n(.*?)<!-- END {name} -->", text, re.S):
        return marked[1]
    if headed := re.search(rf"^## {name}\n(.*?)(?=^## |\Z)", text, re.S | re.M):
        return headed[1]
    sys.exit(f"{path} has no part '{name}'")


def rows(table: str) -> Iterable[list[str]]:
    """Returns the cells of each row of a Markdown table, without its header."""
    lines = [line for line in table.splitlines() if line.startswith("|")]
    return ([cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:])


def number(cell: str) -> float:
    return float(cell.replace(",", "").strip("`* "))


def lines_of(path: str) -> int:
    """Returns the number of lines that are neither empty nor comments."""
    return sum(1 for line in text_of(path).splitlines() if line and not line.startswith("#"))


def functions() -> str:
    """The number of functions of the C interface."""
    return f"{len(FACTS['functions']())} exported functions"


def no_panic() -> str:
    return f"{functions()}, on x86-64 and three boards"


def stack() -> str:
    """The deepest stack of imm_search(), and of any function."""
    frames = {row[0].strip("`"): max(map(number, row[1:])) for row in rows(part("tests/firmware/SIZES.md", "Stack"))}
    return f"`imm_search` {frames['imm_search']:,.0f} bytes of 1,024; the deepest of all {max(frames.values()):,.0f} of 2,048"


def flash() -> str:
    lean = next(row for row in rows(part("tests/firmware/SIZES.md", "Flash")) if row[0] == "lean: small Kalah")
    return f"lean Kalah: {lean[1]} bytes of 20,480 on M0+, {lean[2]} of 16,384 on M4F"


def signatures() -> str:
    on = len([row for row in FACTS["targets"]() if row["checked"] == "run"])
    return f"{lines_of('tests/firmware/vectors.tsv')} signatures, equal on {on} targets"


def packages() -> str:
    """The number of packages of a release."""
    return f"{len([row for row in FACTS['targets']() if row['kind'] != 'test'])} packages, the same bytes twice"


def reference() -> str:
    compared = sum("reference" in line for line in text_of("tests/players.tsv").splitlines() if not line.startswith("#"))
    return f"{compared} players"


def latency() -> str:
    table = list(rows(part("docs/SPEED_DETAILS.md", "latency")))
    return f"slowest in blocks of {table[0][0]} to {table[-1][0]}: {max(number(row[1]) for row in table):,.0f} us"


def points() -> str:
    """The number of calls at which a callback failed or lied."""
    return f"{sum(number(row[2]) for row in rows(part(str(DOCUMENT), 'Faults')) if row[2]):,.0f} calls at which one did"


def fuzzed(target: str = "") -> str:
    """The number of random scenarios of a target, or of random calls of all targets."""
    table = [row for row in rows(part(str(DOCUMENT), "fuzz")) if target in row[0]]
    if target:
        return f"{sum(number(row[2]) for row in table):,.0f} random scenarios"
    return f"{sum(number(row[5]) for row in table):,.0f} random calls"


def solved() -> str:
    files = [*Path("tests/fixtures").glob("*solved*.jsonl"), *Path("tests/fixtures").glob("*endgames*.jsonl"),
             *Path("tests/fixtures").glob("loa_forced*.jsonl")]
    return f"{sum(lines_of(str(path)) for path in files):,} solved positions; {fuzzed('proofs')}"


def whole_games() -> str:
    """The number of random games whose whole tree is searched."""
    dice = re.search(r"in games\(9\)\.take\((\d+)\)", text_of("tests/chance.rs"))
    several = re.search(r"assert_eq!\(compared, 6 \* (\d+) \* 4\)", text_of("tests/several_players.rs"))
    if not (dice and several):
        sys.exit("tests/chance.rs and tests/several_players.rs do not say how many games they search")
    return f"{dice[1]} random games with dice, {6 * int(several[1])} for 1, 3 and 4 players"


def rules() -> str:
    games = sum(len(gzip.decompress(path.read_bytes()).splitlines()) for path in Path("tests/fixtures/traces").glob("*.gz"))
    numbers = sum(not line.startswith("#") for line in Path("tests/fixtures/perft.tsv").read_text().splitlines())
    return f"{numbers} perft numbers, {games:,} recorded games"


def sizes() -> str:
    """The number of memory block sizes that were tried."""
    if not (found := re.search(r"([\d,]+) blocks", part(str(DOCUMENT), "Memory"))):
        sys.exit(f"{DOCUMENT} does not say how many blocks were tried")
    return f"{found[1]} blocks of 0 bytes to 64 KiB"


def places() -> str:
    return f"{lines_of('packaging/supply-chain/unsafe.tsv') - 1} unsafe places, all in `ffi/`"


def overshoot() -> str:
    cells = [cell.split(" / ") for row in rows(part(str(DOCUMENT), "overshoot")) for cell in row[2:] if "/" in cell]
    most, worst = (max(number(cell[column]) for cell in cells) for column in (1, 2))
    return f"95 of 100 within {most:,.0f} us, the worst of all {worst:,.0f} us"


def power() -> str:
    """How many planted mistakes and mutants the checks notice."""
    planted = len(list(rows(part(str(DOCUMENT), "planted"))))
    everything = list(rows(part(str(DOCUMENT), "Mutation testing")))[-1]
    return f"{planted} planted mistakes noticed; {everything[-1]} of {everything[2]} mutants killed in one campaign"


def interface() -> str:
    baseline = next(Path("tests/abi").glob("imm-*.abi"), None)
    if baseline is None:
        sys.exit("tests/abi has no baseline")
    return f"{text_of(str(baseline)).count('elf-symbol-id')} functions, and the structs that they reach"


def projects() -> str:
    parts = [path for path in Path("tests/consumers").iterdir() if path.is_dir()]
    return f"{len(parts)} projects, from archive, installed tree and checkout"


def c_programs() -> str:
    rows = re.findall(r'^(?:quickest|short|long)="(?:\$quickest )?(.*)"', Path("tests/c/run").read_text(), re.M)
    return f"{len(' '.join(rows).split())} programs in C, run with the other exceptions unmasked"


PROMISES = [
    Promise("No call panics, for any input", ["tests/checks/proof: check_proof", "ffi/src/internal/panic.rs"],
            "proof firmware", no_panic),
    Promise("The library allocates and prints nothing, has no global variables, and uses no clock except the desktop clock", ["tests/checks/proof: check_symbols"],
            "proof", functions),
    Promise("imm raises no floating-point exception except \"inexact\" and \"underflow\"",
            ["tests/checks/proof: check_divisions", "tests/c/traps.c"], "proof c", c_programs),
    Promise("No recursion; stack at most 1 KiB to play, 2 KiB to set up", ["tests/firmware/stack.py", "tests/firmware/sizes.py"],
            "firmware", stack),
    Promise("A board links only the code that it uses", ["tests/firmware/SIZES.md", "tests/lean.rs"],
            "firmware", flash),
    Promise("The same seed and iterations give the same tree on every target",
            ["tests/vectors.rs: signatures_are_the_committed_ones", "tests/firmware/signatures.c", "tests/platforms/run"],
            "kernel vectors firmware platforms", signatures),
    Promise("Each policy works as in its paper", ["tests/reference/main.rs"],
            "kernel vectors", reference),
    Promise("Alpha-beta finds the same values as plain minimax",
            ["tests/alphabeta.rs", "tests/alphabeta_random.rs: safe_enhancements_find_what_plain_minimax_finds"],
            "kernel fuzz", lambda: fuzzed("proofs")),
    Promise("A solved value is never wrong",
            ["tests/search.rs: proofs_agree_with_exhaustive_search_also_when_a_player_moves_twice",
             "tests/alphabeta_random.rs: what_is_proven_is_so_whatever_is_pruned", "tests/fuzz/src/proofs.rs"],
            "kernel oracle fuzz", solved),
    Promise("With dice, or with one to eight players, a search finds the value of exhaustive search",
            ["tests/chance.rs: the_values_of_whole_trees_are_those_of_expectimax",
             "tests/chance.rs: the_search_plays_pig_as_its_solution_does",
             "tests/several_players.rs: a_whole_tree_has_the_value_of_paranoid_search",
             "tests/several_players.rs: without_evaluations_each_player_maximises_its_own_result"],
            "kernel", whole_games),
    Promise("The games follow their rules", ["tests/rules.rs: perft_from_the_start", "tests/rules.rs: recorded_games"],
            "kernel oracle", rules),
    Promise("Less memory makes a search weaker, never wrong",
            ["tests/search.rs: every_capacity_from_zero_up_gives_a_legal_move_and_no_wrong_proof",
             "tests/alphabeta.rs: every_depth_of_memory_gives_a_legal_move_and_no_wrong_proof", "tests/c/sizes.c"],
            "kernel c", sizes),
    Promise("No simulation and no move sweeps the whole memory",
            ["src/mcts/latency_tests.rs: no_simulation_sweeps_the_memory_at_any_size", "tests/c/latency.c"],
            "unit c", latency),
    Promise("A search uses its time; 95 of 100 take at most a millisecond more",
            ["tests/c/overshoot.c", "tests/c/clock.c", "src/time/deadline_tests.rs"], "unit c", overshoot),
    Promise("A fault of a game is reported and leaves no trace", ["tests/c/faults.c", "tests/c/lies.c", "tests/faults.rs"],
            "kernel c", points),
    Promise("No sequence of calls crashes, writes out of bounds, or depends on addresses",
            ["tests/fuzz/tests/targets.rs: every_function_of_the_header_is_called_and_refused"], "fuzz", fuzzed),
    Promise("Every unsafe place and every crate is reviewed, and builds give the same bytes",
            ["packaging/supply-chain/inventory.py", "packaging/supply-chain/crates.py", "packaging/supply-chain/reproduce"], "audit", places),
    Promise("A release has the same bytes wherever it is packed", ["packaging/supply-chain/reproduce", "packaging/release"],
            "reproduce", packages),
    Promise("A linked program works with every library of its minor version", ["tests/abi/abi.py", "tests/c/growth.c"],
            "abi", interface),
    Promise("A release needs no Rust, in any supported build system", ["tests/consumers/run"],
            "consumers", projects),
    Promise("The checks notice mistakes", ["tests/planted", "tests/checks/mutants"], "planted mutants", power),
]


def check_test(test: str) -> None:
    path, _, name = test.partition(": ")
    if not Path(path).exists() or (name and name not in text_of(path)):
        sys.exit(f"{DOCUMENT} names a test that is not there: {test}")


def table() -> str:
    text = "\n| promise | what would fail | command | layer | last figure |\n|---|---|---|---|---|\n"
    layers = {check["name"]: check["layers"] for check in FACTS["checks"]()}
    for row in PROMISES:
        for test in row.tests:
            check_test(test)
        tests = ", ".join(f"`{test.split(': ')[-1] if ': ' in test else test}`" for test in row.tests)
        runs = ", ".join(map(str, sorted({layer for check in row.checks.split() for layer in layers[check]})))
        text += f"| {row.promise} | {tests} | `./tests/run {row.checks}` | {runs} | {row.figure()} |\n"
    return text + "\n"


def main() -> None:
    text = text_of(str(DOCUMENT))
    before, rest = text.split(BEGIN)
    wanted = before + BEGIN + table() + END + rest.split(END)[1]
    if sys.argv[1:] == ["update"]:
        DOCUMENT.write_text(wanted, encoding="utf-8")
    elif sys.argv[1:] != ["check"]:
        sys.exit(__doc__)
    elif wanted != text:
        sys.exit(f"{DOCUMENT}: the table of promises is not up to date: ./tests/run book-update")


if __name__ == "__main__":
    main()
