"""Rules that begin and end phases of a game."""
