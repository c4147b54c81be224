"""Pictures of the exact numbers: charts as data, drawn by matplotlib or as plain text."""
