"""What a board and a hand look like. Pure: pictures in, no Discord."""
