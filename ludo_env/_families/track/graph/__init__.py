"""Boards of races on any tiles: their ways, and what must hold of them."""
