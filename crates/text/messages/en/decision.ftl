# The choice of a node's plane: the card of the node, the table of considered planes, the film of the build.
# $cuts, $front, $back, $on: how many pieces, as numbers; $faces, $pieces, $planes: counted, with their noun; $plane: name of a plane;
# $score, $own, $better, $next: scores; $others: the number of other planes with the same value; $rule: the name of a rule.

decision-cuts = The plane cuts { $cuts } of { $faces }.
decision-only-face = Only one fragment reached this node, so the node uses the plane of its face.
decision-first-face = The rule `{ $rule }` chooses the plane of the first face that reaches the node: { $face }. { $cuts }
decision-random-face = The rule `{ $rule }` chooses the plane of a random face that reaches the node: { $face }. { $cuts }
decision-by-hand = This plane was set by hand in “What if”. { $cuts } { $instead }
decision-stored = The tree was loaded with this plane, but its rule `{ $rule }` would not choose it here: another program or version built the tree. { $cuts } { $instead }
decision-undivided = The tree has reached its fragment limit, so this node stores its { $faces } undivided and has no plane.
decision-hole = No face reaches this node. Its cell extends through a hole in the mesh, so the node uses a plane through the edges of the hole.
decision-hint = The plane belongs to a face of a hint brush. Hints divide a cell before other faces do. { $cuts }
decision-auxiliary = The planes of the faces divide the fragments poorly, so the rule chose a plane that contains no face. { $cuts }
decision-only-plane = This plane was the only plane considered. It cuts { $cuts } of { $faces }.
decision-no-other = The rule considers no other plane.
decision-rule-takes = The rule would choose { $plane }.
decision-rule-scores-better = The rule scores { $plane } better: { $better } instead of { $own }.
decision-none-lower = The rule considers no plane with a lower score.
decision-cuts-tie = This plane was chosen because no other cuts fewer fragments: it cuts { $cuts } of { $faces }, tied with { $others ->
    [one] one other plane
   *[other] { $others } other planes
}.
decision-cuts-fewest = This plane was chosen because it cuts the fewest fragments. { $cuts }
decision-balance-tie = This plane was chosen because no other divides the fragments more evenly: { $front } in front, { $back } behind, tied with { $others ->
    [one] one other plane
   *[other] { $others } other planes
}.
decision-balance-best = This plane was chosen because it divides the fragments most evenly: { $front } in front, { $back } behind; the next best plane has { $next_front } in front and { $next_back } behind.
decision-block = Queries test a node with this few fragments as one block. The score therefore counts how many fragments a plane cuts, how evenly it divides the others, and how many lie on it. This plane was chosen for its score: { $why }. { $cuts }
decision-score-of-faces = Among the face planes, this one was chosen because it has the lowest score, { $score }. { $idle } { $cuts }
decision-score = This plane was chosen for its score: { $why }. { $cuts }
decision-idle = The score of { $plane } is { $score }, but all fragments are on the same side of that plane.
decision-from-all = all { $reached } fragments
decision-from-sample = a sample of the { $reached } fragments
decision-from-cutting-cell = those of the { $reached } fragments whose planes cut the cell
decision-scored = The rule scored { $planes }, taken from { $from }. This one is the best.
decision-scored-across = The rule scored { $planes }, all axis-aligned, and this one is the best.
decision-scored-both = The rule scored { $planes }: { $own } taken from { $from }, and { $across } axis-aligned. This one is the best.
decision-score-of-sample = Each score is based on a sample of only { $sample } fragments.
decision-cut-by = The plane cuts { $cuts } of { $faces }; the next best plane cuts { $next }.
decision-cut-by-sample = The plane cuts { $cuts } of { $faces }. In the sample of { $sample } fragments, it cuts { $own }, and the next best plane cuts { $next }.
decision-of-sample = { $number } of the { $sample } sampled fragments
decision-least-tie = { $own } is the lowest score, shared with { $others ->
    [one] one other plane
   *[other] { $others } other planes
}
decision-least = { $own } is the lowest score, and the next best is { $next }
decision-short-score = Of { $planes }, this plane has the lowest [[score]]{ $others ->
    [0] {""}
    [one] , tied with one other
   *[other] , tied with { $others } others
}.
decision-short-of-faces = Of the face planes, this plane has the lowest [[score]]{ $others ->
    [0] {""}
    [one] , tied with one other
   *[other] , tied with { $others } others
}.
decision-short-cuts = Of { $planes }, this plane cuts the fewest fragments{ $others ->
    [0] {""}
    [one] , tied with one other
   *[other] , tied with { $others } others
}.
decision-short-balance = Of { $planes }, this plane divides the fragments most evenly{ $others ->
    [0] {""}
    [one] , tied with one other
   *[other] , tied with { $others } others
}.
decision-face = face { $number }
decision-counted-in-sample = a sample of { $sample } of the { $all } fragments
decision-counted-in-all = all { $all } fragments
decision-score-means = The plane with the lowest score is chosen. Score: { $meaning }.
decision-no-scores = The rule `{ $rule }` does not score planes.
decision-beside = Compared with { $planes }
decision-considered = Considered: { $planes }
decision-chosen-among = Chosen among { $planes }
decision-table = The front, back and cut columns count { $counted_in }, before any fragment is cut.
decision-shared-keeps-one = “(+2)” means that two more faces lie on this plane. This rule stores one face per node; the other faces go to the front.
decision-shared = “(+2)” means that two more faces lie on this plane.
decision-score-words = { $cuts } cut, { $front } in front, { $back } behind, score { $score }
decision-part-undivided = undivided
decision-part-on = on the plane
decision-part-front = in front
decision-part-behind = behind
decision-part-all = all
decision-when-split = { $reached } reached the node when it was split; { $cut }. The counts refer to the finished tree, after all further cuts.
decision-when-split-leaf = { $reached } of structural faces reached this node, not counting faces on the boundary of its cell: { $on } on the plane, { $front } in front, { $back } behind; { $cut }.
decision-division-head = Split { $number } of { $all }, node { $node } at depth { $depth }
decision-its-plane = the node's plane
decision-division-undivided = { $head }: { $faces } are left, and the node stores them undivided because the tree has reached its fragment limit.
decision-division-one = { $head }: one fragment is left, and the node stores it.
decision-division-coplanar = { $head }: { $faces } are left, all on { $plane }, and the node stores them.
decision-front-to = { $place }, facing { $sign }{ $axis }
decision-oblique = oblique
decision-plane-of-face = the plane of face { $number }
decision-oblique-plane = an oblique plane
decision-plane-at = the plane { $place }
decision-no-plane = The node has no plane and stores { $pieces } undivided.
decision-across-axis = The plane is perpendicular to the { $axis } axis.
decision-across-no-axis = The plane is oblique.
decision-kind-of-face = This is the plane of face { $number }.
decision-none-cut = no fragment was cut
decision-surface-area = expected face tests of a query that enters this cell (surface area heuristic)
decision-cut-pieces = cut fragments
decision-imbalance = |fragments in front − fragments behind|
decision-nothing = nothing
decision-less-coplanar = { $weights } − { $coplanar } × fragments on the plane
decision-number = { $number ->
    [0] none
   *[other] { $number }
}
decision-division = { $head }: { $plane } cuts { $divides }.
decision-it-divides = The plane cuts { $divides }.
decision-divides = { $cuts ->
    [0] none of { $faces };
   *[other] { $cuts } of { $faces } into { $parts } parts; counting these parts,
} { $front } { $front ->
    [one] goes
   *[other] go
} in front, { $back } behind{ $on ->
    [0] {""}
    [one] , and 1 stays in the node
   *[other] , and { $on } stay in the node
}
decision-no-face-on-plane = No face lies on the plane.
decision-were-cut = { $cuts ->
    [one] 1 was cut, into { $parts } parts
   *[other] { $cuts } were cut, into { $parts } parts
}
decision-fragments-on-plane = { $count ->
    [one] { $count } fragment lies on the plane.
   *[other] { $count } fragments lie on the plane.
}
decision-or-more = { $planes } or more
