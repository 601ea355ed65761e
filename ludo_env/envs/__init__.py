"""Environments: the games behind the APIs that trainers call."""
