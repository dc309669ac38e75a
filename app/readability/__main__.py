"""Start of the process, from an extractor that does not know Qt."""

import sys
from multiprocessing.connection import Connection

if __name__ == "__main__":
    descriptor, memory = (int(word) for word in sys.argv[1:3])
    try:
        from boilerscope.app.readability.process import main
    except ImportError as error:  # a library of the system that Qt needs
        Connection(descriptor).send(f"the web engine cannot be loaded: {error}")
    else:
        main(descriptor, memory)
