"""Lunaria: a table for card games under the night sky."""

__version__ = "0.1.0"
