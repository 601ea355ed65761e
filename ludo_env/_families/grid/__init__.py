"""Dice games on a grid, on the same core as the races, with units that move in straight lines."""
