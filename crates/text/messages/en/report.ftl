report-brushes-kinds = { $all ->
        [one] { $all } brush
       *[other] { $all } brushes
    } ({ $structural } structural, { $detail } detail)
report-brushes-hints = { $hints ->
        [one] { $hints } hint brush
       *[other] { $hints } hint brushes
    }
report-brushes-without-hint = the level with the hint brush, compared with the level without it
report-brushes-trees = { $leaves } empty leaves and { $portals }; computing the PVS took { $steps } ({ $flow } in the portal flow) and { $time }
report-brushes-cut-short = { $count ->
        [one] { $count } search
       *[other] { $count } searches
    } reached the step limit; raise the limit with --pvs-steps N
report-brushes-open = the level is not sealed, so the brushes that would seal it cannot be identified
report-brushes-counted = figures for the current trees, excluding planes shared with other brushes
report-more-top = and { $more } more; use --top N for a longer list, or --csv to list all brushes
report-brushes-as-detail = effect of making the listed brushes func_detail and rebuilding the level
report-brush-as-detail = effect of making a brush func_detail and rebuilding the level
report-writing-file = Writing the file
report-brush-leaves = changes that touch the brush's bounding box: { $gone } removed and { $came } added; { $portals_gone } removed and { $portals_came } added
report-faces-changed = area of faces: { $area_gone } m² removed, { $area_came } m² added; faces that cover an unchanged area but divide it differently: { $gone } removed, { $came } added
report-more-json-them = and { $more } more; use --json for a longer list
report-trees-of-files = solid-leaf (before and after: from the files)
report-tree-of-before = solid-leaf (before: from the file, after: built here)
report-tree-of-after = solid-leaf (before: built here, after: from the file)
report-pairs = visible pairs of leaves: { $pairs }
report-pairs-changed = between unchanged leaves: { $gone } no longer visible, { $came } newly visible
report-not-compared = not compared
report-doom-tree = the map's nodes, compared with a planar tree
report-own = file
report-planar = planar tree
report-doom-map =
    { $linedefs ->
        [one] { $linedefs } linedef
       *[other] { $linedefs } linedefs
    }, { $sectors ->
        [one] { $sectors } sector
       *[other] { $sectors } sectors
    }
report-doom-rounded =
    { $off ->
        [one] { $off } seg is
       *[other] { $off } segs are
    } more than one unit away from their linedef, and { $out } outside their cell; the largest deviation is { $most } units
report-doom-lines =
    { $lines ->
        [one] { $lines } partition line splits
       *[other] { $lines } partition lines split
    } { $splits ->
        [one] { $splits } seg
       *[other] { $splits } segs
    }
report-doom-line =
    node { $node } at depth { $depth } splits { $splits ->
        [one] { $splits } seg
       *[other] { $splits } segs
    }; its partition line passes through ({ $x }, { $y }) in direction ({ $dx }, { $dy })
report-doom-renderer = simulated with view height { $view_height }, in { $directions } directions, from { $places } positions on a { $step }-unit grid, with open doors
report-doom-load = the maximum is { $greatest } (the limit is { $limit }), at position ({ $x }, { $y }) facing { $direction }° (0° is east)
report-doom-load-above =
    the maximum is { $greatest } (the limit is { $limit }), at position ({ $x }, { $y }) facing { $direction }° (0° is east); the limit is exceeded at { $places ->
        [one] { $places } position
       *[other] { $places } positions
    }
report-doom-boom = The limits are those of DOOM 1.9. Boom and later ports have no such limits.
report-duel-measured =
    Each kind of query runs from { $count } positions with enough space for a sphere of radius { $radius } m. Visits and tests are means; times are medians. * marks the best value in each column.
    { $why }
    {""}
report-zero-area = with zero area
report-not-finite = with non-finite coordinates
report-liquid = { $triangles ->
        [one] { $triangles } triangle
       *[other] { $triangles } triangles
    }, drawn but not solid
report-node-tree = node-storing, rule { $rule }
report-fragments = { $fragments ->
        [one] { $fragments } fragment
       *[other] { $fragments } fragments
    } of { $triangles } solid triangles
report-balance = { $balance } (0.5 is balanced, 0 is a list)
report-leaf-tree = solid-leaf, rule { $rule }
report-no-leaf-tree = solid-leaf, not built: { $error }
report-by-hand = set by hand
report-by-name = set by name
report-structural = { $triangles ->
        [one] { $triangles } triangle
       *[other] { $triangles } triangles
    }, merged into { $polygons ->
        [one] { $polygons } convex polygon
       *[other] { $polygons } convex polygons
    }{ $by_reason }
report-beyond-budget = over the budget
report-nodes-on-planes = { $nodes ->
        [one] { $nodes } node
       *[other] { $nodes } nodes
    } on { $planes ->
        [one] { $planes } plane
       *[other] { $planes } planes
    }
report-leaves = { $leaves }: { $empty } empty ({ $empty_volume } m³), { $solid } solid ({ $solid_volume } m³), plus the outside
report-filled = { $filled ->
        [one] { $filled } unreachable leaf
       *[other] { $filled } unreachable leaves
    }
report-filled-leak = none: the level leaks
report-filled-open = none: this level has no inside
report-filled-solid = none: the spawn is in solid space
report-leak-open = open on all sides: this level has no inside that could be sealed
report-leak-unknown = unknown: the spawn is in solid space
report-the-spawn = the spawn
report-leak = { $from } is connected to the outside by a path { $length } m long
report-leak-none = none: the spawn is sealed
report-pvs-none = not computed; add --pvs to compute it
report-contradicted = { $faces ->
        [one] { $faces } face ({ $area } m²) has the same solidity on both sides: face { $numbers }
       *[other] { $faces } faces ({ $area } m² in total) have the same solidity on both sides; the largest are faces { $numbers }
    }
report-lump-beyond = the lump `{ $lump }` has { $count } { $unit }, but the original { $engine } allows { $limit }; use an engine with higher limits
report-lumps-beside = compared with the limits of the original { $engine }
report-lumps-unlimited = this format has no limits
report-own-tree = from the file, as built by the map compiler
report-built-here = built here
report-no-pvs = no PVS
report-hull = { $x } by { $y } by { $z } m
report-models = { $models } in addition to the world
report-flow = { $steps }: { $portals } for portal chains, { $lines } for random sightlines, { $solid } for occlusion by solid leaves
report-portal-covered = , including { $area } m² covered by the other tree's portals
report-portal = portal { $portal }, from cluster { $front } to { $behind }: { $area } m²{ $covered }, at { $x }  { $y }  { $z }
report-more-json = and { $more } more; use --json for the whole list
report-tree-of-file = from the file
report-tree-built-here = solid-leaf, built here
report-to-outside = { $portals } to the outside
report-within-cluster = { $within } between leaves of the same cluster
report-in-both = { $portals } with an area of { $area } m², coplanar within { $distance } and overlapping by at least 95 % of the larger area
report-making-questions = Preparing questions
report-quiz-nothing = There are no questions about { $level }: no plane divides its faces, and no ray crosses a plane.
report-quiz-question = Question { $number } of { $all }: { $kind }
report-quiz-letters = A to { $last }
report-quiz-numbers = 0 to { $most }
report-quiz-none = `{ $given }` is not a valid answer. Enter { $possible }.
report-quiz-score = Score: { $points } of { $asked }.
report-quiz-again = To review “{ $kind }”, see { $chapter }.
report-drawn-by = { $title }, drawn by bspwalk
report-costs-building = Building the tree for each cut cost
report-costs-planar = the planar tree of the linedefs
report-costs-nodes = the node-storing tree, rule { $rule }
report-costs =
    { $level }: figures of { $tree } for each cut cost
    {""}
report-costs-fewest =
    The minimum number of segs is { $segs }, at cut cost { $cost }. At { $usual }, the usual default of node builders, it is { $segs_usual }.
    {""}
report-film-reading = Reading the steps
report-film-drawing = Drawing the steps
report-film-writing = Writing the film
report-film-depth = Each face is painted over the faces behind it, without a depth test.
report-film-replaying = Replaying the build
report-film-division = Subdivision of space: { $step }
report-film-all-painted = All faces in view are painted.
report-film-last-painted = { $place } was painted last.
report-film-last-face = last face painted
report-repeated = duplicated
report-dropped = { $triangles }, not counting dropped triangles ({ $counts })
report-marks = { $triangles }, including { $count ->
    [one] { $count } triangle that marks
   *[other] { $count } triangles that mark
} the spawn
report-spawn = eye at { $eye }, yaw { $yaw }° ({ $origin })
report-spawn-object = object
report-spawn-entity = entity
report-spawn-room = room
report-spawn-fallback = fallback
report-bounds = { $min }  to  { $max }
report-blocks = { $nodes ->
        [one] { $nodes } node stores its faces undivided
       *[other] { $nodes } nodes store their faces undivided
    } because the tree reached its fragment limit; raise the limit with --max-fragments N
report-depth = maximum { $depth }, mean { $mean }
report-queries = queries test { $planes ->
        [one] { $planes } plane
       *[other] { $planes } planes
    }, up to 7 at once, and then bounding boxes
report-queries-cells = queries test { $planes ->
        [one] { $planes } plane
       *[other] { $planes } planes
    }, up to 7 at once, and then bounding boxes; { $cells } cells with at most 8 faces are tested as blocks
report-changed = { $file } has changed.
report-by-liquid = liquid
report-by-small = small
report-detail = { $triangles ->
        [one] { $triangles } triangle
       *[other] { $triangles } triangles
    }{ $by_reason }
report-visible = an empty leaf sees { $percent } % of the empty leaves on average
report-visible-coarse = an empty leaf sees { $percent } % of the empty leaves on average (coarse PVS)
report-leaf-faces = { $faces ->
        [one] { $faces } face
       *[other] { $faces } faces
    } after { $splits ->
        [one] { $splits } split
       *[other] { $splits } splits
    }
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
report-style-off = style { $style }: { $title } (initially off), on { $faces ->
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
report-brush-place = box (map units), texture, entity
report-brush-outside = { $place } (touches the outside)
report-written = { $file }, { $bytes } bytes
report-course-station = station
report-course-all = total
report-course-failure = { $name } failed: { $words }; the limit is { $limit }
report-course-title = { $title } ({ $name })
report-node-storing = node-storing
report-solid-leaf = solid-leaf
report-brush = { $min } to { $max } (map units), part of { $object }
report-detail-brush = { $min } to { $max } (map units), detail brush of { $object }
report-gone = removed
report-came = added
report-empty-solid = empty { $empty }, solid { $solid }
report-alone = { $portals } with an area of { $area } m²
report-alone-and-parts = { $portals }, plus { $parts } divided differently; the unmatched area is { $area } m²
report-only-in-file = only in file
report-only-in-tree = only in tree
report-in-clusters = { $leaves } in { $clusters }
report-portals-written = { $file }, { $dialect }, { $bytes } bytes
report-duel-rule = rule
report-duel-depths = nodes at depth
report-replay-running = running the queries
report-replay-log =
    The tree of { $level } was built with rule { $rule }. The log contains { $queries ->
        [one] { $queries } query
       *[other] { $queries } queries
    } in { $lines ->
        [one] { $lines } line
       *[other] { $lines } lines
    }.
report-replay-others =
    { $others ->
        [one] 1 other request does not query this tree.
       *[other] { $others } other requests do not query this tree.
    }
report-replay-kind = query
report-replay-all = all queries
report-replay-queries = queries
report-replay-visited = visited
report-replay-mean = mean
report-replay-p95 = p95
report-replay-max = max
report-replay-most = The most expensive queries, each followed by the command that films it:
report-replay-query = line { $line } ({ $kind }): { $visited ->
        [one] { $visited } node
       *[other] { $visited } nodes
    } visited, { $tested ->
        [one] { $tested } face
       *[other] { $tested } faces
    } tested
report-replay-nodes = nodes
report-replay-visited-ratio = ratio
report-replay-time-ratio = time
report-replay-differing = differing
report-replay-ratios = Visited nodes and times are relative to the first rule. Differing answers are hits or contacts that differ from those of the first rule.
report-costs-left = left
report-costs-right = right
report-costs-axial = axial
report-costs-splits = splits
report-costs-diagonal = diagonal
report-costs-cost = cost
report-film-place = { $place } in this film.
report-time-left = , about { $time } left
# Labels of a tree for Graphviz.
report-graph-sides = F is in front of the plane, B is behind it
report-graph-node = node { $node }
report-graph-below = node { $node } and its subtree
report-graph-solid = including { $leaves ->
        [one] { $leaves } solid leaf
       *[other] { $leaves } solid leaves
    }
report-graph-block = block
report-film-walk = Walk: { $seconds } s
report-film-mechanism = { $name }: { $does }.
report-hull-of-file = clip hull { $hull }, for a body of { $width } × { $depth } × { $height }
report-hull-expanded = expanded tree, for a body of { $width } × { $depth } × { $height }
report-hull-regions = { $number ->
    [one] 1 region
   *[other] { $number } regions
}, { $volume } m³
report-hull-region = { $volume } m³ around ({ $x } { $y } { $z }) in source coordinates
