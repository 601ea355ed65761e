"""Boards of races on any tiles: their ways, and their validation."""
