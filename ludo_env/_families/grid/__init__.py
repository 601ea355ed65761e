"""Dice games on a grid: the same core as the races, with units that go straight."""
