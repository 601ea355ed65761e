"""Tables, replays and saved games: running games and their files."""
