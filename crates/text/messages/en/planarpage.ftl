# The page of the planar tree. $line, $edge, $next: letters of edges; $place: a point; $start: the start of the sentence;
# $size: the sentence planarpage-segments.

planarpage-no-edge = There is no such edge.
planarpage-no-corner = There is no such corner.
planarpage-without-corner = Without this corner, { $fault }
planarpage-crossing = { $fault } The two edges are { $a } and { $b }.
planarpage-most-corners = This page accepts at most { $most } corners.
planarpage-link-preset = preset “{ $name }” does not exist; choose one of { $names }
planarpage-link-rule = rule “{ $name }” does not exist; choose one of { $names }
planarpage-link-shown = “{ $value }” is not a number of splits
planarpage-link-point = “{ $value }” is not a point in the form 3,1
planarpage-link-corners = the figure has more than { $most } corners
planarpage-link-corner = “{ $value }” is not a corner in the form 4.5,2
planarpage-fewest-cuts = fewest cuts
planarpage-first-edge = first edge
planarpage-fewest-cuts-words = Each node uses the line of an edge. The rule chooses the line that cuts the fewest edges; ties go to the line that divides the edges most evenly.
planarpage-first-edge-words = Each node uses the line of an edge. The rule chooses the first remaining edge, regardless of what its line cuts.
planarpage-division = Split { $shown }: { $words }
planarpage-edges = There are { $edges } edges. None has been split yet.
planarpage-inside = inside
planarpage-outside = outside
planarpage-on-edge = on edge { $edge }
planarpage-in-undivided = in a region that is not split yet
planarpage-nothing-divided = Point { $place } cannot be located because nothing is split yet.
planarpage-in-front-of = in front of
planarpage-front = front
planarpage-behind = behind
planarpage-back = back
planarpage-on = on
planarpage-at-root = At the root, the point
planarpage-the-point = The point
planarpage-on-line = { $start } lies on the line of { $line }, which counts as in front. The next test uses the line of { $next }.
planarpage-side-of-line = { $start } lies { $side } the line of { $line }. The next test uses the line of { $next }.
planarpage-on-edge-itself = { $start } lies on the line of { $line } and on edge { $edge } itself.
planarpage-side-undivided = { $start } lies { $side } the line of { $line }, in a region that is not split yet.
planarpage-no-cell = no cell is left on this side
planarpage-it-is = the point is { $end }
planarpage-no-child = { $start } lies { $side } the line of { $line }. This node has no { $child } child, so { $end }.
planarpage-for-browsers = This program runs in a browser. Run `cargo run --release -p xtask -- web --serve`, then open the page planar/.
planarpage-bad-link = The link is not valid: { $reason }.
planarpage-link-without-figure = The link contains no figure. { $reason }
planarpage-verdict = The polygon has { $edges } edges, with the interior on the left of each. Its tree has { $nodes ->
        [one] { $nodes } node
       *[other] { $nodes } nodes
    }, depth { $depth } and { $cuts ->
    [0] no cuts
    [one] { $cuts } cut
   *[other] { $cuts } cuts
}.
planarpage-node = the node uses the line of { $edge }, which { $cuts ->
    [0] cuts no edge
    [one] cuts { $cuts } edge
   *[other] cuts { $cuts } edges
}; { $on } { $count ->
    [one] lies
   *[other] lie
} on the line.
planarpage-comma = ,{" "}
planarpage-undivided-after = After { $tests ->
    [one] { $tests } test
   *[other] { $tests } tests
}, the point { $place } is { $end }.
planarpage-ends-after = { $place } is { $end }. The tree needs { $tests ->
    [one] { $tests } test
   *[other] { $tests } tests
} to determine this; testing all edges would take { $edges } tests.
planarpage-further = Because the point lies on a line, { $further ->
    [one] { $further } more test looks
   *[other] { $further } more tests look
} behind that line for an edge through the point.
planarpage-saved = A polygon and its BSP tree
planarpage-link-eye = “{ $value }” is not an eye in the form 3,1,90
planarpage-open-chain = Chain { $chain } is open. Click to add corners; press Enter or double-click to end it.
planarpage-no-segments = There are no segments yet. Draw a chain or choose a preset.
planarpage-segments = The figure has { $segments ->
        [one] { $segments } segment
       *[other] { $segments } segments
    } but no inside or outside. Its tree has { $nodes ->
        [one] { $nodes } node
       *[other] { $nodes } nodes
    }, depth { $depth } and { $cuts ->
    [0] no cuts
    [one] { $cuts } cut
   *[other] { $cuts } cuts
}.
planarpage-zero-length = { $size } Segment { $segment } has length zero, so the tree skips it.
planarpage-duplicate = { $size } Segments { $a } and { $b } have the same endpoints.
planarpage-in-cell = in a cell
planarpage-cell = this is the point's cell
planarpage-cell-after = { $place } is in cell { $path }, found in { $tests ->
    [one] { $tests } test
   *[other] { $tests } tests
}. Free segments have no inside or outside.
planarpage-no-visit = No segment has been visited yet.
planarpage-visit = Visit { $number }: { $edge } fills { $columns ->
    [one] { $columns } column
   *[other] { $columns } columns
}. Now { $solid } of { $all } columns are solid.
planarpage-visit-hidden = Visit { $number }: { $edge } is hidden because its { $columns ->
    [one] { $columns } column is
   *[other] { $columns } columns are
} already solid.
planarpage-visit-outside = Visit { $number }: { $edge } covers no column. It is outside the field of view, narrower than a column, or seen edge-on.
planarpage-view-full = All { $all } columns are solid. The traversal visited { $visited ->
    [one] { $visited } fragment
   *[other] { $visited } fragments
} and skipped { $skipped }.
planarpage-view-open = { $filled } of { $all } columns are solid. The traversal visited { $visited ->
    [one] { $visited } fragment
   *[other] { $visited } fragments
} and skipped { $skipped }.
