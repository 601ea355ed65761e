"""Where the places of a board lie."""
