"""Explorers: frames of a scene behind controls."""
