"""The records every extractor fills: settings, blocks, columns, steps, extraction."""
