"""Which members of an archive imm_* needs.

    llvm-nm -A --extern-only --format=posix --no-llvm-bc ARCHIVE | python3 packaging/members.py

Reads what llvm-nm says of every symbol, prints a name of a member on each line. A member that defines
nothing but functions of the C library is left out: every compiler brings its own, and a smaller one.
"""

import re
import sys
from collections import defaultdict

LIBC = re.compile(r"_?(mem(cpy|move|set|cmp)|bcmp|bzero|strlen|__aeabi_mem(cpy|move|set|clr)[48]?)$|_R.*compiler_builtins.*3mem.*")
LINE = re.compile(r".*\[(?P<member>[^\]]+)\]: (?P<symbol>\S+) (?P<kind>\S)")
UNDEFINED = "UwvF"


def needed(lines: list[str]) -> set[str]:
    """The members that define imm_*, and all that these refer to."""
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
