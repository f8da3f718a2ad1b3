"""`python -m qwirkle_bot`: check records, list placements, replay games, let robots play."""

from __future__ import annotations

import sys

from qwirkle_bot.commandline.run import run

if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
