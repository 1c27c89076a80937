"""Tests of what is published, in a browser without a network."""
