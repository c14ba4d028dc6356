stop-wanted = You wanted to move at { $desired } m/s; { $left } m/s remained.
stop-took = { $subject } took { $taken } m/s: you met it at { $angle }°, where 0° is head-on.
stop-node = It is stored in node { $node }, { $depth ->
        [one] { $depth } plane down
       *[other] { $depth } planes down
    }: { $path }
stop-root = the root
stop-cost = To find this, the sweep visited { $visited } of { $nodes } nodes and tested { $tested ->
        [one] { $tested } triangle
       *[other] { $tested } triangles
    }.
stop-edge = The edge of { $name }, face { $face } ({ $material }),
stop-corner = A corner of { $name }, face { $face } ({ $material }),
stop-ground = ground of { $slope }°, walkable up to { $most }°
stop-steep = a slope of { $slope }°, steeper than the walkable { $most }°
stop-slope = a slope of { $slope }°
stop-face = Face { $face } ({ $material }), { $kind },
stop-no-material = no material
stop-wanted-ago = You wanted to move at { $desired } m/s; { $left } m/s remained, { $ago } s ago.
stop-part = It belongs to a moving part with its own tree: { $part }.
