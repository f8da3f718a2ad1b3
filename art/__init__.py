"""The drawings of the tiles as data, and what turns them into pictures. No part of the bot."""
