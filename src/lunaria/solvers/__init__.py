"""Searches over the contract of a game. They see all cards and know no particular game."""
