value-not-finite = `{ $text }` is not finite
value-no-number = `{ $text }` is no number
value-scale = metres a unit are between 1e-9 and 1e9, as 0.0254 for inches
value-weight = a weight is between 0 and 1e9
value-no-name = there is no such name
value-position = write three numbers as in 0,1.7,4
value-far = further than { $limit } m from the origin
value-look = write yaw and pitch in degrees as in 30,-10
value-pitch = a pitch of { $pitch } is not between -90 and 90
value-orbit = write yaw, pitch and distance as in 30,55,40
value-steepness = a pitch of { $pitch } is not between 7 and 86 degrees below the horizontal
value-distance = a distance of { $distance } m is not between 0 and { $limit }
value-style = write the number of a style and its factor as in 32=0 or 1=0.5
value-no-style = { $none } is no style; they go to { $last }
value-factor = a factor of { $factor } is not between 0 and { $brightest }
value-division = write the tree and a depth as in nodes:3 or leaves:3
value-height = a height is between -1e9 and 1e9 m
value-field-of-view = an angle of view is between 10 and 150 degrees
