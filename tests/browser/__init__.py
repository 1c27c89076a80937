"""What a browser sees. A package, for its conftest and that of all tests would else be one module by name."""
