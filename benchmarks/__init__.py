"""Figures and material that are made by searching and measuring; no part of the package."""
