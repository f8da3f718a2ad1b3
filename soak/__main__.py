"""`python -m soak`: play, kill, judge, and report. Exit status 1 where anything was wrong."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys

from soak.report import report_of
from soak.run import Plan, soak


def main() -> int:
    """Run what the command line asks for; the answer is the exit status."""
    plan = Plan()
    parser = argparse.ArgumentParser(prog="python -m soak", description=__doc__)
    parser.add_argument("--games", type=int, default=plan.games, help="how many at once")
    parser.add_argument("--minutes", type=float, default=plan.minutes)
    parser.add_argument("--seed", type=int, default=plan.seed, help="of all choices")
    parser.add_argument("--kills-per-minute", type=float, default=plan.kills_a_minute)
    given = parser.parse_args()
    logging.disable()  # What our own look into the store finds there is no news.
    outcome = asyncio.run(
        soak(Plan(given.games, given.minutes, given.seed, given.kills_per_minute))
    )
    sys.stdout.write(report_of(outcome) + "\n")
    return 1 if outcome.faults else 0


if __name__ == "__main__":
    sys.exit(main())
