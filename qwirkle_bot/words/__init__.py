"""Sentences for players, each made in one place; they know views, never games."""
