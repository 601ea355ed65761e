"""The numbers that the enumeration reports: its progress, and why a call has ended."""

from __future__ import annotations

# Their places: states expanded and known, words written, kinds of distributions, the reason why
# the call has ended, the field that was out of its range, and finished games.
EXPANDED, KNOWN, WRITTEN, CHANCE_KINDS, REASON, FIELD, FINISHED = range(7)
NOTICES = 8
# The reasons.
DONE, FULL, OUTSIDE, UNLIKE, TOO_LONG, ENDLESS = range(6)
# Words of the longest program, which is also the most states that it adds; kinds of distributions.
LONGEST = 1 << 14
CHANCES = 256
