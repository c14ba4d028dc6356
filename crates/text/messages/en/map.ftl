map-cutting = Cutting the level at the height of the eye…
map-lines = { $tell } of { $lines } lines tell the cell; { $looked } of { $walls } walls are looked at
map-of = Map of { $level } at { $height } m
map-closes = closes it
map-what = The floor plan at the height of the eye. Blue is your cell in the planar tree of the walls; the dashed lines were tested to find it. Bright walls are visible. Click a place to go there.
map-no-room = There is no room for the body at that place.
map-in-wall = That place is inside a wall.
map-no-floor = There is no floor at that place.
