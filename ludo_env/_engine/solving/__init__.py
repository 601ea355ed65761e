"""The exact solver of games for two: all states before a throw, and bounds of their values."""
