# Captions of the film of a query. $subject: the moving or resting shape; $side, $other: a side of the plane; $head: the node of the step;
# $length, $radius, $far, $reach: lengths with their unit; $t: a fraction of the path; $at: a place on the path; $own: the faces of the node.

caption-ask-sight = Is the { $length } { $subject } clear?
caption-ask-cast = Which face does the { $length } { $subject } hit first?
caption-ask-sweep-sphere = Which faces can the { $subject } of radius { $radius } hit on its { $length } path?
caption-ask-sweep = Which faces can the { $subject } hit on its { $length } path?
caption-centre-of-sphere = the centre of the sphere
caption-axis-of-capsule = the axis of the capsule
caption-ask-near-push = Which faces are within { $radius } (1.25 times the radius) of { $to }?
caption-ask-near = Which faces are within { $radius } of { $to }?
caption-ask-box = Which faces touch the { $x } × { $y } × { $z } box?
caption-ask-point = Which cell contains the point { $point }?
caption-one-plane-decides = Each node tests which side of its plane the point is on.
caption-without-tree = Without a tree, the query would test all { $faces }.
caption-root = the root (node { $node })
caption-node = node { $node } (depth { $depth })
caption-in-front-of = in front of
caption-behind-it = behind the plane
caption-behind = behind
caption-in-front-of-it = in front of the plane
caption-stays-sweep = on this part of the path, the { $subject }'s centre stays at least { $far } { $side } the plane, which is out of reach
caption-stays-near = the { $subject }'s centre is { $far } { $side } the plane, which is out of reach
caption-stays-box = the centre of the box is { $far } { $side } the plane, which is out of reach
caption-stays-point = the point is { $far } { $side } the plane
caption-stays-cast = this part of the { $subject } stays at least { $far } { $side } the plane
caption-no-node = There is no node { $other }
caption-node-skipped = The node { $other } is skipped
caption-nodes-skipped = The { $nodes } { $other } are skipped
caption-one-side = At { $head }, only one side matters because { $lies }. { $rest }.
caption-front = front
caption-back = back
caption-order = The { $near } side comes first, then the { $far } side.
caption-order-own = The { $near } side comes first, then { $own }, then the { $far } side.
caption-crosses = the { $subject } crosses the plane at { $at }
caption-centre-crosses = the { $subject }'s centre crosses the plane at { $at }
caption-crosses-from-to = At { $head }, { $crosses }, passing from { $near } to { $far }. { $order }
caption-side-open = At { $head }, the { $subject } is so close to the plane that rounding errors could put the { $subject } on either side. { $order }
caption-may-touch = At { $head }, the { $subject } passes so close to the plane that the two may touch. { $order }
caption-middle-of-box = the centre of the box
caption-centre-of = the { $subject }'s centre
caption-both-sides = both sides are visited
caption-reaches = At { $head }, { $middle } is { $far } { $side } the plane, and the { $subject } extends { $reach } towards the plane, so { $tests }.
caption-block-one-face = one face, which is tested
caption-block-faces = { $faces }, which are tested together
caption-block-leaf = The plane of { $head } contains { $all }.
caption-block-one-below = At { $head }, the node and its child store { $all }. The query does not test the planes of the two nodes first.
caption-block-below = At { $head }, the node and the { $nodes } below it store { $all }. The query does not test the planes of these nodes first.
caption-skip-node = Node { $node } is skipped
caption-its = the faces of the node
caption-skip-one-below = Node { $node } and the node below it are skipped
caption-their = the faces of these nodes
caption-skip-below = Node { $node } and the { $below } below it are skipped
caption-left-of-segment = the rest of the { $subject }
caption-left-of-path = the rest of the { $subject }'s path
caption-not-touching = the { $subject }
caption-hit-is-nearer = { $what } because the hit at t = { $t } is nearer.
caption-found-is-nearer = { $what } because an earlier result is nearer.
caption-bounds-before = { $what } because { $part } does not touch the bounding box of { $whose } before the hit at t = { $t }.
caption-bounds = { $what } because { $part } does not touch the bounding box of { $whose }.
caption-planes = { $what } because { $part } does not touch the node's cell, which is bounded by the planes of the node's ancestors.
caption-what-was-found = an earlier result
caption-the-hit = the hit at t = { $t }
caption-face-not-tested = the node's own face is not tested
caption-faces-not-tested = the node's own faces are not tested
caption-some-not-tested = some of the node's own faces are not tested
caption-back-at = The query returns to node { $node }. Because { $nearer } is nearer, { $tests }.
caption-own-face = the node's own face
caption-own-faces = { $count ->
        [one] the node's own face
       *[other] the node's own { $count } faces
    }
caption-subject-axis = axis
caption-subject-sphere = sphere
caption-subject-capsule = capsule
caption-subject-sight = line of sight
caption-subject-segment = segment
caption-subject-box = box
caption-subject-point = point
caption-at = t = { $t } ({ $distance } from the start)
caption-wide-nearest = At { $head }, the query tests { $planes } together. The { $subject } enters { $entered } of the { $cells }. The nearest of these cells belongs to node { $nearest }.
caption-wide = At { $head }, the query tests { $planes } together. The { $subject } enters { $entered } of the { $cells }.
caption-wide-none = At { $head }, the query tests { $planes } together. The { $subject } enters none of the { $cells }.
caption-descent-all = For { $planes } in a row, down to node { $node } (depth { $depth }), the { $subject } stays on one side of the plane. The other sides contain no nodes.
caption-descent = For { $planes } in a row, down to node { $node } (depth { $depth }), the { $subject } stays on one side of the plane. { $nodes } on the other sides { $count ->
        [one] is
       *[other] are
    } skipped.
caption-misses-path = At { $head }, testing { $faces } found no hit.
caption-misses-near = At { $head }, testing { $faces } found no face within reach.
caption-misses-known = The faces of { $head } have already been tested in other nodes.
caption-rest = { $nodes } { $count ->
        [one] is
       *[other] are
    } skipped because { $nearer } is nearer.
caption-rest-faces = The faces of { $nodes } are not tested because { $nearer } is nearer.

# Traversals that a film can show.
caption-mode-one-plane = One plane at a time
caption-mode-one-plane-explained = The textbook traversal, which visits the near side, then the node's faces, then the far side
caption-mode-wide = bspwalk's traversal
caption-mode-wide-explained = The traversal that bspwalk uses for queries. It tests up to seven planes together

# Kinds of queries, and the question that each answers.
caption-query-cast = Cast
caption-query-sight = Line of sight
caption-query-contacts = Contacts
caption-query-push = Push-out
caption-query-push-ati = ATI sample's push-out (2006)
caption-query-sweep = Sweep
caption-query-slide = Slide
caption-query-overlap = Box overlap
caption-query-locate = Locate
caption-query-cast-asks = Which face does a segment hit first?
caption-query-sight-asks = Is there a face between two points?
caption-query-contacts-asks = Which faces overlap a resting body?
caption-query-push-asks = Where does a body end up when it is pushed out of everything it overlaps?
caption-query-push-ati-asks = Where does the ATI sample's push-out, bugs included, move the body? It can end up inside a wall.
caption-query-sweep-asks = Which face does a moving body hit first?
caption-query-slide-asks = Where does a body end up when it slides along everything it meets?
caption-query-overlap-asks = Which faces touch a box?
caption-query-locate-asks = Which cell of the tree contains a point?
caption-one-side-own = At { $head }, only one side matters because { $lies }. { $rest }, and { $own } { $count ->
    [one] is
   *[other] are
} not tested.
caption-reaches-own = { $own } { $count ->
    [one] is
   *[other] are
} tested, and both sides are visited
caption-undivided = At { $head }, the query tests all { $faces } of the node. The build did not divide them because the tree had reached its fragment limit.
