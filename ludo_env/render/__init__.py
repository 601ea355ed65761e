"""Pictures of games: text first."""
