# Legends of the other overlays. $leaves, $planes, $cells, $portals, $nodes, $triangles, $fragments, $all, $drawn: counted, with their noun.

legend-painter-numbers = The numbers count the empty leaves of the section from far to near, seen from the body.
legend-painter-room = { $shown } of { $all } have room for theirs: zoom in for the others.
legend-painted = { $painted }, painted from far to near in the order of the tree alone, without a depth buffer.
legend-painted-last = painted last
legend-leaves-of-eye = { $leaves }: those of the eye and of the selection.
legend-leaves-nearest = { $leaves }, the nearest to the eye.
legend-leaves-tint = Each empty leaf that the cut goes through has a tint, faint where no portal leads to it.
legend-leaves-empty = { $all }, { $empty } of them empty.
legend-hatched-hidden = hatched: hidden from the eye's leaf
legend-leaf-of-eye = the leaf of the eye
legend-selected-leaf = the selected leaf ({ $select })
legend-hatched-solid = hatched: solid
legend-dashed-hidden = dashed: hidden from the eye's leaf
legend-by-nodes = { $triangles } stored in { $nodes }. Those in the same node lie on one splitting plane and share a colour; there are fewer colours than nodes, so colours repeat.
legend-by-depth = { $triangles } stored in { $nodes }. The colour, and in the model the number, is the depth of the node that stores the face; a depth has one colour in every picture.
legend-by-triangles = { $triangles } cut into { $fragments }. The fragments of the same source triangle share a colour; colours repeat.
legend-by-fragments = { $fragments } of { $triangles }: each piece that the splitting planes cut has its own colour; colours repeat.
legend-edges = The edges of { $fragments } of { $triangles }.
legend-edge-of-source = edge of a source triangle
legend-cut-of-tree = cut that the tree made
legend-seen = { $leaves } may be seen from the eye's leaf (PVS).
legend-tinted-seen = tinted: may be seen from the eye's leaf, the brightest
legend-hatched-hidden-from-it = hatched: hidden from it
legend-own-colors = Each of them has its own colour.
legend-grey-others = grey, hatched: the faces of the others
legend-hides-nothing = The eye is in solid or outside of the level: the PVS hides nothing from there.
legend-none-hidden = None is hidden.
legend-grey-hidden = Grey and hatched: { $others }, hidden or outside of the view frustum.
legend-depth-colors = A depth has the same colour in every picture.
legend-f-in-front = F: [[in front]]
legend-b-behind = B: [[behind]]
legend-bands = Bands of both colours: where the selected node's plane and the root's meet the faces. The lines of the others are thinner the higher their nodes.
legend-hatched-back = Hatched: you see its back.
legend-dashed-level = Dashed: a level plane. The arrow beside its depth points up or down, to its front.
legend-side-behind-you = behind you
legend-side-left = to the left
legend-side-right = to the right
legend-side-above = above
legend-side-below = below
legend-plane-out-of-view = The selected node's plane is not in this picture: its cell lies { $side }, { $metres } m away.
legend-planes-hovered = { $planes }: the selected node's and the one under the pointer.
legend-planes-first = the first { $shown } of { $all }
legend-planes-all = all
legend-planes-path-some = { $planes }: the selected node's and the root and the nearest { $nearest } of { $asked } above it, each clipped to its cell.
legend-planes-path-one = { $planes }: the selected node's and the one above it, each clipped to its cell.
legend-planes-path = { $planes }: the selected node's and the { $asked } above it, each clipped to its cell.
legend-planes-depth = depth { $first }
legend-planes-depths = depths { $first } to { $last }
legend-planes = { $planes }: { $limit } of { $depths }, each clipped to its cell.
legend-deepest = The tree is deepest at depth { $depth }: { $nodes }.
legend-normals-largest = { $normals }, those of the largest fragments. Far ones fade.
legend-normals = { $normals }, one for each fragment. Far ones fade.
legend-normal = on the front of a face, lighter at the tip
legend-only-in-file = only in the file: { $alone } alone, { $parts } divided otherwise
legend-only-in-tree = only in the tree: { $alone } alone, { $parts } divided otherwise
legend-in-both = { $number } in both
legend-drawn-of-cut = Drawn: { $drawn }, those that the cut goes through.
legend-drawn = Drawn: { $drawn }.
legend-portals-nearest = { $portals }, the nearest to the eye.
legend-portals-of-cut = { $portals }, those that the cut goes through.
legend-portals-of-eye = { $number } of the leaf that the eye is in
legend-portals-others = between other empty leaves; hatched: seen from behind
legend-portals-outside = { $number } to the outside
legend-cells-first = { $cells }: the first { $shown } of { $all } at depth { $depth }, the convex regions that the planes above have divided space into.
legend-cells = { $cells }: all at depth { $depth }, the convex regions that the planes above have divided space into.
legend-cell-of-eye = the cell of the eye
legend-cell-of-selected = the cell of the selected node
legend-gone = gone, dashed: only in { $before }
legend-came = came: only in this level
legend-filled-at-cut = Filled at the cut: what is solid in one of both alone; rooms that are divided otherwise are tinted.
legend-became-solid = The model and the plan show what became solid, too.
legend-no-entities = This level names no entities: only maps and levels of games do.
legend-entities = { $all } with their names here; an arrow points where one looks.
legend-path = From the root to the eye: { $planes }, { $letters }. F: the eye is in front of the plane, B: behind it.
legend-path-lines = Lines: these planes where they meet the cut, each with its depth and the eye's side; level planes do not meet it.
legend-path-front = depth { $depth }, node { $node }: { $metres } m in front
legend-path-behind = depth { $depth }, node { $node }: { $metres } m behind
legend-path-more = and { $nodes } more below.
legend-leak = The level leaks: { $from } is connected to the outside by a path of { $length } through { $portals }.
legend-leak-path = the shortest path out
legend-leak-hole = the outline of the hole
legend-leak-corner = corner { $corner } of { $all }, where you are
legend-heat = { $of_what }; { $mean } on average; the greatest is marked
legend-heat-figures = { $figures }   { $mean } on average
legend-heat-better = { $percent } better
legend-heat-beside = { $of_what }, in two trees on one scale; the greatest of each is marked
legend-shading = Shading
legend-title-division = Film of the division
legend-title-plan = The plan
legend-title-model = The model
legend-title-difference = Difference
legend-title-build = Film of the build
legend-no-leaf-tree = The solid-leaf tree is not there.
legend-the-spawn = the spawn
legend-of-leaf = Leaf { $leaf }: { $sentence }
legend-query-now = this node and its plane
legend-query-visited = visited
legend-query-skipped = skipped
legend-query-missed = face tested and missed
legend-query-hit = hit
legend-build-chosen = the chosen plane, faces on it, the cell
legend-build-front = in front
legend-build-behind = behind
legend-build-cut = cut; bold: new edges
legend-build-candidates = planes considered
legend-depth = depth
legend-leaves-seen = { $leaves } may be seen from here (PVS), { $hidden ->
    [0] none is hidden
    [one] { $hidden } is hidden
   *[other] { $hidden } are hidden
}.
legend-seen-in-view = { $leaves } may be seen from the eye's leaf (PVS) and { $seen ->
    [one] is
   *[other] are
} in the view frustum, each with its own colour.
legend-deepest-above = { $count ->
    [one] It
   *[other] The first
} is { $metres } m above this cut, where nothing is shown.
legend-deepest-marked = { $count ->
    [one] It
   *[other] The first
} is marked.
