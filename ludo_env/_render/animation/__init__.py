"""Animation: moving pieces, rolling dice, and films."""
