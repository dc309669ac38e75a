"""Files, folders and signals of this machine, and storage beyond it."""
