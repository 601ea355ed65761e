"""One call plays one turn: the loop that every view of every game runs.

`run` is the only place where chance, moves and observation follow one another. It is a closure
over a machine, so plain Python and the compiler take the very same text.
"""

from __future__ import annotations

from ludo_env._engine.chance import draw
from ludo_env._engine.family import DECIDE, OVER, STOPPED, Machine, Style
from ludo_env._engine.rule import Hook

# What `run` is asked to do; the bits are added up, and done in this order.
BEGIN = 1  # set up a new game
PLAY = 2  # play action `value`
ROLL = 4  # a pending chance event came out as `value`
SETTLE = 8  # draw every pending chance event from the stream, until somebody must decide
AUTO_PASS = 16  # play a forced pass at once, as often as one is forced
OBSERVE = 32  # write the row of the seat to act
LOOK = 64  # write the row of player `value`, and do nothing else
# `value` is off the list of legal actions: do not look its mark up. Only loops that list actions
# themselves can say so; a session always looks.
MARKED = 128

# What `run` returns, with nothing changed, for an action or an outcome that cannot be now.
REFUSED = -1

# In one call at most so many forced passes are played, and so many chance events drawn: a game that
# chance never lets out is broken off.
_PASSES = 10_000
_ROLLS = 100_000
# A random game of more decisions than this is left unfinished.
_LONGEST = 1_000_000


def turn_loop(
    machine: Machine, clear: Hook, observe: Hook, actions: int, has_pass: bool = True
) -> Hook:
    """run(s, stream, mask, notes, choices, row, ops, value) -> status; see `unpack_status`.

    Behind the places of all actions `choices` says how many are listed. An action that is not
    marked is REFUSED, and so is an outcome that the pending chance event does not have.
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
        passes, rolls = _PASSES, _ROLLS
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
    """observe(s, viewer, mask, row): the row of a viewer, whatever was in it."""
    write = style.write

    def observe(s, viewer, mask, row):
        row[:] = 0
        write(s, viewer, mask, row)

    return write if style.clears else observe


def unpack_status(status: int) -> tuple[int, int, int]:
    """The seat, the phase and the number of legal actions that `run` returned."""
    return status & 255, (status >> 8) & 255, status >> 16


def playout_loop(run: Hook) -> Hook:
    """playout(s, stream, mask, notes, choices, row, games) -> decisions: whole random games."""
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
