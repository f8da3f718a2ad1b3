"""Qwirkle for Discord: the rules, the record, the store and the words; no Discord in here."""
