"""The environment modules: one for each game, and one for games of your own."""
