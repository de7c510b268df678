"""Playing games: one at a time or by the thousand, recorded, replayed and counted."""
