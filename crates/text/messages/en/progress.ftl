progress-cancelled = cancelled
progress-count = { $what }: { $counted } of { $total } { $unit }
progress-pieces = pieces
progress-candidates = candidates
