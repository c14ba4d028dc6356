stop-wanted = You wanted to move at { $desired } m/s; { $left } m/s were left.
stop-took = { $subject } took { $taken } m/s: you met it at { $angle }°, 0° being head on.
stop-node = It lies in node { $node }, { $depth ->
        [one] { $depth } plane down
       *[other] { $depth } planes down
    }: { $path }
stop-root = the root
stop-cost = To find that out, the sweep visited { $visited } of { $nodes } nodes and tested { $tested ->
        [one] { $tested } triangle
       *[other] { $tested } triangles
    }.
stop-edge = The edge of { $name }, face { $face } ({ $material }),
stop-corner = A corner of { $name }, face { $face } ({ $material }),
stop-ground = ground of { $slope }°, up to { $most }° can be walked on
stop-steep = a slope of { $slope }°, more than the { $most }° that can be walked on
stop-slope = a slope of { $slope }°
stop-face = Face { $face } ({ $material }), { $kind },
stop-no-material = no material
stop-wanted-ago = You wanted to move at { $desired } m/s; { $left } m/s were left, { $ago } s ago.
stop-part = It is a part of { $part }, which moves and has a tree of its own.
