"""The engine: fold rules into a game and run it on two backends. It contains no game."""
