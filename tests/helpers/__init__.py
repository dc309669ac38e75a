"""Shared helpers of the tests: pages, stand-ins, servers, reference implementations."""
