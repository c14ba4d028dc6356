map-cutting = Cutting the level at eye height…
map-lines = { $tell } of { $lines } lines locate the cell; { $looked } of { $walls } walls examined
map-of = Map of { $level } at { $height } m
map-closes = closes it
map-what = Floor plan at the height of your eye. Your cell in the planar tree of the walls is blue. Dashed lines were tested to find the cell. Bright walls are visible. Click a place to go there.
map-no-room = The body does not fit there.
map-in-wall = This place is inside a wall.
map-no-floor = There is no floor at this place.
