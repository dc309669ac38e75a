"""The command line. Qt is loaded only by the functions that open a window."""
