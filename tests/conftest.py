"""Registers the shared fixtures."""

from __future__ import annotations

pytest_plugins = ["tests.kit.valkey"]
