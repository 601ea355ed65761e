"""The families of games: races on a track, and games on a grid."""
