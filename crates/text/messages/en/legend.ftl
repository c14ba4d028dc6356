# Legends of the other overlays. $leaves, $planes, $cells, $portals, $nodes, $triangles, $fragments, $all, $drawn: counted, with their noun.

legend-painter-numbers = Numbers show the far-to-near order of the empty leaves in the section, seen from the body.
legend-painter-room = Only { $shown } of { $all } numbers fit. Zoom in to see the others.
legend-painted = { $painted }, painted from far to near in the order of the tree, without a depth buffer.
legend-painted-last = painted last
legend-leaves-of-eye = { $leaves }: the eye's leaf and the selected leaf.
legend-leaves-nearest = { $leaves }, nearest to the eye.
legend-leaves-tint = Empty leaves in the section are tinted, faintly if no portal leads to them.
legend-leaves-empty = { $all }, { $empty } of them empty.
legend-hatched-hidden = hatched: hidden from the eye's leaf
legend-leaf-of-eye = the eye's leaf
legend-selected-leaf = the selected leaf ({ $select })
legend-hatched-solid = hatched: solid
legend-dashed-hidden = dashed: hidden from the eye's leaf
legend-by-nodes = { $triangles } stored in { $nodes }. Triangles in the same node lie on one splitting plane and share a colour. Colours repeat.
legend-by-depth = { $triangles } stored in { $nodes }. The colour and, in the model, the number show the depth of the node that stores the face. Each depth has the same colour in every picture.
legend-by-triangles = { $triangles } cut into { $fragments }. Fragments of the same source triangle share a colour. Colours repeat.
legend-by-fragments = { $fragments } of { $triangles }. Each fragment cut by the splitting planes has its own colour. Colours repeat.
legend-edges = Edges of { $fragments } of { $triangles }.
legend-edge-of-source = edge of a source triangle
legend-cut-of-tree = edge cut by the tree
legend-seen = { $leaves } may be visible from the eye's leaf (PVS).
legend-tinted-seen = tinted: may be visible from the eye's leaf, which is brightest
legend-hatched-hidden-from-it = hatched: hidden from the eye's leaf
legend-own-colors = Each leaf has its own colour.
legend-grey-others = grey and hatched: faces in other leaves
legend-hides-nothing = The eye is in solid space or outside the level, so the PVS hides nothing.
legend-none-hidden = No leaf is hidden.
legend-grey-hidden = The { $others } are hidden or outside the view frustum: grey and hatched, or not drawn if culled.
legend-depth-colors = Each depth has the same colour in every picture.
legend-f-in-front = F: [[in front]]
legend-b-behind = B: [[behind]]
legend-bands = Two-coloured bands: intersections of the faces with the planes of the selected node and the root. Lines of other planes get thinner towards the root.
legend-hatched-back = Hatched: you see the back of the plane.
legend-dashed-level = Dashed: a horizontal plane. The up or down arrow next to its depth points to its front.
legend-plane-behind-you = The selected node's plane is out of view: its cell is behind you, { $metres } m away.
legend-plane-left = The selected node's plane is out of view: its cell is to the left, { $metres } m away.
legend-plane-right = The selected node's plane is out of view: its cell is to the right, { $metres } m away.
legend-plane-above = The selected node's plane is out of view: its cell is above, { $metres } m away.
legend-plane-below = The selected node's plane is out of view: its cell is below, { $metres } m away.
legend-planes-hovered = { $planes }: the planes of the selected node and of the node under the pointer.
legend-planes-path-some = { $planes }: those of the selected node, the root, and the nearest { $nearest } of { $asked } ancestors, clipped to their cells.
legend-planes-path-one = { $planes }: those of the selected node and its parent, clipped to their cells.
legend-planes-path = { $planes }: those of the selected node and { $asked } ancestors, clipped to their cells.
legend-planes-depth = { $planes }: all at depth { $first }, clipped to their cells.
legend-planes-depths = { $planes }: all at depths { $first } to { $last }, clipped to their cells.
legend-planes-some-depth = { $planes }: the first { $shown } of { $all } at depth { $first }, clipped to their cells.
legend-planes-some-depths = { $planes }: the first { $shown } of { $all } at depths { $first } to { $last }, clipped to their cells.
legend-deepest = Maximum depth { $depth }, reached by { $nodes }.
legend-normals-largest = { $normals }, only for the largest fragments. Distant normals fade.
legend-normals = { $normals }, one for each fragment. Distant normals fade.
legend-normal = normal on the front of a face, lighter at the tip
legend-only-in-file = only in the file: { $alone } unmatched, { $parts } partly matched
legend-only-in-tree = only in the tree: { $alone } unmatched, { $parts } partly matched
legend-in-both = { $number } in both
legend-drawn-of-cut = Shown: { $drawn } crossed by the section plane.
legend-drawn = Shown: { $drawn }.
legend-portals-nearest = { $portals }, nearest to the eye.
legend-portals-of-cut = { $portals } crossed by the section plane.
legend-portals-of-eye = { $number } at the eye's leaf
legend-portals-others = between other empty leaves; hatched: seen from behind
legend-portals-outside = { $number } to the outside
legend-cells-first = { $cells }: the first { $shown } of { $all } at depth { $depth }. Planes higher in the tree divide space into these convex regions.
legend-cells = { $cells }: all at depth { $depth }. Planes higher in the tree divide space into these convex regions.
legend-cell-of-eye = the eye's cell
legend-cell-of-selected = the selected node's cell
legend-gone = removed, dashed: only in { $before }
legend-came = added: only in this level
legend-filled-at-cut = Areas filled in the section are solid in only one of the levels. Rooms that are divided differently are tinted.
legend-became-solid = The model and the plan also show space that became solid.
legend-no-entities = This level has no named entities: only game maps and compiled levels have them.
legend-entities = { $all } labelled by name. Arrows show the facing direction.
legend-path = From the root to the eye: { $planes }, { $letters }. F: the eye is in front of the plane; B: behind it.
legend-path-lines = Lines: intersections of these planes with the section plane, labelled with the depth and the eye's side. Horizontal planes do not intersect it.
legend-path-front = depth { $depth }, node { $node }: { $metres } m in front
legend-path-behind = depth { $depth }, node { $node }: { $metres } m behind
legend-path-more = and { $nodes } further down the tree.
legend-leak = The level leaks: a { $length } path through { $portals } connects { $from } to the outside.
legend-leak-path = the shortest path out
legend-leak-hole = the outline of the hole
legend-leak-corner = current position: corner { $corner } of { $all }
legend-heat = { $of_what }; mean { $mean }; the maximum is marked
legend-heat-limit = { $count }, DOOM's limit
legend-heat-above-limit = up to { $count }, above the limit
legend-heat-boom = Boom and later ports have no limit.
legend-heat-doom-counting = Counting in the background.
legend-heat-doom-only = Only DOOM maps with nodes have these counts.
legend-heat-figures = { $figures }   mean { $mean }
legend-heat-better = { $percent } better
legend-heat-beside = { $of_what }, in two trees on the same scale; both maxima are marked
legend-shading = Shading
legend-title-division = Subdivision film
legend-title-plan = Plan
legend-title-model = Model
legend-title-difference = Difference
legend-title-build = Build film
legend-no-leaf-tree = There is no solid-leaf tree.
legend-the-spawn = the spawn
legend-of-leaf = Leaf { $leaf }: { $sentence }
legend-query-now = current node and its plane
legend-query-visited = visited
legend-query-skipped = skipped
legend-query-missed = face tested, no hit
legend-query-hit = hit
legend-build-chosen = chosen plane, its faces and its cell
legend-build-front = in front
legend-build-behind = behind
legend-build-cut = cut; bold: new edges
legend-build-candidates = candidate planes
legend-depth = depth
legend-leaves-seen = { $leaves } may be visible from here (PVS); { $hidden ->
    [0] none is hidden
    [one] { $hidden } is hidden
   *[other] { $hidden } are hidden
}.
legend-seen-in-view = { $leaves } may be visible from the eye's leaf (PVS) and { $seen ->
    [one] is
   *[other] are
} in the view frustum, each with its own colour.
legend-deepest-above = { $count ->
    [one] It
   *[other] The first
} is { $metres } m above the section plane, so it is not shown.
legend-deepest-marked = { $count ->
    [one] It
   *[other] The first
} is marked.
legend-hulls-too-many = The level has too many cells to compare.
legend-hulls-hull = Clip hull { $hull } of { $hulls }, for a body of { $width } × { $depth } × { $height }.
legend-hulls-expanded = The expanded tree, for a body of { $width } × { $depth } × { $height }.
legend-hulls-blocked = looks open, but solid in the hull: { $number }
legend-hulls-narrow = looks open, but too narrow for the body: { $number }
legend-hulls-opened = looks solid, but open in the hull: { $number }
legend-hulls-opens-nothing = An expanded tree makes no wall passable.
legend-hulls-niches = Niches with at most one opening, not drawn: { $number }.
legend-partition-lines = { $lines } of the map's own tree. They split { $segs }.
legend-partition-lines-depth = Depth { $depth }: { $lines }, { $segs } split
legend-partition-lines-none = Only DOOM maps have partition lines.
legend-hulls-drawn = The largest { $some } of { $all } regions are drawn.
