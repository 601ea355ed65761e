"""The engine: rules folded into a game, on two backends. It knows no game."""
