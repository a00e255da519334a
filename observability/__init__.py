"""What happened: observations of answers, their feedback, the work log, model calls and hourly figures."""
