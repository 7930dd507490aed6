#!/usr/bin/env python3
"""Sorts the output of cbindgen for ffi/src into readable sections: `./tests/run header-update`.

    cbindgen ... | header.py ffi/header.toml

header.toml lists the sections. A section of functions contains the functions of one file of ffi/src/api, in the order of
that file. The other sections name each type, struct and constant once; a name may end with `*`. An item without a section is
an error, and so is a name without an item. Structs are declared before the functions and defined after them.
"""

import re
import sys
import tomllib
from fnmatch import fnmatchcase
from pathlib import Path

WIDTH = 100
FORWARD = "// Defined below.\n"


def fail(message):
    sys.exit(f"ffi/header.py: {message}")


def blocks_of(text):
    """Returns the text up to the last #include, and a list of all items with their comments."""
    head, rest = re.split(r"(?<=#include <stdint.h>\n)", text, maxsplit=1)
    body, _ = rest.rsplit("#ifdef __cplusplus\n}", 1)
    body = re.sub(r'#ifdef __cplusplus\nextern "C" \{\n#endif // __cplusplus\n', "", body)
    return head, [block.strip("\n") + "\n" for block in re.split(r"\n\n(?=//|/\*|#define|typedef|[a-z])", body) if block.strip()]


def name_of(block):
    """Returns the name of the item that a block declares, and the kind of the item."""
    code = re.sub(r"^(//[^\n]*|/\*.*?\*/)\n", "", block, flags=re.M | re.S).lstrip()
    for kind, pattern in (
        ("macro", r"#define (IMM_\w+)\("),
        ("constant", r"#define (IMM_\w+) "),
        ("opaque", r"typedef struct (\w+) \1;"),
        ("struct", r"typedef struct \{.*\} (\w+);"),
        ("typedef", r"typedef \w+ (\w+);"),
        ("function", r"[\w *]*?\b(imm_\w+)\("),
    ):
        found = re.match(pattern, code, re.S)
        if found:
            return found[1], kind
    fail(f"cannot read this item:\n{block}")


def tagged(block, name):
    """Turns `typedef struct {...} name;` into the definition of a struct that is declared before."""
    return block.replace("typedef struct {", f"struct {name} {{", 1).replace(f"}} {name};", "};")


# cbindgen writes constants without their types. For 32 bits, <stdint.h> has macros that give the
# right types on every target, and also work in #if. For other types, it has no such macros.
STDINT = {"u32": "UINT32_C", "i32": "INT32_C"}
OTHERS = {"u8": "uint8_t", "u16": "uint16_t", "usize": "size_t"}
TYPED = '''// A constant of a type for which <stdint.h> has no macro. In C it can stand in #if, too, where the
// name of a type counts as 0.
#ifdef __cplusplus
#define IMM_TYPED(type, number) (static_cast<type>(number))
#else
#define IMM_TYPED(type, number) ((type) + (number))
#endif
'''


# Declarations that cbindgen cannot generate: a byte that one thread reads while another thread
# writes to it, and functions with the size of a struct as an argument.
VOLATILE = "const uint8_t *stop;"
SIZED = '''// C and C++ tell these functions how large imm_report is in this header, so that a library of
// another version does not write past its end.
#define imm_search_limited(state, limits, report) imm_search_limited_sized(state, limits, report, sizeof(imm_report))
#define imm_get_report(state, report) imm_get_report_sized(state, report, sizeof(imm_report))
'''


def rust_types(folder):
    """Returns the Rust type of each constant, with type aliases resolved."""
    text = "\n".join(path.read_text() for path in sorted(folder.rglob("*.rs")))
    aliases = dict(re.findall(r"^pub type (imm_\w+) = (\w+);", text, re.M))
    constants = re.findall(r"^pub const (IMM_\w+): (\w+) =", text, re.M)
    return {name: aliases.get(kind, kind) for name, kind in constants}


def typed(block, name, kind):
    """Adds the type of the number to `#define NAME number`."""
    if kind is None:
        return block  # from cbindgen.toml, where it has a type
    begin, number = re.fullmatch(r"(.*^#define \w+) (\S[^\n]*)\n", block, re.S | re.M).groups()
    if kind in STDINT:
        negative = number.startswith("-")
        value = f"{STDINT[kind]}({number.removeprefix('-')})"
        return f"{begin} {f'(-{value})' if negative else value}\n"
    if kind not in OTHERS:
        fail(f"{name}: no macro makes a constant of Rust's type {kind}")
    number = number.removeprefix("(").removesuffix(")")
    return f"{begin} IMM_TYPED({OTHERS[kind]}, {number})\n"


def functions_of(folder):
    """Returns the exported functions of each file: {file name: [function]}."""
    return {path.name: re.findall(r'extern "C" fn (imm_\w+)', path.read_text()) for path in folder.glob("*.rs")}


def take(items, pattern, kinds):
    """Removes the items that match a name of the table, and returns their text in cbindgen's order."""
    taken = [name for name, (kind, _) in items.items() if kind in kinds and fnmatchcase(name, pattern)]
    if not taken:
        fail(f"header.toml names '{pattern}', which is no {' or '.join(kinds)}, or occurs twice")
    return "\n".join(items.pop(name)[1] for name in taken)


def heading(title):
    return f"/* ---- {title} " + "-" * (WIDTH - len(title) - 12) + " */\n"


def section(items, table, kinds):
    text = [heading(table["title"])]
    if "text" in table:
        text.append("".join(f"// {line}".rstrip() + "\n" for line in table["text"]))
    text += [take(items, name, kinds) for name in table["names"]]
    return "\n".join(text)


def c_linkage(parts):
    """Declares C functions also for C++. clang warns about functions that return a struct before its definition."""
    begin = '#ifdef __cplusplus\nextern "C" {\n#endif\n#ifdef __clang__\n#pragma clang diagnostic push\n'
    begin += '#pragma clang diagnostic ignored "-Wreturn-type-c-linkage"\n#endif\n'
    end = '#ifdef __clang__\n#pragma clang diagnostic pop\n#endif\n#ifdef __cplusplus\n} // extern "C"\n#endif\n'
    return [begin, *parts, end]


def main():
    with open(sys.argv[1], "rb") as file:
        tables = tomllib.load(file)
    head, blocks = blocks_of(sys.stdin.read())
    items, types_of = {}, rust_types(Path(__file__).parent / "src")
    for block in blocks:
        name, kind = name_of(block)
        if kind == "constant":
            block = typed(block, name, types_of.get(name))
        block = block.replace(VOLATILE, VOLATILE.replace("const", "const volatile"))
        items[name] = (kind, tagged(block, name) if kind == "struct" else block)
    # The structs are declared in the order in which they are defined. (cbindgen's own order depends
    # on the functions in the sources.)
    defined = [name for table in tables["structs"] for name in table["names"]]
    forward = "".join(f"typedef struct {name} {name};\n" for name in defined)
    types = section(items, tables["types"], ("opaque", "typedef"))
    functions_in = functions_of(Path(__file__).parent / "src" / "api")
    functions = [section(items, {**table, "names": functions_in[table["file"]]}, ("function",)) for table in tables["functions"]]
    structs = [section(items, table, ("struct",)) for table in tables["structs"]]
    constants = [section(items, table, ("constant", "macro")) for table in tables["constants"]]
    if items:
        fail(f"no section of header.toml names {', '.join(items)}")
    declared = "// Structures: defined after the functions.\n" + forward
    parts = [head, types, declared, *c_linkage(functions), *structs, SIZED, TYPED, *constants, "#endif // IMM_H\n"]
    sys.stdout.write("\n".join(parts))


main()
