"""Rules about leaving the yard."""
