"""Pictures of games on a grid."""
