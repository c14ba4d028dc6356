progress-cancelled = cancelled
progress-count = { $what }: { $counted } of { $total } { $unit }
