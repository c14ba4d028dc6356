# Planar trees: examples, faults of a region and of free segments, views, trees as text. $at is a point.

planar-not-finite = corner { $corner } of loop { $loop_index } is at { $at }: coordinates must be numbers with a magnitude of at most { $largest }
planar-few-corners =
    loop { $loop_index } has { $corners ->
        [one] { $corners } corner
       *[other] { $corners } corners
    }: a loop needs at least three
planar-repeated = corner { $corner } of loop { $loop_index } repeats the one before it at { $at }: remove one of them
planar-crossing = edges { $one } and { $other } meet at { $at }: edges may only meet at the corner that they share
planar-edge-of-loop = { $edge } of loop { $loop_index }
planar-hole-winding = loop { $loop_index } winds counter-clockwise: a hole must wind clockwise, so that the interior of the polygon is on the left of each edge; reverse the loop
planar-outer-winding = loop { $loop_index } winds clockwise: an outer boundary must wind counter-clockwise, so that the interior of the polygon is on the left of each edge; reverse the loop
planar-preset-ten-edges = ten edges
planar-preset-convex = convex
planar-preset-star = star
planar-preset-comb = comb
planar-preset-spiral = spiral
planar-preset-ring = ring
planar-shows-ten-edges = A concave polygon whose tree has 9 nodes: locating a point takes 2 to 5 tests.
planar-shows-convex = Each edge lies on a line that cuts no other edge and has all other edges in front of it, so the tree is a list.
planar-shows-star = The line of every edge passes through the star, so some cuts are unavoidable.
planar-shows-comb = The lines of the teeth cut nothing but the spine, so the tree can be balanced.
planar-shows-spiral = Edges surround other edges, so a balanced tree needs more cuts.
planar-shows-ring = A polygon with a hole. The edges of the hole wind clockwise, so that the interior is on their left.
planar-preset-room = room
planar-preset-walls = free walls
planar-preset-crossing = crossing
planar-shows-room = A room with a pillar and a free wall, like a small DOOM level seen from above: near walls hide far ones.
planar-shows-walls = Walls that do not form a loop: some columns of the view remain open.
planar-shows-crossing = Segments that cross: the tree splits them where they cross, because neither is completely in front of the other.
planar-chain-not-finite = corner { $corner } of chain { $chain } is at { $at }: coordinates must be numbers with a magnitude of at most { $largest }
planar-chain-too-short = chain { $chain } has fewer than two corners: add a corner or remove the chain
planar-segment-zero-length = segment { $segment } at { $at } has length zero, so the tree skips it
planar-segment-duplicate = segments { $one } and { $other } have the same endpoints, so the tree stores both in one node
planar-view-eye = the eye is at { $at }: coordinates must be numbers with a magnitude of at most { $largest }
planar-view-direction = the view direction { $direction } has zero length
planar-view-field = the field of view is { $angle }°: it must be greater than 0° and less than 180°
planar-view-columns = the view has { $columns } columns: it must have 1 to { $most }
