"""Games as files: reading, writing and checking them, and the names of those that come along."""
