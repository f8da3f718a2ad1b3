"""The command line: text in, text out, an exit status, and never a traceback."""
