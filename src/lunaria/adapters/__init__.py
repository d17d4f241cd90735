"""Lunaria's games in the frameworks that researchers use; needs the extra `adapters`."""
