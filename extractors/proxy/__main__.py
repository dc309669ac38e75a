"""Proxy in a process of its own, started as a module with a descriptor; see `process`."""

import sys

from boilerscope.extractors.proxy.process import main

if __name__ == "__main__":
    main(int(sys.argv[1]))
