"""Pictures of races."""
