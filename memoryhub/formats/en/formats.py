"""Hours of 24: they fit with UTC and with logs, and "8 p.m." at the end of a sentence would have two full stops."""

TIME_FORMAT = "H:i"
DATETIME_FORMAT = "N j, Y, H:i"
SHORT_DATETIME_FORMAT = "m/d/Y H:i"
