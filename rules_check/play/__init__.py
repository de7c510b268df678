"""Games played: one at a time or by the thousand, recorded, retold and counted."""
