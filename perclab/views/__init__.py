"""Pictures and explorers: what the maths modules found, drawn."""
