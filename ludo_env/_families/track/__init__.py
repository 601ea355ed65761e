"""Races on a track: a ring, lanes, yards, and dice."""
