polygon-own-tree = The level's own tree
polygon-own-tree-hint = The map's node builder built this tree. Each node has one partition line; segs are stored in convex subsectors.
polygon-our-tree = Our planar tree
polygon-our-tree-hint = This tree uses the same lines, chosen for the fewest cuts, then the best balance. Nodes store the edges.
polygon-building = Building the planar tree from the level's lines…
polygon-depth-to = Lines down to depth
polygon-all = Whole map
polygon-how-map = Drag to pan, scroll to zoom, or point anywhere to test that point in both trees.
polygon-place = subsector { $subsector } of sector { $sector }, with { $what }. The search took { $place }.
polygon-leaves = { $leaves ->
        [one] { $leaves } leaf
       *[other] { $leaves } leaves
    }
polygon-figures = { $nodes ->
        [one] { $nodes } node
       *[other] { $nodes } nodes
    }, { $leaves }, depth { $depth } (mean { $mean }), balance { $balance }.
polygon-minisegs = {" "}The partition lines also contain { $minisegs }.
polygon-parts = Cutting turned { $lines } segments into { $parts } ({ $growth } %).{ $minisegs }
polygon-under = Under the pointer: { $what }
polygon-point = Point at the map to test a point.
polygon-needs-three = a loop needs at least three corners
polygon-outer = the corners wind counter-clockwise, like an outer boundary
polygon-hole = the corners wind clockwise, like a hole
polygon-open = Loop { $loop } is open: { $winding }. Click the first corner of the loop to close it.
polygon-empty = There is no polygon yet. Draw a loop or choose a preset.
polygon-measured = { $points ->
        [one] { $points } point was
       *[other] { $points } points were
    } tested, { $inside } % inside the polygon. With the tree, a point takes { $least } to { $most } tests ({ $mean } on average) and { $by_tree } ns. Without the tree, a point takes { $edges } tests and { $by_all } ns.
polygon-tab-level = Tree of { $level }
polygon-tab-draw = Your polygon
polygon-title = Planar tree
polygon-what = A BSP tree over the edges of a polygon, used to test whether a point is inside ({ $source }).
polygon-reverse = Reverse loop
polygon-start = Start with
polygon-how-loop = Click to place corners; click the first one to close the loop. Draw outer boundaries counter-clockwise and holes clockwise.
polygon-draw = Draw a loop
polygon-clear = Clear
polygon-snap = Snap
polygon-undo = Undo
polygon-redo = Redo
polygon-how-edit = Drag a corner to move it. Double-click an edge to add a corner, or right-click a corner to remove it. Until you fix the marked fault, the tree shows the last valid polygon.
polygon-build = Build
polygon-step = { $step } of { $all } nodes built
polygon-inside = inside
polygon-outside = outside
polygon-cells = The deeper a cell is in the tree, the brighter it is.
polygon-under-pointer = Point under the pointer
polygon-measure-hint = Tests 20,000 random points within the bounds, both with the tree and against all edges (even-odd rule).
polygon-measure = Measure random points
polygon-save-svg = Save as SVG
polygon-save-json = Save as JSON
polygon-save-obj = Save as OBJ
polygon-walk-hint = Turns the edges into walls and opens the result as a level. One unit becomes two metres. Nothing is saved.
polygon-walk = Walk in it
polygon-back-to-level = Back to the level.
polygon-clear-hint = Remove all loops.
polygon-snap-hint = Corners snap to the grid.
polygon-nothing-yet = Show the state before the first split.
polygon-svg-hint = A picture of the tree.
polygon-json-hint = The edges, nodes and fragments of the tree.
polygon-obj-hint = The edges, extruded into walls at two metres per unit.
polygon-free = Free segments
polygon-free-hint = Draw walls that need not form loops, and view them from an eye position. A polygon's loops become closed chains.
polygon-draw-chain = Draw a chain
polygon-how-chain = Click to place corners. Press Enter or double-click to end the chain, or click its first corner to close it.
polygon-end-chain = End chain
polygon-cell = cell
polygon-view = View from the eye
polygon-eye = Eye
polygon-eye-x = X coordinate of the eye
polygon-eye-y = Y coordinate of the eye
polygon-eye-direction = View direction, in degrees
polygon-visits = Visits
polygon-visit = { $shown } of { $all } fragments visited
polygon-no-visit = Show the state before the first visit.
polygon-visit-before = Show the previous visit.
polygon-visit-next = Show the next visit.
