"""Records that every extractor uses: settings, blocks, columns, steps, extraction."""
