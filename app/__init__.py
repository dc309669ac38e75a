"""Wire pages, extractors and widgets into a program: window, command line, background runs."""
