# Legends of the other overlays. $leaves, $planes, $cells, $portals, $nodes, $triangles, $fragments, $all, $drawn: counted, with their noun.

legend-painter-numbers = Numbers show the far-to-near order of the empty leaves in the section, seen from the body.
legend-painter-room = Only { $shown } of { $all } numbers fit in the picture. Zoom in to see the others.
legend-painted = { $painted }: faces are painted from far to near in tree order, without a depth buffer.
legend-painted-last = painted last
legend-leaves-of-eye = { $leaves } shown: the eye's leaf and the selected leaf.
legend-leaves-nearest = { $leaves } shown: those nearest to the eye.
legend-leaves-tint = Empty leaves in the section are tinted, faintly if no portal leads to them.
legend-leaves-empty = The tree has { $all }; { $empty ->
    [one] { $empty } of them is empty
   *[other] { $empty } of them are empty
}.
legend-hatched-hidden = hatched: hidden from the eye's leaf
legend-leaf-of-eye = the eye's leaf
legend-selected-leaf = the selected leaf ({ $select })
legend-hatched-solid = hatched: solid
legend-dashed-hidden = dashed: hidden from the eye's leaf
legend-by-nodes = The tree stores { $triangles } in { $nodes }. Triangles in the same node lie on one splitting plane and share a colour; colours are reused.
legend-by-depth = The tree stores { $triangles } in { $nodes }. A face's colour shows the depth of the node that stores it; in the model, a number shows it too. Each depth has the same colour in every picture.
legend-by-triangles = The tree cuts { $triangles } into { $fragments }. Fragments of the same source triangle share a colour; colours are reused.
legend-by-fragments = The splitting planes cut { $triangles } into { $fragments }. Each fragment is drawn in one colour; colours are reused.
legend-edges = The lines are the edges of { $fragments } cut from { $triangles }.
legend-edge-of-source = edge of a source triangle
legend-cut-of-tree = edge created by a cut
legend-seen = { $leaves } may be visible from the eye's leaf (PVS).
legend-tinted-seen = tinted: may be visible from the eye's leaf, which is brightest
legend-hatched-hidden-from-it = hatched: hidden from the eye's leaf
legend-own-colors = Faces in the same leaf share a colour.
legend-grey-others = grey and hatched: faces in other leaves
legend-hides-nothing = The eye is in solid space or outside the level, so the PVS hides nothing.
legend-none-hidden = No leaf is hidden.
legend-grey-hidden = Faces in the { $others } are grey and hatched, or not drawn if culled, because these leaves are hidden or outside the view frustum.
legend-depth-colors = Each depth has the same colour in every picture.
legend-f-in-front = F: [[in front]]
legend-b-behind = B: [[behind]]
legend-bands = Two-coloured bands show where the planes of the selected node and the root intersect the faces. Lines of other planes get thinner towards the root.
legend-hatched-back = Hatched: you see the back of the plane.
legend-dashed-level = Dashed: a horizontal plane. The up or down arrow next to its depth points to its front.
legend-plane-behind-you = The selected node's plane is out of view: its cell is behind you, { $metres } m away.
legend-plane-left = The selected node's plane is out of view: its cell is to the left, { $metres } m away.
legend-plane-right = The selected node's plane is out of view: its cell is to the right, { $metres } m away.
legend-plane-above = The selected node's plane is out of view: its cell is above, { $metres } m away.
legend-plane-below = The selected node's plane is out of view: its cell is below, { $metres } m away.
legend-planes-hovered = { $planes } shown: the planes of the selected node and of the node under the pointer.
legend-planes-path-some = { $planes } shown: those of the selected node, the root, and the nearest { $nearest } of { $asked } ancestors, clipped to their cells.
legend-planes-path-one = { $planes } shown: those of the selected node and its parent, clipped to their cells.
legend-planes-path = { $planes } shown: those of the selected node and { $asked } ancestors, clipped to their cells.
legend-planes-depth = { $planes } shown: all at depth { $first }, clipped to their cells.
legend-planes-depths = { $planes } shown: all at depths { $first } to { $last }, clipped to their cells.
legend-planes-some-depth = { $planes } shown: the first { $shown } of { $all } at depth { $first }, clipped to their cells.
legend-planes-some-depths = { $planes } shown: the first { $shown } of { $all } at depths { $first } to { $last }, clipped to their cells.
legend-deepest = The maximum depth is { $depth }, reached by { $nodes }.
legend-normals-largest = { $normals } shown: those of the largest fragments. Distant normals fade.
legend-normals = { $normals } shown, one for each fragment. Distant normals fade.
legend-normal = normal on the front of a face, lighter at the tip
legend-only-in-file = portals only in the file: { $alone } unmatched, { $parts } partly matched
legend-only-in-tree = portals only in the tree: { $alone } unmatched, { $parts } partly matched
legend-in-both = portals in both file and tree: { $number }
legend-drawn-of-cut = Shown: { $drawn } crossed by the section plane.
legend-drawn = Shown: { $drawn }.
legend-portals-nearest = { $portals } shown: those nearest to the eye.
legend-portals-of-cut = { $portals } shown: those crossed by the section plane.
legend-portals-of-eye = portals of the eye's leaf: { $number }
legend-portals-others = portals between other empty leaves (hatched if seen from behind)
legend-portals-outside = portals to the outside: { $number }
legend-cells-first = { $cells } shown: the first { $shown } of { $all } at depth { $depth }. Planes higher in the tree divide space into these convex regions.
legend-cells = { $cells } shown: all at depth { $depth }. Planes higher in the tree divide space into these convex regions.
legend-cell-of-eye = the eye's cell
legend-cell-of-selected = the selected node's cell
legend-gone = removed (dashed): only in { $before }
legend-came = added: only in this level
legend-filled-at-cut = Filled areas in the section are solid in only one of the two levels. Rooms that are divided differently are tinted.
legend-became-solid = The model and the plan also show space that became solid.
legend-no-entities = This level has no named entities: only game maps and compiled levels have them.
legend-entities = { $all }: labels show the names, and arrows show the facing direction.
legend-path = The path from the root to the eye has { $planes }: { $letters }. F means that the eye is in front of the plane, B that it is behind the plane.
legend-path-lines = Lines show where the planes of the path meet the section plane. Each line is labelled with the plane's depth and the eye's side. Horizontal planes have no line.
legend-path-front = depth { $depth }, node { $node }: the eye is { $metres } m in front
legend-path-behind = depth { $depth }, node { $node }: the eye is { $metres } m behind
legend-path-more = The path continues through { $nodes } further down the tree.
legend-leak = The level leaks: a { $length } path through { $portals } connects { $from } to the outside.
legend-leak-path = the shortest path out
legend-leak-hole = the outline of the hole
legend-leak-corner = current position: corner { $corner } of { $all }
legend-heat = The count is { $of_what }. The mean is { $mean }; the maximum is marked.
legend-heat-limit = { $count }, DOOM's limit
legend-heat-above-limit = up to { $count }, above DOOM's limit
legend-heat-boom = Boom and later source ports do not have DOOM's limit.
legend-heat-doom-counting = The counts are being computed in the background.
legend-heat-doom-only = This heat map requires a DOOM map that contains built nodes.
legend-heat-figures = { $figures }, mean { $mean }
legend-heat-better = { $percent } better
legend-heat-beside = The counts of both trees are { $of_what } and share one colour scale. Both maxima are marked.
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
legend-build-cut = cut (new edges in bold)
legend-build-candidates = candidate planes
legend-depth = depth
legend-leaves-seen = { $leaves } may be visible from the eye's leaf (PVS); { $hidden ->
    [0] none is hidden
    [one] { $hidden } is hidden
   *[other] { $hidden } are hidden
}.
legend-seen-in-view = { $leaves } may be visible from the eye's leaf (PVS) and { $seen ->
    [one] is
   *[other] are
} in the view frustum. Each leaf is drawn in one colour.
legend-deepest-above = { $count ->
    [one] The deepest node
   *[other] The first of the deepest nodes
} is { $metres } m above the section plane, so it is not shown.
legend-deepest-marked = { $count ->
    [one] The deepest node
   *[other] The first of the deepest nodes
} is marked.
legend-hulls-too-many = The level has too many cells to compare.
legend-hulls-hull = The comparison uses clip hull { $hull } of { $hulls }, for a body of { $width } × { $depth } × { $height }.
legend-hulls-expanded = The comparison uses the tree expanded for a body of { $width } × { $depth } × { $height }.
legend-hulls-blocked = regions that look open but are solid in the hull: { $number }
legend-hulls-narrow = regions that look open but are too narrow for the body: { $number }
legend-hulls-opened = regions that look solid but are open in the hull: { $number }
legend-hulls-opens-nothing = Expanding a tree never makes a wall passable.
legend-hulls-niches = Niches (gaps with at most one opening) are counted but not drawn: { $number }.
legend-partition-lines = { $lines } shown: those of the tree stored in the map. These lines split { $segs }.
legend-partition-lines-depth = Depth { $depth }: { $lines }, which split { $segs }
legend-partition-lines-none = Only DOOM maps have partition lines.
legend-hulls-drawn = The largest { $some } of { $all } regions are drawn.
