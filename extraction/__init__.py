"""The write path: gate, extract, merge, and the jobs that do it."""
