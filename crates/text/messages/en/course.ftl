# Courses: what a check measured, and what is wrong with a course. Lengths in metres; ticks are steps of time.

course-no-ticks = there are no ticks to look at
course-last-ticks = the last { $last } ticks are to be looked at, of { $ticks }
course-ticks = ticks { $from } to { $to } are to be looked at, of { $ticks }
course-corners = a lower corner of its box is above the upper
course-no-inside = its box has no inside
course-speed = its speed and its share are to be above 0
course-no-limit = { $limit } is no limit
course-nothing-shown = nothing is shown: { $reason }
course-free = came as near as { $free } of the radius
course-crossed = the centre went through faces in { $count } ticks
course-put-back = was put back { $count } times
course-nearest = came no nearer than { $nearest } m
course-deepest = went { $deepest } m into it
course-moved = moved up to { $most } m a tick
course-rose = rose or sank by { $most } m
course-kept = kept { $share } of { $speed } m/s
course-off-ground = was off the ground for { $ticks } ticks
course-eye = the eye moved at up to { $speed } m/s upwards or down
course-no-station = a course needs a station
course-same-name = another has the same name
course-too-many-ticks = it has more than { $most } ticks
course-no-check = it needs a check
course-station = station "{ $name }": { $reason }
course-watched = { $title }: { $shows }
