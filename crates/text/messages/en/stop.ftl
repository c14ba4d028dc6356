stop-wanted = You wanted to move at { $desired } m/s, but only { $left } m/s remained.
stop-took = { $subject } removed { $taken } m/s of your speed. You hit the surface at { $angle }° (0° is head-on).
stop-node = The face is stored in node { $node }, { $depth ->
        [one] { $depth } plane below the root
       *[other] { $depth } planes below the root
    }: { $path }
stop-root = the root
stop-cost = To find this contact, the sweep visited { $visited } of { $nodes } nodes and tested { $tested ->
        [one] { $tested } triangle
       *[other] { $tested } triangles
    }.
stop-edge = The edge of { $name } (face { $face }, { $material })
stop-corner = A corner of { $name } (face { $face }, { $material })
stop-ground = ground with a { $slope }° slope, walkable up to { $most }°
stop-steep = a slope of { $slope }°, steeper than the walkable { $most }°
stop-slope = a slope of { $slope }°
stop-face = Face { $face } ({ $material }; { $kind })
stop-no-material = no material
stop-wanted-ago = { $ago } s ago, you wanted to move at { $desired } m/s, but only { $left } m/s remained.
stop-part = The face belongs to a moving part with its own tree: { $part }.
