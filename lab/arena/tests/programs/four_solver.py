"""Answers like Pons' solver of Connect Four, but gives all columns that are not full the same score. It takes 60 ms."""

import sys
import time

for line in sys.stdin:
    time.sleep(0.06)
    moves = line.strip()
    scores = [-1000 if moves.count(column) == 6 else 0 for column in "1234567"]
    print(moves, *scores, flush=True)
