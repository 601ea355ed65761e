"""Environments over any game: AEC, parallel, batches, and single seats."""
