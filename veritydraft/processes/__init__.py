"""The processes that `serve` and `worker` start: ``python -m veritydraft.processes.NAME PARENT_PID …``."""
