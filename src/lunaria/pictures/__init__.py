"""Positions as pictures: SVG for notebooks and pages, text for terminals."""
