"""AI Depot (2007): text density per line of HTML, as published and with a trained unit."""
