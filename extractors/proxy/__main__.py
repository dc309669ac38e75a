"""Proxy in a process of its own: ``python -m extractors.proxy DESCRIPTOR``, see `process`."""

import sys

from extractors.proxy.process import main

if __name__ == "__main__":
    main(int(sys.argv[1]))
