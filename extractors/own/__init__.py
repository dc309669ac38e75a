"""The user's extractors: functions, estimators and results files, added by location."""
