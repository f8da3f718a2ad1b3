"""Run a program that is asked to end when this process's parent does. Linux only.

A script of its own, given the parent's process id and the program with its arguments. The usual
way, a function between fork and exec, may deadlock in a process with threads.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from typing import Final

PR_SET_PDEATHSIG: Final = 1
"""From ``linux/prctl.h``. The setting outlives ``exec``."""


def main() -> None:
    parent, program = int(sys.argv[1]), sys.argv[2]
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        sys.exit("The parent ended before it could be watched.")
    os.execv(program, sys.argv[2:])  # noqa: S606 - no shell is wanted


if __name__ == "__main__":
    main()
