#!/usr/bin/env python3
"""Computes the worst-case stack of every exported function of a linked image: stack.py IMAGE BINUTILS-PREFIX

Prints a line for each function: its name, the bytes, and the calls on the deepest path. Frame sizes come from the compiler
(.stack_sizes, of -Z emit-stack-sizes). For code without such sizes (assembly, the C library), they come from the disassembly. If
both sources have a size, they must agree. Calls come from the disassembly. Calls through pointers are resolved as follows:

- a method of a state's search: the functions at this place of the method tables in the image
- a callback or clock of the caller: not counted, because only the caller knows its depth
- opening a game, and its needs, layout and abilities: the functions that the game descriptions in the image name

Any other call through a pointer is an error, and so is recursion.
"""

import re
import struct
import subprocess
import sys
from collections import defaultdict

# Patterns for the functions of the built-in games: memory needs, layout, abilities.
NEEDS = r"game_kind::(depth_)?needs::<"
LAYOUTS = r"game_kind::depth_layout::<"
ABILITIES = r"game_kind::abilities::<"
OPENERS = f"game_kind::open(_depth)?::<|{NEEDS}|{LAYOUTS}"
# The exported functions that call methods of the traits Saving and Queries.
OF_SAVING = {"imm_position_size", "imm_position_bytes", "imm_set_position_bytes", "imm_keep_history", "imm_history_size",
             "imm_undo", "imm_clone", "imm_save_size", "imm_save", "imm_load", "imm_merge", "imm_set_net"}
SAVING = r"as imm::internal::session::(Queries|Saving)>"
# The exported functions that call only methods of the trait Queries. All other exported functions
# may call methods of Session or Queries.
OF_QUERIES = {"imm_candidates", "imm_line", "imm_evaluate", "imm_move_text", "imm_parse_move", "imm_position_text",
              "imm_set_position", "imm_shuffle", "imm_candidate_line", "imm_visit_tree"}
QUERIES = r"as imm::internal::session::Queries>"
# The exported functions that call methods of the traits Leaves and Queries.
OF_LEAVES = {"imm_collect", "imm_leaf_position", "imm_leaf_text", "imm_leaf_moves", "imm_leaf_player", "imm_tell"}
LEAVES = r"as imm::internal::session::(Queries|Leaves)>"
EITHER = r"as imm::internal::session::(Session|Queries)>"
METHODS = r"as imm::internal::session::(Session|Queries|Saving|Leaves)>"
# Calls through a pointer, except calls of a search method of a state. Each row has a pattern for
# callers, and a pattern for the functions that they may reach. The first row with a matching caller
# counts.
POINTERS = (
    # The caller's clock, which the kernel reads through the trait Clock.
    (r"Session>::search|imm::time::deadline::Deadline", r"as imm::time::limits::Clock>"),
    # The functions of the games: all of these functions, or only those for layout, memory needs or
    # abilities.
    (r"^imm::internal::opening::|^imm_init", OPENERS),
    (r"::buckets_in$|^imm_alpha_beta_buckets$", LAYOUTS),
    (r"::(depth_)?needs_of$|::layout_of$|^imm_memory|^imm_leaf_memory|^imm_alpha_beta", NEEDS),
    (r"::abilities_of$|^imm_config_error$", ABILITIES),
    # The function that writes a report calls a getter through a pointer. The getter calls another
    # function through a pointer.
    (r"searching::write_report$", r"searching::found$|^<imm::api::results::imm_get_report"),
    (r"searching::found$|results::imm_get_report", r"Session>::(report|forget)$"),
    # imm_visit_tree() calls a closure, which calls the caller's visitor.
    (r"Queries>::visit_tree|Tree>::show", r"imm_visit_tree::"),
    (r"::best_in$|^imm_best$|^imm::internal::best::", f"{NEEDS}|{LAYOUTS}|{ABILITIES}"),
    # Saving and loading have the same code for all games, but call functions of the game's board.
    (r"[:>]save::|^<?imm::keep::save::|^<?imm::api::snapshots::|Saved|Parts", r"as imm::simulation::board::|as imm::keep::save::"),
    # A search in slices calls the search, its reports and the progress callback.
    (r"^<?imm::(time::sliced|internal::sliced_search|api::searching::imm_search_watched|api::game_clock)::",
     r"as imm::internal::session::Session>::(search|report|legal_moves|to_move)$|Queries>::(recount|candidate|ranking)$"),
    # A new player is set up like the first player, but the state keeps its position.
    (r"^imm::internal::set_player::", f"{OPENERS}|{ABILITIES}|as imm::internal::session::Saving>"),
    # These functions give a net to a search.
    (r"^imm::net::|imm::internal::session::apply|imm_set_net::", SAVING),
)
# These functions call callbacks of the caller.
TO_CALLER = r"imm_visit_tree::|CallbackGame|CallbackClock|game_kind::open\w*::<.*OwnGame\b|OwnGame as .*GameKind>::place"
# The history recorder wraps a search. The methods of the recorder are counted separately, because
# calls go through the recorder only if the program keeps a history.
RECORDER = r"history::Recorder"
# Functions that find mistakes in new games on a desktop. No board calls them.
FOR_A_DESKTOP = re.compile(r"imm_check_")


class Image:
    """The disassembly and the symbols of an image."""

    def __init__(self, path, prefix):
        self.path, self.prefix = path, prefix
        self.names = {}  # address -> demangled name
        self.ends = {}  # address of a function -> its end, or the address itself if no size is known
        self.code = {}  # address of a function -> its instructions, as (address, mnemonic, operands)
        self.read_symbols()
        self.read_code()

    def tool(self, *arguments):
        return subprocess.run([self.prefix + arguments[0], *arguments[1:], self.path], check=True, capture_output=True,
                              text=True).stdout

    def read_symbols(self):
        for line in self.tool("nm", "-C", "-S").splitlines():
            row = re.match(r"([0-9a-f]{8}) (?:([0-9a-f]{8}) )?[tTwW] ([^$].*)", line)
            if row:
                address = int(row[1], 16)
                self.ends[address] = address + int(row[2] or "0", 16)
                if not self.names.get(address, "").startswith("imm_"):
                    self.names[address] = re.sub(r"::h[0-9a-f]{16}", "", row[3])

    def read_code(self):
        """Reads the code. Skips constants after a section's last function, which the disassembler shows as instructions."""
        function, end = None, None
        for line in self.tool("objdump", "-d", "--no-show-raw-insn").splitlines():
            if head := re.match(r"([0-9a-f]+) <(.+)>:", line):
                start = int(head[1], 16)
                function, end = self.code.setdefault(start, []), self.ends.get(start, start)
                end = end if end > start else None
            elif (row := re.match(r"\s*([0-9a-f]+):\s+(\S+)\s*(.*)", line)) and function is not None:
                if end is None or int(row[1], 16) < end:
                    function.append((int(row[1], 16), row[2], row[3]))

    def words(self):
        """Returns the words of constant data and code: address -> value."""
        words = {}
        for section in (".text", ".rodata", ".data"):
            try:
                dump = self.tool("objdump", "-s", "-j", section)
            except subprocess.CalledProcessError:
                continue
            for line in dump.splitlines():
                if row := re.match(r" ([0-9a-f]+) ((?:[0-9a-f]{2,8} ){1,4})", line):
                    data = bytes.fromhex(row[2].replace(" ", ""))
                    for offset in range(0, len(data) - 3, 4):
                        words[int(row[1], 16) + offset] = struct.unpack_from("<I", data, offset)[0]
        return words

    def stated_frames(self):
        """Returns the frame sizes in .stack_sizes, which has an address and a LEB128 number for each function."""
        data = b""
        for line in self.tool("objdump", "-s", "-j", ".stack_sizes").splitlines():
            if row := re.match(r" [0-9a-f]+ ((?:[0-9a-f]{2,8} ){1,4})", line):
                data += bytes.fromhex(row[1].replace(" ", ""))
        frames, at = {}, 0
        while at + 5 <= len(data):
            address = struct.unpack_from("<I", data, at)[0] & ~1
            at, size, shift = at + 4, 0, 0
            while True:
                size |= (data[at] & 0x7F) << shift
                at, shift = at + 1, shift + 7
                if not data[at - 1] & 0x80:
                    break
            if address in self.code:
                frames[address] = size
        return frames


def registers(operands):
    """Returns the size in words of a register list such as {r4, r5, r7, lr} or {d8-d9}."""
    count = 0
    for part in re.search(r"\{(.*)\}", operands)[1].split(","):
        first, _, last = part.strip().partition("-")
        number = lambda name: int(name.lstrip("rsd"))  # noqa: E731
        count += (number(last) - number(first) + 1 if last else 1) * (2 if first.startswith("d") else 1)
    return count


def frame_of(instructions):
    """Returns the bytes of stack that a function uses, from its instructions."""
    size, literals = 0, {}
    for _, name, operands in instructions:
        name = name.removesuffix(".n").removesuffix(".w")
        immediate = re.search(r"#(-?\d+)|,(-?\d+)$", operands)
        if name in ("push", "vpush") or (name in ("stmdb", "vstmdb") and operands.startswith("sp!")):
            size += 4 * registers(operands)
        elif name.startswith("str") and (back := re.search(r"\[sp, #-(\d+)\]!", operands)):
            size += int(back[1])
        elif name == "sub" and operands.startswith("sp,") and immediate:
            size += int(immediate[1])
        elif name in ("addi", "add") and re.match(r"sp,\s*sp,\s*-", operands):
            size += -int(immediate[1] or immediate[2])
    return size


class Stack:
    def __init__(self, image):
        self.image = image
        self.stated = image.stated_frames()
        self.words = image.words()
        self.tables = self.method_tables()
        self.worst = {}

    def name(self, address):
        return self.image.names.get(address, hex(address))

    def function_at(self, word):
        return word & ~1 if word & ~1 in self.image.code else None

    def method_tables(self):
        """Returns the method tables, each as {place: function}. A table is a sequence of words with the methods of one type."""
        tables, run, start = [], {}, 0
        for address in sorted(self.words):
            function = self.function_at(self.words[address])
            if function is not None and re.search(METHODS, self.name(function)):
                start = start or address
                run[12 + address - start] = function  # after drop, size and alignment
            else:
                if len(run) > 4 and not re.search(RECORDER, self.name(run[12])):
                    tables.append(run)
                run, start = {}, 0
        return tables

    def pointed_to(self, pattern):
        """Returns the functions with a matching name whose address occurs in the image."""
        named = {self.function_at(word) for word in self.words.values()}
        return {f for f in named if f is not None and re.search(pattern, self.name(f))}

    def frame(self, address):
        read = frame_of(self.image.code[address])
        stated = self.stated.get(address)
        if stated is not None and stated < read and "OUTLINED" not in self.name(address):
            sys.exit(f"{self.name(address)}: the compiler states {stated} bytes, its code takes {read}")
        return max(read, stated or 0)

    def indirect(self, function, instructions, index, register):
        """Returns the functions that a call through `register` may reach."""
        name = self.name(function)
        if constant := self.constant(instructions[:index], register):
            return {constant}
        for callers, callees in POINTERS:
            if re.search(callers, name):
                return self.pointed_to(callees)
        if re.search(TO_CALLER, name):
            return set()
        if name.startswith("imm_") or "imm::handle" in name or re.search(RECORDER, name):
            place = self.place(instructions[:index], register)
            of = {**dict.fromkeys(OF_SAVING, SAVING), **dict.fromkeys(OF_QUERIES, QUERIES), **dict.fromkeys(OF_LEAVES, LEAVES)}
            wanted = of.get(name, EITHER)
            tables = [table for table in self.tables if re.search(wanted, self.name(table[12]))]
            found = {table[place] for table in tables if place in table}
            return found or {f for table in tables for f in table.values()}
        sys.exit(f"{name}: a call through {register} at {instructions[index][0]:#x} that stack.py does not know")

    def constant(self, before, register):
        """Returns the function whose address the instructions load into a register, if it is constant."""
        half = 0
        for _, mnemonic, operands in reversed(before):
            if not re.match(rf"{register}\b", operands) or mnemonic.startswith(("b", "c", "str", "push", "tst")):
                continue
            if literal := re.search(r"\[pc, #\d+\]\s+@ \(?([0-9a-f]+)", operands):
                return self.function_at(self.words.get(int(literal[1], 16), 0))
            if copy := re.fullmatch(r"\w+, (r\d+|ip|fp|sl|lr)", operands) if mnemonic == "mov" else None:
                register = copy[1]
                continue
            value = re.search(r"#(\d+)", operands)
            if mnemonic == "movt" and value:
                half = int(value[1]) << 16
                continue
            return self.function_at(half | int(value[1])) if mnemonic == "movw" and value else None
        return None

    @staticmethod
    def place(before, register):
        """Returns the offset from which the instructions load a register, directly or through the stack. None if there is no load."""
        slot = None
        for _, mnemonic, operands in reversed(before):
            moved = re.match(r"(\w+),\s*(?:\[(\w+)(?:, #(\d+))?\]|(\d+)\((\w+)\))", operands)
            if not moved:
                continue
            offset, base = int(moved[3] or moved[4] or 0), moved[2] or moved[5]
            if slot is not None:
                if mnemonic.startswith(("str", "sw")) and base == "sp" and offset == slot:
                    register, slot = moved[1], None
            elif mnemonic.startswith(("ldr", "lw")) and moved[1] == register:
                if base != "sp":
                    return offset
                slot = offset
        return None

    def calls(self, function):
        instructions = self.image.code[function]
        first, last = instructions[0][0], instructions[-1][0]
        for index, (_, mnemonic, operands) in enumerate(instructions):
            base = mnemonic.removesuffix(".n").removesuffix(".w")
            target = re.search(r"\b([0-9a-f]+) <", operands)
            branch = re.fullmatch(r"bl?x?(eq|ne|cs|cc|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)?|cbn?z|jal|j|jalr|jr|b(eq|ne|lt|ge|ltu|geu)z?|bgtz|blez|call|tail",
                                  base)
            if branch and target:
                to = int(target[1], 16)
                if to == first and base in ("bl", "jal", "call"):
                    yield function  # recursion
                elif not first <= to <= last:
                    yield from (start for start in self.containing(to) if start != function or to == function)
            elif base == "blx" or (base == "bx" and operands.strip() not in ("lr", "pc")):  # bx lr is a return
                yield from self.indirect(function, instructions, index, operands.strip())
            elif base == "jr" and operands.strip() == "t0" and "OUTLINED" in self.name(function):
                continue  # an outlined function returns in this way
            elif base == "jr" and self.has_switch(first, last):
                continue  # a jump table of this function
            elif base == "jalr" or (base == "jr" and operands.strip() != "ra"):
                register = re.findall(r"\b[a-z]+\d*\b", operands)[-1]
                yield from self.indirect(function, instructions, index, register)

    def has_switch(self, first, last):
        """True if the image has a jump table with places in this function."""
        return sum(first < word <= last for word in self.words.values()) > 1

    def containing(self, address):
        if address in self.image.code:
            return [address]
        before = [start for start in self.image.code if start <= address]
        return [max(before)] if before else []

    def depth(self, function, path=()):
        """Returns the bytes of stack that a call of `function` uses, and the calls on the deepest path."""
        if function in path:
            sys.exit("recursion: " + " -> ".join(self.name(f) for f in (*path, function)))
        if function not in self.worst:
            deepest = max((self.depth(to, (*path, function)) for to in set(self.calls(function))), default=(0, ()))
            self.worst[function] = (self.frame(function) + deepest[0], (function, *deepest[1]))
        return self.worst[function]


def main():
    image = Image(sys.argv[1], sys.argv[2])
    stack = Stack(image)
    exported = sorted((name, address) for address, name in image.names.items() if re.fullmatch(r"imm_[a-z_]+", name))
    for name, address in exported:
        if FOR_A_DESKTOP.match(name):
            continue
        size, path = stack.depth(address)
        steps = " > ".join(f"{stack.name(f)} {stack.frame(f)}" for f in path)
        print(f"{name}\t{size}\t{steps}")


main()
