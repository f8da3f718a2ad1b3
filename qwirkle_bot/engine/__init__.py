"""The rules of Qwirkle, and nothing else: no I/O, no clock, no chance but the game's own seed."""
