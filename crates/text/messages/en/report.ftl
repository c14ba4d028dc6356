report-brushes-kinds = { $all }: { $structural } divide space, { $detail } are detail
report-brushes-trees = { $leaves } empty leaves, { $portals }; { $steps } of the PVS in { $time }, { $flow } of them of the portal flow
report-brushes-cut-short = searches that ran out of steps: { $count }; --pvs-steps N allows more of them
report-brushes-open = the level is open as it is: whether a brush seals it cannot be said
report-brushes-counted = in these trees, on planes that no other brush has there
report-more-top = and { $more } more; --top N lists them, --csv all
report-brushes-as-detail = the level built anew with these brushes as func_detail
report-brush-as-detail = the level built anew with the brush as func_detail
report-writing-file = Writing the file
report-brush-leaves = at its box { $gone } gone, { $came } came; { $portals_gone } gone, { $portals_came } came
report-faces-changed = { $area_gone } m² gone, { $area_came } m² came; { $gone } and { $came } of them are only divided otherwise
report-more-json-them = and { $more } more; --json lists them
report-trees-of-files = solid-leaf, those of the files
report-tree-of-before = solid-leaf, that of the file before, ours after
report-tree-of-after = solid-leaf, ours before, that of the file after
report-pairs = pairs of leaves: { $pairs }
report-pairs-changed = of leaves that stay, { $gone } see each other no more, and { $came } did not before
report-not-compared = not compared
report-doom-tree = the map's nodes, as its node builder made them, in the plane
report-own = the file's
report-planar = planar tree
report-doom-map = { $linedefs } linedefs, { $sectors } sectors
report-doom-rounded = { $off } segs over a unit off their linedef, { $out } out of their cell (at most { $most } units)
report-duel-measured =
    Each kind of query from { $count } places with room for a sphere of { $radius } m; visited nodes and faces are means, times medians. * best of its column
    {""}
report-zero-area = without area
report-not-finite = not finite
report-liquid = { $triangles ->
        [one] { $triangles } triangle
       *[other] { $triangles } triangles
    }, drawn but not solid
report-node-tree = node-storing, rule { $rule }
report-fragments = { $fragments } of { $triangles } solid triangles
report-balance = { $balance } (0.5 even, 0 a list)
report-leaf-tree = solid-leaf, rule { $rule }
report-no-leaf-tree = solid-leaf, not built: { $error }
report-by-hand = by hand
report-by-name = by name
report-structural = { $triangles ->
        [one] { $triangles } triangle
       *[other] { $triangles } triangles
    }, as { $polygons ->
        [one] { $polygons } convex polygon
       *[other] { $polygons } convex polygons
    }{ $by_reason }
report-beyond-budget = beyond the budget
report-nodes-on-planes = { $nodes }, on { $planes ->
        [one] { $planes } plane
       *[other] { $planes } planes
    }
report-leaves = { $leaves }: { $empty } empty ({ $empty_volume } m³), { $solid } solid ({ $solid_volume } m³), and the outside
report-filled = { $filled ->
        [one] { $filled } leaf that
       *[other] { $filled } leaves that
    } cannot be reached
report-filled-leak = nothing, because of the leak
report-filled-open = nothing: this level has no inside
report-filled-solid = nothing: the spawn is in something solid
report-leak-open = open to all sides: nothing is sealed, as this level has no inside
report-leak-unknown = unknown: the spawn is in something solid
report-the-spawn = the spawn
report-leak = { $from } is connected to the outside, by a path of { $length } m
report-leak-none = none: the spawn is sealed
report-pvs-none = not computed: --pvs computes it
report-contradicted = { $faces ->
        [one] { $faces } face, { $area } m²: the solid side was decided against it: { $numbers }
       *[other] { $faces } faces, { $area } m²: the solid side was decided against them; the largest are { $numbers }
    }
report-lump-beyond = the lump `{ $lump }` has { $count } { $unit }, and { $engine } as it first came holds { $limit }: other engines may be needed
report-lumps-beside = beside the limits of { $engine } as it first came
report-lumps-unlimited = of a format that was made to be without limits
report-own-tree = the file's own, as its compiler made it
report-built-here = built here
report-no-pvs = no PVS
report-hull = { $x } by { $y } by { $z } m
report-models = { $models } beside the world
report-flow = { $portals } of { $steps } from portals, { $lines } along lines, { $solid } among solid leaves
report-portal-covered = , { $area } m² of them covered
report-portal = portal { $portal }, from { $front } to { $behind }: { $area } m²{ $covered }, at { $x }  { $y }  { $z }
report-more-json = and { $more } more; --json lists all
report-tree-of-file = of the file
report-tree-built-here = solid-leaf, built here
report-to-outside = { $portals } to the outside
report-within-cluster = { $within } between leaves of one cluster
report-in-both = { $portals }, { $area } m²: on one plane, to { $distance }, with 95 % of the larger one's area in common
report-making-questions = Making questions
report-quiz-nothing = There is nothing to ask about { $level }: no cast crosses a plane in it, and none divides its faces.
report-quiz-question = Question { $number } of { $all }: { $kind }
report-quiz-letters = A to { $last }
report-quiz-numbers = 0 to { $most }
report-quiz-none = `{ $given }` is none of { $possible }.
report-quiz-score = Score: { $points } of { $asked }.
report-quiz-again = Look again at { $kind }: { $chapter }.
report-drawn-by = { $title }, drawn by bspwalk
report-costs-building = Building the planar tree by each cost
report-costs-planar = the planar tree over the linedefs
report-costs-nodes = the node-storing tree, rule { $rule }
report-costs =
    { $level }: { $tree } at each cost of a cut
    {""}
report-costs-fewest =
    The fewest segs, { $segs }, at a cost of { $cost }; at { $usual }, which node builders take where nobody says one, { $segs_usual }.
    {""}
report-film-reading = Reading the steps
report-film-drawing = Drawing the steps
report-film-writing = Writing the film
report-film-depth = Each face is painted over what lies behind it: no depths are compared.
report-film-replaying = Replaying the build
report-film-division = Film of the division: { $step }
report-film-all-painted = All faces in view are painted.
report-film-last-painted = { $place } was painted last.
report-film-last-face = the face that was painted last
report-repeated = repeated
report-dropped = { $triangles }, of which dropped: { $counts }
report-marks = { $triangles }, { $count } of which { $count ->
    [one] marks
       *[other] mark
} the spawn
report-spawn = { $eye }, yaw { $yaw }° ({ $origin })
report-spawn-object = object
report-spawn-entity = entity
report-spawn-room = room
report-spawn-fallback = fallback
report-bounds = { $min }  to  { $max }
report-blocks = { $nodes ->
        [one] { $nodes } node whose faces were not divided
       *[other] { $nodes } nodes whose faces were not divided
    }, as the tree has as many fragments as it may have; --max-fragments N raises that
report-depth = { $depth }, mean { $mean }
report-queries = ask { $planes ->
        [one] { $planes } plane
       *[other] { $planes } planes
    }, up to 7 at once, and then bounds
report-queries-cells = ask { $planes ->
        [one] { $planes } plane
       *[other] { $planes } planes
    }, up to 7 at once, and then bounds; { $cells } cells have at most 8 faces and are tested whole
report-changed = { $file } has changed.
report-by-liquid = liquid
report-by-small = small
report-detail = { $triangles ->
        [one] { $triangles } triangle
       *[other] { $triangles } triangles
    }{ $by_reason }
report-visible = { $percent } % of the empty leaves from the mean one
report-visible-coarse = { $percent } % of the empty leaves from the mean one, a coarse answer
report-leaf-faces = { $faces }, { $splits } splits
report-in-brackets = {" "}({ $counts })
report-built = { $all } ms: structure { $structure }, tree { $tree }, portals { $portals }
report-built-pvs = { $all } ms: structure { $structure }, tree { $tree }, portals { $portals }, PVS { $pvs }
report-lump-bytes = bytes
report-lump-items = items
report-lump-limit = limit
report-lump-used = used
report-lump-bspx = {"  "}BSPX
report-lump-bspx-unread = {"  "}BSPX, not read
report-style = style { $style }: { $title }, on { $faces ->
        [one] { $faces } face
       *[other] { $faces } faces
    }
report-style-off = style { $style }: { $title }, off at the start, on { $faces ->
        [one] { $faces } face
       *[other] { $faces } faces
    }
report-none = none
report-hulls = { $hulls } ({ $nodes ->
        [one] { $nodes } node
       *[other] { $nodes } nodes
    })
report-brush-line = line
report-brush-steps = PVS steps
report-brush-portals = portals
report-brush-cuts = cuts
report-brush-place = box in units, texture, entity
report-brush-outside = { $place }, touches the outside
report-written = { $file }, { $bytes } bytes
report-course-station = station
report-course-all = all
report-course-failure = { $name }: { $words }; the limit is { $limit }
report-course-title = { $title } ({ $name })
report-node-storing = node-storing
report-solid-leaf = solid-leaf
report-brush = { $min } to { $max } in units, of { $object }
report-detail-brush = { $min } to { $max } in units, of { $object }, detail
report-gone = gone
report-came = came
report-empty-solid = empty { $empty }, solid { $solid }
report-alone = { $portals } alone; { $area } m² in all
report-alone-and-parts = { $portals } alone; { $parts } lie on others, but are divided otherwise; { $area } m² in all
report-only-in-file = only in file
report-only-in-tree = only in tree
report-in-clusters = { $leaves } in { $clusters }
report-portals-written = { $file }, { $dialect }, { $bytes } bytes
report-duel-rule = rule
report-costs-left = left
report-costs-right = right
report-costs-axial = axial
report-costs-splits = splits
report-costs-diagonal = diagonal
report-costs-cost = cost
report-film-place = { $place }.
report-time-left = , about { $time } left
# Labels of a tree for Graphviz.
report-graph-sides = F in front of the plane, B behind it
report-graph-node = node { $node }
report-graph-below = node { $node } and below
report-graph-solid = { $leaves } solid
report-graph-block = block
report-film-walk = A walk: { $seconds } s
report-film-mechanism = { $name }: { $does }.
