"""The words that the compiled loops of a batch read: its table, and the signals of its threads."""

from __future__ import annotations

# The table: the addresses of the arrays of the play loop, in order, and what it is to do.
PLAY_ARRAYS = 18
GAMES_WORD, MODE_WORD, ILLEGAL_WORD, LIMIT_WORD, DRAWS_WORD, CHECK_WORD = range(
    PLAY_ARRAYS, PLAY_ARRAYS + 6
)
TABLE_WORDS = PLAY_ARRAYS + 6
ACTIONS_ARRAY = 6  # which of them has the actions
# What the loop returns, without playing, if it checks the actions and one is out of range.
OUT_OF_RANGE = -2

# The signals have a row of words for the caller, then one for each worker. What the caller writes
# and what a worker writes are 64 bytes apart, so that they are in different cache lines.
SIGNAL_WORDS = 16  # of a row
WORKERS = 0  # in the caller's row: the number of workers
POSTED = 0  # the number of the last job, written by the caller
START, STOP = 1, 2  # the worker's games, written once
SIGNAL_BYTES, START_BYTES, STOP_BYTES = 8 * SIGNAL_WORDS, 8 * START, 8 * STOP
DONE = 8  # the number of the last finished job, written by the worker
ENDED = 9  # in every row: how many games have ended in that job

# How often a thread reads a word of another one before it sleeps: some 50 to 100 us.
SPINS = 4000
UNFINISHED = -1  # what the caller's loop returns if a worker was not done after so many spins
