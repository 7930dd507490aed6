#!/usr/bin/env python3
"""Compares imm's Backgammon with OpenSpiel's in random games: backgammon_rules.py PLUGIN [GAMES [SEED]]

PLUGIN is c_examples/build/backgammon.so, from `make -C c_examples backgammon_plugin`. In every turn, both programs must reach the same
set of positions, and at the end of a game both must give the same points. The script needs numpy and open_spiel (pip).

OpenSpiel splits a double into two actions and asks each of them, but not both together, to use as many dice as possible. So the script
compares only the positions of a double in which the most dice are used, and counts the turns in which OpenSpiel allows others.
"""

import random
import sys
import time
from array import array

import numpy
import pyspiel
from plugin import FIRST, ONGOING, Plugin

OFF, BAR, PLACES = 0, 25, 26


def checkers_of(states):
    """Returns a row of bytes for each state of OpenSpiel: the places of both players, as imm stores them."""
    numbers = array("d")
    for state in states:
        numbers.extend(state.observation_tensor(0))
    seen = numpy.frombuffer(numbers).astype(numpy.uint8).reshape(len(states), -1)
    points = seen[:, :192].reshape(-1, 2, 24, 4)  # 1, 2, 3 checkers, and how many there are above 3
    counts = points @ numpy.array([1, 2, 3, 1], numpy.uint8) + 3 * (points[..., 3] > 0)
    rows = numpy.zeros((len(states), 2, PLACES), numpy.uint8)
    rows[:, 0, 1:BAR] = counts[:, 0, ::-1]  # X moves from OpenSpiel's point 0 to 23, O from 23 to 0
    rows[:, 1, 1:BAR] = counts[:, 1]
    rows[:, 0, BAR], rows[:, 0, OFF] = seen[:, 192], seen[:, 193]
    rows[:, 1, BAR], rows[:, 1, OFF] = seen[:, 195], seen[:, 196]
    return [row.tobytes() for row in rows.reshape(-1, 2 * PLACES)]


def children(state):
    return [state.child(action) for action in state.legal_actions()]


def distinct(states):
    return dict(zip(checkers_of(states), states, strict=True))


def turn_ends(state):
    """Returns the states after each turn of the mover, by the bytes of their positions."""
    ends, mover = {}, state.current_player()
    for key, child in distinct(children(state)).items():
        if child.current_player() != mover:
            ends[key] = child
        else:  # the second half of a double
            ends.update(distinct(children(child)))
    return ends


def steps_of(state):
    """Returns the number of steps of the longest turn, and for each position after a turn the most steps that lead to it."""
    steps, mover = {}, state.current_player()

    def used(at, action):
        return sum(step.num != -1 for step in at.spiel_move_to_checker_moves(mover, action))

    for action in state.legal_actions():
        child, first = state.child(action), used(state, action)
        ends = [(child, first)]
        if child.current_player() == mover:
            ends = [(child.child(other), first + used(child, other)) for other in child.legal_actions()]
        for key, (_, count) in zip(checkers_of([end for end, _ in ends]), ends, strict=True):
            steps[key] = max(count, steps.get(key, 0))
    return max(steps.values()), steps


class Games:
    def __init__(self, plugin, seed):
        self.plugin, self.game = plugin, pyspiel.load_game("backgammon(scoring_type=full_scoring)")
        self.random = random.Random(seed)
        self.turns = self.positions = self.lax = self.unlike = 0

    def roll(self, state):
        """Rolls in both programs. OpenSpiel's text of a roll ends with "(roll: 65)", and in the opening says who starts."""
        plugin = self.plugin
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        outcome = self.random.choices(outcomes, odds)[0]
        text = state.action_to_string(pyspiel.PlayerId.CHANCE, outcome)
        low, high = sorted(digit for digit in text.rpartition("roll: ")[2] if digit.isdigit())
        state.apply_action(outcome)
        first_is_low = plugin.position.raw == self.start and state.current_player() != 0
        plugin.play(plugin.find(f"{low}-{high}" if first_is_low else f"{high}-{low}"))
        return low == high

    def compare(self, state, double):
        """Compares all positions in which this turn can end, and plays on to one of them."""
        plugin, player = self.plugin, state.current_player()
        assert plugin.mover() == player
        theirs = turn_ends(state)
        ours = {plugin.after(move)[: 2 * PLACES]: move for move in plugin.moves()}
        if double and ours.keys() != theirs.keys():
            self.lax += 1
            most, steps = steps_of(state)
            theirs = {key: end for key, end in theirs.items() if steps[key] == most}
        if ours.keys() != theirs.keys():
            self.unlike += 1
            print(f"different: {state}\nonly imm {len(ours.keys() - theirs.keys())}, only OpenSpiel {len(theirs.keys() - ours.keys())}")
        self.turns += 1
        self.positions += len(ours)
        key = self.random.choice(sorted(ours.keys() & theirs.keys()))
        plugin.play(ours[key])
        return theirs[key]

    def play(self):
        plugin, state = self.plugin, self.game.new_initial_state()
        plugin.reset()
        self.start = plugin.position.raw
        while True:
            double = self.roll(state)
            state = self.compare(state, double)
            if plugin.result() != ONGOING or state.is_terminal():
                break
            plugin.play(plugin.moves()[0])  # the move `roll`
        points = int(state.returns()[FIRST])
        if plugin.score() != points:
            self.unlike += 1
            print(f"different points: imm {plugin.score()}, OpenSpiel {points}\n{state}")


def main(path, games="100", seed="1"):
    plugin = Plugin(path)
    runs, start = Games(plugin, int(seed)), time.time()
    for _ in range(int(games)):
        runs.play()
    print(
        f"{games} games, {runs.turns} turns, {runs.positions} positions: {runs.unlike} differences. In {runs.lax} doubles OpenSpiel also"
        f" allows plays with fewer dice. {time.time() - start:.0f} s"
    )
    sys.exit(runs.unlike > 0)


main(*sys.argv[1:])
