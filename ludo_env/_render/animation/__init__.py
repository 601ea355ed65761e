"""Pieces that walk, dice that roll, and films."""
