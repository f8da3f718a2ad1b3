"""A soak: many games at once through a Discord of their own, while bot and store are killed.

`python -m soak` is the one entry point. The bot is a process like any other, and everything is
judged from outside: by what people were shown, and by what lies in the store at the end.
"""
