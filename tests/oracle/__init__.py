"""Slow models, written from the rule texts alone, to check the engine against."""
