# Why a node has its plane: its card, the table of planes that were considered, the film of the build.
# $cuts, $front, $back, $on: how many pieces, as numbers; $faces, $pieces, $planes: counted, with their noun; $plane: a plane in words;
# $score, $own, $better, $next, $cost: scores; $rule: the name of a rule.

decision-cuts = It cuts { $cuts } of { $faces }.
decision-only-face = One piece reached this node, so its plane is that of its face.
decision-first-face = The rule `{ $rule }` takes the plane of the first face that reaches the node, which is { $face }. { $cuts }
decision-random-face = The rule `{ $rule }` takes the plane of any face that reaches the node; the random number chose { $face }. { $cuts }
decision-by-hand = This plane was given to the node by hand, in “What if”. { $cuts } { $instead }
decision-stored = The tree was opened with this plane, which its rule `{ $rule }` does not choose here: another program or version built it. { $cuts } { $instead }
decision-undivided = The tree has as many fragments as it may have, so this node stores its { $faces } undivided: no plane was taken.
decision-hole = No face reaches this node. Its cell reaches through a hole in the faces, and the plane is that of the hole's edges.
decision-auxiliary = The planes of the faces divide the pieces badly, so a plane was taken on which no face lies. { $cuts }
decision-only-plane = It was the only plane considered: it cuts { $cuts } of { $faces }.
decision-no-other = The rule considers no other.
decision-rule-takes = The rule takes { $plane }.
decision-rule-scores-better = The rule scores { $plane } better, { $better } against { $own }.
decision-none-lower = No plane that the rule considers has a lower score.
decision-cuts-tie = This plane was chosen because no other cuts fewer pieces: it cuts { $cuts } of { $faces }, as does another.
decision-cuts-fewest = This plane was chosen because it cuts the fewest pieces: it cuts { $cuts }.
decision-balance-tie = This plane was chosen because no other divides the pieces more evenly: { $front } in front, { $back } behind. Another does so as well.
decision-balance-best = This plane was chosen because it divides the pieces most evenly: { $front } in front, { $back } behind; the next best { $next_front } and { $next_back }.
decision-block = Queries read so few pieces as one block, so planes are scored by how many they cut, how evenly they divide the others and how many lie on them. This plane was chosen because { $why }. It cuts { $cuts }.
decision-cost-of-faces = Of the planes of faces this one was chosen because a query is expected to cost the least with it, { $score }. { $idle } It cuts { $cuts }.
decision-cost-tie = This plane was chosen because with no other a query is expected to cost less: { $score }, as with another. It cuts { $cuts }.
decision-cost-least = This plane was chosen because a query is expected to cost the least with it, { $score }; with the next best { $next }. It cuts { $cuts }.
decision-score = This plane was chosen because { $why }. It cuts { $cuts }.
decision-idle = With { $plane } it would cost { $cost }, but all pieces reach to one side of that plane.
decision-from-all = those of all { $reached } pieces
decision-from-sample = those of a sample of the { $reached } pieces
decision-from-cutting-cell = those of the { $reached } pieces that cut the cell
decision-scored = The rule scored { $planes }, { $from }, and this one is the best.
decision-scored-across = The rule scored { $planes } across the axes, and this one is the best.
decision-scored-both = The rule scored { $planes }, and this one is the best: { $own } are { $from }, and { $across } lie across the axes.
decision-score-of-sample = A score counts { $sample } of the pieces, not all.
decision-cut-by = { $cuts } of { $faces }; the next best cuts { $next }
decision-cut-by-sample = { $cuts } of { $faces }; of the { $sample } sampled it cuts { $own }, the next best { $next }
decision-of-sample = { $number } of { $sample } sampled
decision-least-tie = no other has a lower score than its { $own }, which another has as well
decision-least = its score is the least, { $own }; the next best has { $next }
decision-face = face { $number }
decision-counted-in-sample = counted in a sample: { $sample } of the { $all } pieces
decision-counted-in-all = counted in all { $all } pieces
decision-score-means = The plane with the least score is chosen. Score: { $meaning }.
decision-no-scores = The rule `{ $rule }` scores no planes.
decision-beside = Beside { $planes }
decision-considered = Considered: { $planes }
decision-chosen-among = Chosen among { $planes }
decision-table = { $score } Front, back and cut are { $counted_in }, each before it is cut.
decision-shared-keeps-one = “(+2)”: two more faces have this plane. By this rule the node keeps one face alone, and they go in front.
decision-shared = “(+2)”: two more faces have this plane.
decision-score-words = { $cuts } cut, { $front } in front, { $back } behind, score { $score }
decision-part-undivided = undivided
decision-part-on = on the plane
decision-part-front = in front
decision-part-behind = behind
decision-part-all = all
decision-when-split = When split: { $reached } of faces reached this node; { $cut }. Fragments and nodes: in the finished tree, after all further cuts.
decision-when-split-leaf = Of the structural faces, { $reached } reached it, beside those on the boundary of its cell: { $on } on the plane, { $front } in front, { $back } behind; { $cut }.
decision-division-head = Division { $number } of { $all }, of node { $node } at depth { $depth }:
decision-its-plane = its plane
decision-division-undivided = { $head } { $faces } are left here, and the node stores them undivided, as the tree has as many fragments as it may have.
decision-division-one = { $head } one piece is left here, and the node stores it.
decision-division-coplanar = { $head } { $faces } are left here, all on { $plane }, and the node stores them.
decision-front-to = { $place }, front to { $sign }{ $axis }
decision-oblique = oblique
decision-plane-of-face = the plane of face { $number }
decision-oblique-plane = an oblique plane
decision-plane-at = the plane { $place }
decision-no-plane = It has no plane: it stores { $pieces } undivided.
decision-across-axis = A plane across the { $axis } axis.
decision-across-no-axis = A plane across no axis.
decision-kind-of-face = The plane of face { $number }.
decision-none-cut = none was cut
decision-surface-area = expected cost of a query (surface area heuristic)
decision-cut-pieces = cut pieces
decision-imbalance = |pieces in front − pieces behind|
decision-nothing = nothing
decision-less-coplanar = { $weights } − { $coplanar } × pieces on the plane
decision-number = { $number ->
    [0] none
   *[other] { $number }
}
decision-division = { $head } { $plane } { $divides }.
decision-it-divides = It { $divides }.
decision-divides = cuts { $cuts ->
    [0] none of { $faces };
   *[other] { $cuts } of { $faces } into { $parts }; with those parts,
} { $front } { $front ->
    [one] goes
   *[other] go
} in front, { $back } behind{ $on ->
    [0] {""}
    [one] , and 1 lies on it and stays
   *[other] , and { $on } lie on it and stay
}
decision-no-face-on-plane = No face lies on it.
decision-were-cut = { $cuts ->
    [one] 1 was cut, into { $parts }
   *[other] { $cuts } were cut, into { $parts }
}
decision-fragments-on-plane = { $count ->
    [one] { $count } fragment lies on it.
   *[other] { $count } fragments lie on it.
}
decision-or-more = { $planes } or more
