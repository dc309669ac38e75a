"""Site style tree (Yi, Liu and Li 2003): what all pages of a site present in the same way."""
