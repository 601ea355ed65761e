"""Rules about coming home, and about winning by it."""
