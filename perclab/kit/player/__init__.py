"""Explorers: frames of a scene behind controls."""

from pathlib import Path

SCRIPT, STYLE = (Path(__file__).with_name(f"player.{kind}") for kind in ("js", "css"))
