"""Calls to a model endpoint: the event loop they run on, what is sent, what is heard, and what went wrong."""
