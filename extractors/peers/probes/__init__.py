"""Tables of probes, one module for each library: what `trace` watches while it runs."""
