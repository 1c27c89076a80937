"""Answers to the exercises, by the chapters' modules."""
