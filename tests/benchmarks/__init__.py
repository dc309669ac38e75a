"""Speed relative to the bare parse of the same page in the same run: `scripts/bench`."""
