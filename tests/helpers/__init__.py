"""What several tests build on: material beside the repository, and a reader of imports."""
