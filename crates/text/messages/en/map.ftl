map-cutting = Cutting the level at eye height…
map-lines = { $tested } of { $lines } split lines were tested to find the cell, and { $examined } of { $walls } walls were examined
map-of = Map of { $level } at a height of { $height } m
map-closes = closes the map
map-what = Floor plan at the height of your eye. Your cell in the planar tree of the walls is blue. Dashed lines were tested to find the cell. Bright walls are visible. Click a point to go there.
map-no-room = The body does not fit there.
map-in-wall = This point is inside a wall.
map-no-floor = There is no floor below this point.
