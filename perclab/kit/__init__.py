"""What a course on any theorem needs; it knows nothing of the theorem."""
