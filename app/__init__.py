"""The program: wires algorithms to widgets, and offers both as a window and a command line."""
