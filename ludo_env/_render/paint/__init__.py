"""Painters: pygame and SVG; colours and themes."""
