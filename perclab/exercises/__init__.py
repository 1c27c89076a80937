"""The questions and exercises of the chapters, a module for each."""
