"""Playing in the terminal: a table with people and agents, and the commands that use it."""
