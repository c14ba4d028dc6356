polygon-own-tree = The level's own tree
polygon-own-tree-hint = as its node builder left it: a partition a node, segs in convex subsectors
polygon-our-tree = Our planar tree
polygon-our-tree-hint = of the same lines: fewest cuts, then balance; edges stay in the nodes
polygon-building = Building the planar tree of the level's lines…
polygon-depth-to = Lines of depth 0 to
polygon-all = All of the map
polygon-how-map = Drag to move, turn the wheel to zoom, point to test a place in both trees.
polygon-place = { $place }: subsector { $subsector } of sector { $sector }, { $what }.
polygon-leaves = { $leaves ->
        [one] { $leaves } leaf
       *[other] { $leaves } leaves
    }
polygon-figures = { $nodes ->
        [one] { $nodes } node
       *[other] { $nodes } nodes
    }, { $leaves }, depth { $depth }, { $mean } in the mean, balance { $balance }.
polygon-minisegs = , { $minisegs } on partition lines
polygon-parts = { $parts } parts of { $lines } ({ $growth } %){ $minisegs }.
polygon-under = Under the pointer: { $what }
polygon-point = Point at a place.
polygon-needs-three = it needs three corners
polygon-outer = it winds counter-clockwise, as an outer boundary
polygon-hole = it winds clockwise, as a hole
polygon-open = Loop { $loop } is open: { $winding }. Click its first corner to close it.
polygon-empty = Nothing is drawn: begin a loop, or take a preset.
polygon-measured = { $points ->
        [one] { $points } point
       *[other] { $points } points
    }, { $inside } % inside: { $least } to { $most } tests, { $mean } in the mean, where all edges are { $edges }. By the tree { $by_tree } ns a point, by all edges { $by_all } ns.
polygon-tab-level = The tree of { $level }
polygon-tab-draw = A polygon to draw
polygon-title = The planar tree
polygon-what = A BSP tree over the edges of a polygon: is a point inside? ({ $source })
polygon-reverse = Reverse it
polygon-start = Start with
polygon-how-loop = Click corner after corner; a click on the first one closes the loop. Outer boundaries are drawn counter-clockwise, holes clockwise.
polygon-draw = Draw a loop
polygon-clear = Clear
polygon-snap = Snap
polygon-undo = Undo
polygon-redo = Redo
polygon-how-edit = Drag a corner to move it. Double-click an edge to add a corner, right-click a corner to remove it. Until you fix the marked fault, the tree shows the last valid polygon.
polygon-build = Build
polygon-step = { $step } of { $all } nodes
polygon-inside = inside
polygon-outside = outside
polygon-cells = Cells are brighter the more lines divide them off.
polygon-under-pointer = The point under the pointer
polygon-measure-hint = The tests of 20,000 random points in the bounds, by the tree and by all edges (even-odd rule).
polygon-measure = Measure random points
polygon-save-svg = Save as SVG
polygon-save-json = Save as JSON
polygon-save-obj = Save as OBJ
polygon-walk-hint = Raise the edges into walls and open that level, which is not saved: two metres a unit.
polygon-walk = Walk in it
polygon-back-to-level = Back to the level.
polygon-clear-hint = Begin with nothing.
polygon-snap-hint = Corners snap to the grid.
polygon-nothing-yet = Nothing is divided yet.
polygon-svg-hint = A picture of the tree.
polygon-json-hint = Edges, nodes and fragments.
polygon-obj-hint = The edges, raised into walls: two metres a unit.
