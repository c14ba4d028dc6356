# The section, and the film of the division. $planes, $cells, $lines, $solid: counted, with their noun.

section-no-plane = No planes yet: all of space is one cell.
section-root-plane = The root's plane divides space into a front and a back half.
section-depths = { $planes } at depths 0 to { $last } produce { $cells } in this section.
section-all-nodes = { $planes } have been added, and every face lies on one of them.
section-all-leaves = { $planes } have been added, and every cell is an empty or solid leaf.
section-bounds = The tree's first six planes, which bound the level, are not counted.
section-leaves = The section plane passes through { $empty ->
    [one] { $empty } empty leaf
   *[other] { $empty } empty leaves
} and { $solid }.
section-root-label = ROOT
section-legend-root = the root's plane
section-legend-now = the planes of the current step
section-legend-before = earlier planes, by depth
section-legend-tints = Each tint is a cell. Tints in the same half are similar.
section-legend-lines = { $count ->
    [one] { $count } line shows
   *[other] { $count } lines show
} where split planes meet the section plane. Each is labelled with its depth. Arrows point to the front.
section-legend-selected = the selected node's plane
section-legend-solid = solid space at the section plane
section-legend-faces = faces at the section plane
section-legend-figure = figure: the eye and its view direction
section-undivided = { $count ->
    [one] { $count } cell is
   *[other] { $count } cells are
} too small to be subdivided further at this distance.
