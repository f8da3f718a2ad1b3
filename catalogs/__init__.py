"""Keeps the catalogs of the languages in step with the source: ``python -m catalogs``.

A new language begins as an empty file, such as ``qwirkle_bot/languages/it.po``.
"""
