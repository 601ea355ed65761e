"""Rules about captures and captives."""
