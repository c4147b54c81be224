"""When to stop: one stopping problem, and the solvers that take it."""
