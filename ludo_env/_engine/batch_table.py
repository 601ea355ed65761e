"""The words that the compiled loops of a batch read: its table, and the desk of its threads."""

from __future__ import annotations

# The table: the addresses of the arrays of the play loop, in order, and what it is to do.
PLAY_ARRAYS = 18
GAMES_WORD, MODE_WORD, ILLEGAL_WORD, LIMIT_WORD, DRAWS_WORD, CHECK_WORD = range(
    PLAY_ARRAYS, PLAY_ARRAYS + 6
)
TABLE_WORDS = PLAY_ARRAYS + 6
ACTIONS_ARRAY = 6  # which of them has the actions
# What the loop returns instead of playing anything, if it is to check the actions.
OUT_OF_RANGE = -2

# The desk has a sheet for the caller, then one for each worker. What the caller writes and what a
# worker writes lie 64 bytes apart, so that they are in different cache lines.
SHEET = 16
WORKERS = 0  # on the caller's sheet: how many workers there are
POSTED = 0  # the number of the last job, written by the caller
START, STOP = 1, 2  # the worker's games, written once
SHEET_BYTES, START_BYTES, STOP_BYTES = 8 * SHEET, 8 * START, 8 * STOP
DONE = 8  # the number of the last job that is done, written by the worker
ENDED = 9  # on every sheet: how many games have ended in that job

# How often a thread looks for a word of another one before it rests: some 50 to 100 us.
LOOKS = 4000
UNFINISHED = -1  # what the caller's loop returns if a worker was not done after so many looks
