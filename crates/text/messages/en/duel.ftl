# The columns of the table of a duel, and what they mean.

duel-title-nodes = nodes
duel-title-fragments = fragments
duel-title-growth = growth
duel-title-depth = depth
duel-title-balance = balance
duel-title-memory = memory
duel-title-built-in = built in
duel-title-cost = cost
duel-title-casts = casts
duel-title-contacts = contacts
duel-title-sweeps = sweeps
duel-title-visited = visited
duel-title-faces = faces
duel-title-time = time
duel-title-planes = planes
duel-title-axial = axial
duel-title-splits = splits of faces
duel-title-diagonal = diagonal
duel-column-nodes = Nodes of the tree.
duel-column-fragments = Pieces of faces that the tree stores; a solid-leaf tree merges the triangles of a flat face first.
duel-column-growth = Fragments a triangle: more than 1 where planes cut faces, less where triangles were merged.
duel-column-depth = Nodes on the longest path from the root.
duel-column-balance = The share of the smaller side among the nodes below, in the mean: 0.5 is even, 0 a list.
duel-column-memory = Memory of the tree; that of a solid-leaf tree includes the meshes of its leaves and its portals.
duel-column-build = How long the tree took to build, here and now; of a solid-leaf tree without its portals and PVS.
duel-column-cost = Expected cost of a query along a random line, in visits of a node, by the surface area heuristic.
duel-column-cast-visits = Nodes that a cast visits, in the mean: from where people can be, in a random direction, through the level.
duel-column-cast-faces = Faces that a cast looks at, in the mean: each as often as a visited node or leaf has it.
duel-column-cast-time = Time of a cast: the median, where of each the quickest of 5 passes counts.
duel-column-contact-visits = Nodes that a contact query visits, in the mean: a sphere that has come to rest at a wall.
duel-column-contact-faces = Faces that a contact query looks at, in the mean: each as often as a visited node or leaf has it.
duel-column-contact-time = Time of a contact query: the median, where of each the quickest of 5 passes counts.
duel-column-sweep-visits = Nodes that a sweep visits, in the mean: a sphere that moves for a second in a random direction.
duel-column-sweep-faces = Faces that a sweep looks at, in the mean: each as often as a visited node or leaf has it.
duel-column-sweep-time = Time of a sweep: the median, where of each the quickest of 5 passes counts.
duel-column-axial-nodes = Nodes whose plane is across an axis, as a share of all.
duel-column-axial-splits = Pieces more than there were triangles, of those across an axis.
duel-column-diagonal-splits = Pieces more than there were triangles, of those that are not across an axis.
duel-spread-time = { $low } to { $high } in the middle half of { $samples } queries
duel-spread-visits = { $visited } ± { $deviation } nodes, at most { $most }, in { $samples } queries

# Who takes part. $name, $text: what was typed.

duel-tree-node-storing = node-storing tree
duel-tree-solid-leaf = solid-leaf tree
duel-tree-own = the file's own tree
duel-tree-none = no tree
duel-does-own = is the tree that the level's compiler made, which is converted rather than built
duel-does-none = tests every triangle in every query
duel-weight-cut = cut weight
duel-weight-unbalance = unbalance weight
duel-asking = Asking { $contestant }
duel-error-no-weights = `{ $name }` has no weights
duel-error-many-weights = `{ $text }` has more than two weights: write the weight of a cut and that of unbalance as in { $name }:2:0.5
duel-error-weight = `{ $text }` is no weight: weights are between 0 and 1e9, as in sampled:2:0.5
duel-error-rule = `{ $name }` is no rule: those of the node-storing tree are { $nodes }; of the solid-leaf tree { $leaves }; `{ $own }` is the tree of a compiled level, `{ $none }` no tree
duel-error-no-own-tree = the level brings no tree of its own: compiled levels (.bsp) do

# The verdict, a sentence. $rule: the name of a rule; $kinds: queries; figures are factors where a message says times.

duel-verdict = { $parts }.
duel-verdict-wins =
    { $wins }, and a cast visits { $visits } of { $nodes } { $nodes ->
        [one] node
       *[other] nodes
    }
duel-verdict-no-tree = without a tree a cast takes { $times } times as long
duel-verdict-small = in so small a level a cast is quicker without a tree
duel-wins-alone = `{ $rule }` is the only tree
duel-wins-first = `{ $rule }` answers { $kinds } soonest
duel-wins-others = `{ $rule }` { $kinds }
duel-smallest = `{ $rule }` has { $share } of the nodes
duel-smallest-alike = { $has }, and its casts take hardly longer
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
