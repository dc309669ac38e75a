"""Write extractions as text, Markdown, HTML, JSONL, CSV and GATE XML, settings as TOML."""
