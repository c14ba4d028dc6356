map-cutting = Cutting the level at the height of the eye…
map-lines = { $tell } of { $lines } lines tell the cell; { $looked } of { $walls } walls are looked at
map-of = Map of { $level } at { $height } m
map-closes = closes it
map-what = The section of the level at the height of the eye. Blue is the cell of the body in the planar tree of the walls, dashed the lines that tell it, bright what the eye sees. Click a place to go there.
map-no-room = There is no room for the body at that place.
map-in-wall = That place is inside a wall.
map-no-floor = There is no floor at that place.
