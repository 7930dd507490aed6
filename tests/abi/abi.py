#!/usr/bin/env python3
"""Checks that the library's binary interface still fits its version. The baseline imm-MAJOR.MINOR.abi describes the interface of
existing programs.

    abi.py check LIBRARY VERSION     fails if a program that was linked with the baseline could break
    abi.py update LIBRARY VERSION    writes the baseline; refuses an incompatible change until the minor version is raised

LIBRARY needs debug information: without it, abidiff compares no types and finds nothing. The output of abidw (Debian's
abigail-tools) is first reduced to the exported functions and the types they reach, without modules and paths. So moving a type to
another file is no change.
"""

import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from pathlib import Path

HERE = Path(__file__).resolve().parent
# Structs that may grow at their end within a minor version. A function receives the size of the
# caller's report, and a node is only read by the caller. The other structs may not grow: the caller
# provides the memory of config, limits, clock, game and check_report, and candidates are stored in
# arrays.
MAY_GROW = ["imm_report", "imm_node"]
BREAKS = "an incompatible change of the binary interface"
# Bits of abidiff's exit status: 1 is a failure, 2 is wrong usage, 4 and 8 are differences.
FAILED, DIFFERS = 1 | 2, 4 | 8


def fail(text: str) -> None:
    sys.exit(f"tests/abi: {text}")


def run(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(word) for word in words], capture_output=True, text=True)


# ---- The interface of a library, as XML of abidw


def without_modules(name: str) -> str:
    return re.sub(r"\b(?:\w+::)+", "", name)


def simple(element: xml.Element) -> None:
    """Turns a Rust Option of a function into a plain function pointer, and removes modules from names."""
    name = element.get("name", "")
    if element.tag == "class-decl" and name.startswith("Option<"):
        element[:] = [member for member in element.iter("data-member") if member.find("var-decl[@name='__0']") is not None]
    if "<" in name or "::" in name:
        element.set("name", without_modules(name))


def reached(root: xml.Element, functions: list[xml.Element]) -> list[xml.Element]:
    """Returns the types that these functions use, directly or indirectly, in the order of first use."""
    types = {element.get("id"): element for element in root.iter() if element.get("id")}
    found: dict[str, xml.Element] = {}
    waiting = list(functions)
    while waiting:
        element = waiting.pop(0)
        simple(element)
        for user in element.iter():
            wanted = user.get("type-id")
            if wanted and wanted not in found:
                found[wanted] = types[wanted]
                waiting.append(types[wanted])
    return list(found.values())


def interface(library: Path) -> str:
    said = run("abidw", "--no-corpus-path", "--no-comp-dir-path", "--no-show-locs", "--no-architecture", "--no-elf-needed", library)
    if said.returncode or not said.stdout:
        fail(f"abidw cannot read {library}: {said.stderr}")
    root = xml.fromstring(said.stdout)
    symbols = root.find("elf-function-symbols")
    exported = {symbol.get("name") for symbol in symbols} if symbols is not None else set()
    described = {function.get("elf-symbol-id"): function for function in root.iter("function-decl") if function.get("elf-symbol-id")}
    if not exported or (missing := exported - set(described)):
        what = f"of {sorted(missing)[0]} and {len(missing) - 1} more" if exported else "for it exports nothing"
        fail(f"{library} has no debug information {what}: the comparison would find nothing")
    functions = [described[name] for name in sorted(described)]
    types = reached(root, functions)
    if not any(element.get("name") == "imm_config" and len(element) > 20 for element in types):
        fail(f"{library}: the debug information does not know the fields of imm_config")
    corpus = xml.Element("abi-corpus", {"version": root.get("version", "2.1")})
    corpus.append(symbols)
    unit = xml.SubElement(corpus, "abi-instr", {"address-size": "64", "path": "include/imm.h", "language": "LANG_C99"})
    unit.extend([*types, *functions])
    number(unit)
    xml.indent(corpus)
    return xml.tostring(corpus, encoding="unicode") + "\n"


def number(unit: xml.Element) -> None:
    """Numbers the ids in document order, so that two baselines differ only in what changed."""
    new: dict[str, str] = {}
    for element in unit.iter():
        if old := element.get("id"):
            new[old] = f"t{len(new) + 1}"
    for element in unit.iter():
        for key in ("id", "type-id"):
            if old := element.get(key):
                element.set(key, new[old])


# ---- Comparison of two interfaces


def without_growth(now: str, baseline: str) -> str:
    """Returns the interface as a program of the baseline sees it: structs that may grow get their old size."""
    root, then = xml.fromstring(now), xml.fromstring(baseline)
    for name in MAY_GROW:
        new, old = (tree.find(f".//class-decl[@name='{name}']") for tree in (root, then))
        size = int(old.get("size-in-bits", "0")) if old is not None else 0
        if new is None or size >= int(new.get("size-in-bits", "0")):
            continue
        new.set("size-in-bits", str(size))
        new[:] = [member for member in new if int(member.get("layout-offset-in-bits", "0")) < size]
    return xml.tostring(root, encoding="unicode")


def differences(baseline: Path, now: str, *options: str) -> str:
    """Returns the output of abidiff, or an empty text if the two interfaces are equal."""
    with tempfile.NamedTemporaryFile("w", suffix=".abi") as file:
        file.write(now)
        file.flush()
        said = run("abidiff", *options, baseline, file.name)
    if said.returncode & FAILED:
        fail(f"abidiff: {said.stdout}{said.stderr}")
    return said.stdout if said.returncode & DIFFERS else ""


def minor_of(version: str) -> str:
    return ".".join(version.split(".")[:2])


def baseline_file() -> Path | None:
    found = sorted(HERE.glob("imm-*.abi"))
    if len(found) > 1:
        fail(f"there are {len(found)} baselines, and must be one")
    return found[0] if found else None


def main() -> None:
    verb, library, version = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
    baseline, place = baseline_file(), HERE / f"imm-{minor_of(version)}.abi"
    text = interface(library)
    if baseline is None and verb == "check":
        fail("the baseline is missing: ./tests/run header-update")
    changes = breaks = ""
    if baseline:
        changes = differences(baseline, text, "--harmless")
        breaks = differences(baseline, without_growth(text, baseline.read_text(encoding="utf-8")), "--no-added-syms")
    if breaks and baseline == place:
        stays = f"{place.name} stays as it was: " if verb == "update" else ""
        print(breaks)
        fail(f"{stays}{BREAKS}, and the version is still {version}. Raise the minor version (Cargo.toml, "
             "IMM_VERSION_MINOR in ffi/src/types/values.rs), or leave what is there as it is, and add.")
    if verb == "update":
        place.write_text(text, encoding="utf-8")
        if baseline and baseline != place:
            baseline.unlink()
    elif baseline != place:
        print(f"{changes}\ntests/abi: {baseline.name} is of another version than {version}: ./tests/run header-update")
    elif changes:
        print(f"{changes}\ntests/abi: a compatible change: ./tests/run header-update takes it into {place.name}")


main()
