"""Where Discord comes in: commands, buttons and the clock. Thin: they decide nothing themselves."""
