"""Pictures of games as data, and the painters that draw them."""
