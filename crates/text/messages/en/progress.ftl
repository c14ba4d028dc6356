# Progress of long operations. $counted and $total are grouped by commas; $unit is the plural of what is counted.

progress-cancelled = cancelled
progress-count = { $what }: { $counted } of { $total } { $unit }
progress-pieces = pieces
progress-candidates = candidates
