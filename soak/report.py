"""The figures of a soak in plain words.

The one entry point is :func:`report_of`.
"""

from __future__ import annotations

from collections.abc import Sequence

from soak.run import Outcome
from soak.verdict import is_over


def report_of(outcome: Outcome) -> str:
    """A few lines of figures, and every violation."""
    killer, truths = outcome.killer, outcome.truths
    moves = sum(truth.moves.total() for truth in truths.values())
    minutes = outcome.seconds / 60
    finished = sum(map(is_over, truths.values()))
    delays = killer.delays()
    ledger, sight, kills = outcome.scene.ledger, outcome.scene.sight, killer.kills
    text = f"""\
{len(truths)} games begun, {finished} finished, {moves} moves, in {minutes:.1f} minutes.
The bot was killed {kills["bot"]} times, its store {kills["store"]}, both at once {kills["both"]}.
{ledger.given} commands, presses and choices: {ledger.unheard} fell to a dead bot,
{ledger.redelivered} were delivered twice. While bot and store were up an answer took
{_ms(ledger.waits, 0.5)} (median) and {_ms(ledger.waits, 0.99)} (99 of 100).
{len(sight.boards)} boards were posted. {len(killer.owed)} were owed when a bot died; none that
started then owed one for longer than {max(delays, default=0):.1f} s.
All was settled {outcome.settled:.1f} s after the end of play."""
    if not outcome.faults:
        return f"{text}\nEvery record, every hand and every board is right."
    return "\n".join([text, f"{len(outcome.faults)} violations:", *outcome.faults])


def _ms(waits: Sequence[float], share: float) -> str:
    if not waits:
        return "-"
    return f"{1000 * sorted(waits)[int(share * (len(waits) - 1))]:.0f} ms"
