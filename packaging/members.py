"""Lists the members of an archive that imm_* needs.

    llvm-nm -A --extern-only --format=posix --no-llvm-bc ARCHIVE | python3 packaging/members.py

Reads llvm-nm's output for every symbol. Prints one member on each line. Leaves out members that define only
functions of the C library, because every compiler has its own, smaller versions.
"""

import re
import sys
from collections import defaultdict

LIBC = re.compile(r"_?(mem(cpy|move|set|cmp)|bcmp|bzero|strlen|__aeabi_mem(cpy|move|set|clr)[48]?)$|_R.*compiler_builtins.*3mem.*")
LINE = re.compile(r".*\[(?P<member>[^\]]+)\]: (?P<symbol>\S+) (?P<kind>\S)")
UNDEFINED = "UwvF"


def needed(lines: list[str]) -> set[str]:
    """Returns the members that define imm_*, and all members that they refer to."""
    defines, wants = defaultdict(set), defaultdict(set)
    for line in lines:
        if found := LINE.match(line):
            table = wants if found["kind"] in UNDEFINED else defines
            table[found["member"]].add(found["symbol"])
    of_symbol: dict[str, str] = {}
    for member, symbols in defines.items():
        for symbol in symbols:
            if not all(LIBC.match(each) for each in symbols):
                of_symbol.setdefault(symbol, member)
    reached: set[str] = set()
    new = {member for symbol, member in of_symbol.items() if re.match(r"_?imm_", symbol)}
    while new:
        reached |= new
        new = {of_symbol[symbol] for member in new for symbol in wants[member] if symbol in of_symbol} - reached
    return reached


def main() -> int:
    members = needed(sys.stdin.read().splitlines())
    print("\n".join(sorted(members)))
    return 0 if members else "no member defines imm_*"


if __name__ == "__main__":
    sys.exit(main())
