# Columns of the duel table and their meanings.

duel-title-nodes = nodes
duel-title-fragments = fragments
duel-title-growth = growth
duel-title-depth = depth
duel-title-balance = balance
duel-title-memory = memory
duel-title-built-in = build
duel-title-cost = cost
duel-title-casts = casts
duel-title-contacts = contacts
duel-title-sweeps = sweeps
duel-title-visited = visited
duel-title-faces = faces
duel-title-time = time
duel-title-planes = planes
duel-title-axial = axial
duel-title-splits = face splits
duel-title-diagonal = diagonal
duel-column-nodes = Number of nodes in the tree.
duel-column-fragments = Pieces of faces that the tree stores. A solid-leaf tree first merges the triangles of a flat face.
duel-column-growth = Fragments per triangle: more than 1 if planes cut faces, less if triangles were merged.
duel-column-depth = Nodes on the longest path from the root.
duel-column-balance = Average share of the smaller side among the nodes below: 0.5 is even, 0 is a list.
duel-column-memory = Memory of the tree. For a solid-leaf tree, it includes its portals and the meshes of its leaves.
duel-column-build = Time to build the tree on this computer. For a solid-leaf tree, it does not include portals and PVS.
duel-column-cost = Expected cost of a query along a random line, in node visits (surface area heuristic).
duel-column-cast-visits = Nodes that a cast visits, on average: from a place with room for a body, in a random direction, through the level.
duel-column-cast-faces = Faces that a cast looks at, on average. A face counts once for each visited node or leaf that contains it.
duel-column-cast-time = Time of a cast: the median, with the fastest of 5 passes for each cast.
duel-column-contact-visits = Nodes that a contact query visits, on average, for a sphere at rest against a wall.
duel-column-contact-faces = Faces that a contact query looks at, on average. A face counts once for each visited node or leaf that contains it.
duel-column-contact-time = Time of a contact query: the median, with the fastest of 5 passes for each query.
duel-column-sweep-visits = Nodes that a sweep visits, on average, for a sphere that moves for one second in a random direction.
duel-column-sweep-faces = Faces that a sweep looks at, on average. A face counts once for each visited node or leaf that contains it.
duel-column-sweep-time = Time of a sweep: the median, with the fastest of 5 passes for each sweep.
duel-column-axial-nodes = Share of nodes whose plane is perpendicular to an axis.
duel-column-axial-splits = Additional pieces of triangles that are perpendicular to an axis.
duel-column-diagonal-splits = Additional pieces of triangles that are not perpendicular to an axis.
duel-spread-time = { $low } to { $high } in the middle half of { $samples } queries
duel-spread-visits = { $visited } ± { $deviation } nodes, at most { $most }, in { $samples } queries

# Contestants. $name, $text: the user's input.

duel-tree-node-storing = node-storing tree
duel-tree-solid-leaf = solid-leaf tree
duel-tree-own = the file's own tree
duel-tree-none = no tree
duel-does-own = is the tree made by the level's compiler, converted rather than built
duel-does-none = tests every triangle in every query
duel-weight-cut = cut weight
duel-weight-unbalance = imbalance weight
duel-asking = Measuring { $contestant }
duel-error-no-weights = `{ $name }` has no weights
duel-error-many-weights = `{ $text }` has more than two weights: write the cut weight and the imbalance weight, as in { $name }:2:0.5
duel-error-weight = `{ $text }` is not a weight: weights are between 0 and 1e9, as in sampled:2:0.5
duel-error-rule = `{ $name }` is not a rule: the node-storing tree has the rules { $nodes }, and the solid-leaf tree has { $leaves }; `{ $own }` is the tree of a compiled level, and `{ $none }` uses no tree
duel-error-no-own-tree = the level has no tree in its file: only compiled levels (.bsp) have one

# The verdict, a sentence. $rule: the name of a rule; $kinds: queries; figures are factors where a message says times.

duel-verdict = { $parts }.
duel-verdict-wins =
    { $wins }, and a cast visits { $visits } of { $nodes } { $nodes ->
        [one] node
       *[other] nodes
    }
duel-verdict-no-tree = without a tree a cast takes { $times } times as long
duel-verdict-small = in a level this small, a cast is faster without a tree
duel-wins-alone = `{ $rule }` is the only tree
duel-wins-first = `{ $rule }` answers { $kinds } fastest
duel-wins-others = `{ $rule }` { $kinds }
duel-smallest = `{ $rule }` has { $share } of the nodes
duel-smallest-alike = { $has }, and its casts are barely slower
duel-smallest-but-reason = { $has }, but { $reason }: { $more }
duel-smallest-but = { $has }, but { $more }
duel-more-both = its casts visit { $visits } times as many and look at { $faces } times as many faces
duel-more-visits = its casts visit { $visits } times as many
duel-more-faces = its casts look at { $faces } times as many faces
duel-more-time = each visit costs more: its casts take { $time } times as long
duel-slowest = `{ $rule }` { $does }
duel-slowest-has = has { $reason }
duel-slowest-visits = visits { $visits } times as many nodes
duel-slowest-faces = looks at { $faces } times as many faces
duel-slowest-time = takes { $time } times as long
duel-slowest-and = { $first } and { $last }
duel-reason-levels = { $own } levels instead of { $best }
duel-reason-fragments = { $times } times as many fragments
duel-share-tenth = a tenth
duel-share-fifth = a fifth
duel-share-quarter = a quarter
duel-share-third = a third
duel-share-half = half
duel-share-two-thirds = two thirds
duel-share-three-quarters = three quarters
duel-share-little = less than 1 %
duel-share-percent = { $percent } %
