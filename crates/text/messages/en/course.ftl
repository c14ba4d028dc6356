# Courses: results of checks, and errors in a course. Lengths in metres; ticks are steps of time.

course-no-ticks = there are no ticks to check
course-last-ticks = the check needs the last { $last } ticks, but there are only { $ticks }
course-ticks = the check needs ticks { $from } to { $to }, but there are only { $ticks }
course-corners = a lower corner of its box is above the upper corner
course-no-inside = its box has no volume
course-speed = its speed and its share must be greater than 0
course-no-limit = { $limit } is not a limit
course-nothing-shown = the check proves nothing: { $reason }
course-free = came as close as { $free } of the radius
course-crossed = the centre passed through faces in { $count } ticks
course-put-back = was put back { $count } times
course-nearest = came no closer than { $nearest } m
course-deepest = went { $deepest } m into it
course-moved = moved up to { $most } m per tick
course-rose = rose or sank by { $most } m
course-kept = kept { $share } of { $speed } m/s
course-off-ground = was off the ground for { $ticks } ticks
course-eye = the eye moved up or down at up to { $speed } m/s
course-no-station = the course has no stations; add at least one
course-same-name = another station has the same name
course-too-many-ticks = it has more than { $most } ticks
course-no-check = it needs a check
course-station = station "{ $name }": { $reason }
course-watched = { $title }: { $shows }
