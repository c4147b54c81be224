"""Exact odds of the card game Incan Gold / Diamant, in integers and fractions."""
