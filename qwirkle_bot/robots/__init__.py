"""Players of the bot: each chooses a move from what its seat may see, and from nothing else."""
