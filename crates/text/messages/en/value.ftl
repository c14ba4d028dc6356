value-not-finite = `{ $text }` is not finite
value-no-number = `{ $text }` is not a number
value-scale = metres per unit must be between 1e-9 and 1e9, such as 0.0254 for inches
value-weight = a weight must be between 0 and 1e9
value-no-name = this name does not exist
value-position = enter three numbers, such as 0,1.7,4
value-far = more than { $limit } m from the origin
value-look = enter yaw and pitch in degrees, such as 30,-10
value-pitch = the pitch { $pitch } is not between -90 and 90 degrees
value-orbit = enter yaw, pitch and distance, such as 30,55,40
value-steepness = the pitch { $pitch } is not between 7 and 86 degrees below the horizontal
value-distance = the distance { $distance } m is not between 0 and { $limit } m
value-style = enter the number of a style and its factor, such as 32=0 or 1=0.5
value-no-style = { $none } is not a style; the highest is { $last }
value-factor = the factor { $factor } is not between 0 and { $brightest }
value-division = enter the tree and a depth, such as nodes:3 or leaves:3
value-height = a height must be between -1e9 and 1e9 m
value-field-of-view = a field of view must be between 10 and 150 degrees
