collision-from-above = from above
collision-from-right = from the right
collision-more = … and { $more ->
    [one] { $more } more face
   *[other] { $more } more faces
}.
collision-pushed = push of { $by }
collision-straddled = plane that the sphere straddles: the search visits both sides
collision-stays = The body stays where you left it.
collision-stays-outside = The body stays where you left it, outside the level.
collision-of = { $some } of { $all } visited
collision-asked = The outlined planes belong to nodes that collision queries visited in this step. The faces of these nodes are highlighted. Without a tree, each query would test { $faces }.
collision-nothing-near = Nothing is within { $reach } of the body's axis.
collision-near = { $faces } { $near ->
    [one] is
   *[other] are
} within { $reach } of the body's axis; { $touching ->
    [0] none touches it
    [one] { $touching } touches it
   *[other] { $touching } touch it
}.
collision-face = face { $face }
collision-edge = edge of face { $face }
collision-corner = corner of face { $face }
collision-away = gap of { $distance }
collision-deep = overlap of { $depth }
collision-touching = touching
