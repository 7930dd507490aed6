"""Makes one search with OpenSpiel's MCTSBot (C++), and prints a line of JSON with the search's time and memory:

    measure.py GAME SIMULATIONS
"""

import json
import re
import sys
import time
from pathlib import Path

import pyspiel

# The exploration constant for values from -1 to 1, equal to imm's constant C.
EXPLORATION = 1.0
# The memory limit of the tree in MiB: more than the search needs.
MEMORY = 8192


def kib(field: str) -> int | None:
    """Reads a field of /proc/self/status, in KiB; Linux only."""
    try:
        found = re.search(rf"^{field}:\s*(\d+) kB", Path("/proc/self/status").read_text(encoding="ascii"), re.M)
    except OSError:
        return None
    return int(found[1]) if found else None


def main(name: str, simulations: int) -> None:
    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, EXPLORATION, simulations, MEMORY, True, 1, False)
    state = game.new_initial_state()
    largest, resident = kib("VmHWM"), kib("VmRSS")
    began = time.process_time()
    move = bot.step(state)
    took = time.process_time() - began
    now = kib("VmHWM")
    grown = now - resident if None not in (now, largest, resident) and now > largest else None
    print(json.dumps({"cpu_s": round(took, 6), "grown_kib": grown, "found": state.action_to_string(move)}))


main(sys.argv[1], int(sys.argv[2]))
