"""Mechanisms: what is thrown, spun or played to move."""
