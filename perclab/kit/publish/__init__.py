"""Notebooks in, stored notebooks, decks, site and handouts out."""
