"""Trained policies: their files, their forward pass without torch, and their export."""
