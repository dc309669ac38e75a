"""Extractors of the user: functions, estimators and results files, added by their location."""
