"""Notebooks in, stored notebooks, decks, site and handouts out; knows nothing of perceptrons."""
