"""Link ratio: containers that are short or mostly links are removed."""
