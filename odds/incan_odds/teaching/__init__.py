"""For those who learn and teach: the working of an answer, and simulated games."""
