"""The turn loop: one call plays one turn, for every view of every game.

`run` is the only place that sequences chance, moves and observation. It is a closure over a
machine, so plain Python and the compiler run exactly the same source.
"""

from __future__ import annotations

from ludo_env._engine.chance import draw
from ludo_env._engine.family import DECIDE, OVER, STOPPED, Machine, Style
from ludo_env._engine.rule import Hook

# The operations of `run`: bits that can be combined, and are carried out in this order.
BEGIN = 1  # set up a new game
PLAY = 2  # play action `value`
ROLL = 4  # resolve a pending chance event as `value`
SETTLE = 8  # draw every pending chance event from the stream, until a player must decide
AUTO_PASS = 16  # play forced passes immediately, as many as follow each other
OBSERVE = 32  # write the row of the seat to act
LOOK = 64  # write the row of player `value`, and do nothing else
# `value` comes from the list of legal actions: skip the look-up of its mark. Only loops that list
# actions themselves may use it; a session always checks.
MARKED = 128

# The result of `run`, with nothing changed, for an action or outcome that is not possible now.
REFUSED = -1

# Limits on forced passes and chance events in one call: a game whose chance events never end is
# aborted.
PASSES = 10_000
ROLLS = 100_000
# A random game with more decisions than this is left unfinished.
_LONGEST = 1_000_000


def turn_loop(
    machine: Machine, clear: Hook, observe: Hook, actions: int, has_pass: bool = True
) -> Hook:
    """run(s, stream, mask, notes, choices, row, ops, value) -> status; see `unpack_status`.

    `choices` lists the legal actions; its last entry is their count. An action that is not marked
    is REFUSED, and so is an outcome that the pending chance event does not have.
    """
    begin, roll, find, play = machine.begin, machine.roll, machine.find, machine.play
    listed = actions
    pass_action = actions - 1 if has_pass else -1

    def run(s, stream, mask, notes, choices, row, ops, value):
        if ops & LOOK:
            observe(s, value, mask, row)
            return 0
        if ops & BEGIN:
            clear(s)
            begin(s)
        if ops & PLAY:
            if not ops & MARKED and (value < 0 or value >= listed or mask[value] == 0):
                return REFUSED
            play(s, notes, value)
        if ops & ROLL:
            if value < 0 or value >= s.sides or s.phase >= DECIDE:
                return REFUSED
            roll(s, value)
        count = 0
        passes, rolls = PASSES, ROLLS
        while True:
            if s.phase == DECIDE:
                count = find(s, mask, notes, choices)
                if s.phase != DECIDE:
                    continue
                if ops & AUTO_PASS and count == 1 and choices[0] == pass_action and passes > 0:
                    passes -= 1
                    play(s, notes, pass_action)
                    continue
                break
            if rolls == 0:
                s.phase = STOPPED
            if s.phase >= OVER or not ops & SETTLE:
                count = 0
                mask[:] = 0
                break
            rolls -= 1
            roll(s, draw(stream, s.sides))
        choices[listed] = count
        if ops & OBSERVE:
            observe(s, s.seat, mask, row)
        return s.seat + (s.phase << 8) + (count << 16)

    return run


def observer(style: Style) -> Hook:
    """observe(s, viewer, mask, row): overwrite the row with the observation of a viewer."""
    write = style.write

    def observe(s, viewer, mask, row):
        row[:] = 0
        write(s, viewer, mask, row)

    return write if style.renews else observe


def unpack_status(status: int) -> tuple[int, int, int]:
    """Return the seat, the phase and the number of legal actions in a status of `run`."""
    return status & 255, (status >> 8) & 255, status >> 16


def playout_loop(run: Hook) -> Hook:
    """playout(s, stream, mask, notes, choices, row, games) -> decisions: play random games."""
    listed = PLAY | MARKED | SETTLE

    def playout(s, stream, mask, notes, choices, row, games):
        decisions = 0
        for _ in range(games):
            left = _LONGEST
            count = run(s, stream, mask, notes, choices, row, BEGIN | SETTLE, 0) >> 16
            while count > 0 and left > 0:
                chosen = 0
                if count > 1:
                    chosen = draw(stream, count)
                decisions += 1
                left -= 1
                action = choices[chosen]
                count = run(s, stream, mask, notes, choices, row, listed, action) >> 16
        return decisions

    return playout
