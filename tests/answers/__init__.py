"""Answers to the exercises of all chapters: wrong ones with what their verdict must name, and right ones in other words."""
