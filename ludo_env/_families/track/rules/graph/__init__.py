"""Rules about tiles that carry pieces on, and doors."""
