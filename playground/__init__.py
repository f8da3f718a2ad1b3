"""A Discord of one's own: a local stand-in that the unmodified bot connects to.

Start it with ``python -m playground``, or build a :class:`playground.standin.StandIn` in a test.
Nothing in the bot imports this package; this package imports nothing of the bot.
"""
