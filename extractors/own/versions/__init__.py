"""Other versions of libraries, each in a process and an environment of its own."""
