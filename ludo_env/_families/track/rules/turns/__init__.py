"""Rules about turns: who starts, what must be played, and when a game is aborted."""
