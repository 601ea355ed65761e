"""Games by name, and the command line of rules."""
