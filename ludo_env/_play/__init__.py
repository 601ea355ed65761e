"""Tables, replays and saved games: a game that is being played, and how it is kept."""
