# Courses: results of checks, and errors in a course. Lengths in metres; ticks are steps of time.

course-no-ticks = there are no ticks to check
course-last-ticks = the check needs the last { $last } ticks, but there are only { $ticks }
course-ticks = ticks { $from } to { $to } are not a valid range in a walk of { $ticks } ticks
course-corners = the minimum corner of the box exceeds the maximum corner
course-no-inside = the box has no volume
course-speed = the speed and the share must be greater than 0
course-no-limit = { $limit } is not a valid limit
course-nothing-shown = the check proves nothing: { $reason }
course-free = the body kept a clearance of at least { $free } times its radius
course-crossed = the body's centre passed through faces in { $count } ticks
course-put-back = the body was put back or got stuck { $count } times
course-nearest = the body got no closer to the target than { $nearest } m
course-deepest = the body entered the forbidden box by up to { $deepest } m
course-moved = the body moved up to { $most } m per tick
course-rose = the body rose or sank by up to { $most } m
course-kept = the body kept { $share } of its speed of { $speed } m/s
course-off-ground = the body was off the ground for { $ticks } ticks
course-eye = the eye moved vertically at up to { $speed } m/s
course-no-station = the course has no stations; add at least one
course-same-name = another station has the same name
course-too-many-ticks = the station lasts more than { $most } ticks
course-no-check = the station has no checks; add at least one
course-station = station "{ $name }": { $reason }
course-watched = { $title }: { $shows }
