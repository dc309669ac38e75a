"""Accordion summarization (Buyukkokten et al. 2001)."""
