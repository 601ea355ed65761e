"""Play, watch and keep games: tables, replays and saved games."""
