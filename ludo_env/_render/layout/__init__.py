"""Layouts: the positions of a board's places in a picture."""
