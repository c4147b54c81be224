"""The others at the table: who leaves with whom, and the symmetric equilibrium."""
