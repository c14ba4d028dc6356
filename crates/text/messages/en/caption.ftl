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
caption-root = Node { $node }, the root:
caption-node = Node { $node }, depth { $depth }:
caption-in-front-of = in front of
caption-behind-it = behind it
caption-behind = behind
caption-in-front-of-it = in front of it
caption-stays-sweep = on this part of its path, the { $subject }'s centre stays at least { $far } { $side } the plane, out of reach
caption-stays-near = the { $subject }'s centre is { $far } { $side } the plane, out of reach
caption-stays-box = the centre of the box is { $far } { $side } the plane, out of reach
caption-stays-point = the point is { $far } { $side } the plane
caption-stays-cast = this part of the { $subject } stays at least { $far } { $side } the plane
caption-no-node = There is no node { $other }
caption-node-skipped = The node { $other } is skipped
caption-nodes-skipped = The { $nodes } { $other } are skipped
caption-one-side = { $head } only one side matters because { $lies }. { $rest }.
caption-front = front
caption-back = back
caption-order = The { $near } side comes first, then the { $far } side.
caption-order-own = The { $near } side comes first, then { $own }, then the { $far } side.
caption-crosses = the { $subject } crosses the plane at { $at }
caption-centre-crosses = the { $subject }'s centre crosses the plane at { $at }
caption-crosses-from-to = { $head } { $crosses }, passing from { $near } to { $far }. { $order }
caption-side-open = { $head } the { $subject } is so close to the plane that rounding errors could put it on either side. { $order }
caption-may-touch = { $head } the { $subject } passes so close to the plane that it may touch it. { $order }
caption-middle-of-box = the centre of the box
caption-centre-of = the { $subject }'s centre
caption-both-sides = both sides are visited
caption-reaches = { $head } { $middle } is { $far } { $side } the plane, and the { $subject } extends { $reach } towards it, so { $tests }.
caption-block-one-face = one face, which is tested
caption-block-faces = { $faces }, which are tested together
caption-block-leaf = { $head } its plane contains { $all }.
caption-block-one-below = { $head } the node and its child store { $all } without checking the nodes' planes.
caption-block-below = { $head } the node and the { $nodes } below it store { $all } without checking the nodes' planes.
caption-skip-node = Node { $node } is skipped
caption-its = the node's
caption-skip-one-below = Node { $node } and the node below it are skipped
caption-their = their
caption-skip-below = Node { $node } and the { $below } below it are skipped
caption-left-of-segment = the rest of the { $subject }
caption-left-of-path = the rest of the { $subject }'s path
caption-not-touching = the { $subject }
caption-hit-is-nearer = { $what }: the hit at t = { $t } is nearer.
caption-found-is-nearer = { $what }: an earlier result is nearer.
caption-bounds-before = { $what }: before the hit at t = { $t }, { $part } does not touch the bounding box of { $whose } faces.
caption-bounds = { $what }: { $part } does not touch the bounding box of { $whose } faces.
caption-planes = { $what }: { $part } does not touch the node's cell, which is bounded by the planes of its ancestors.
caption-what-was-found = an earlier result
caption-the-hit = the hit at t = { $t }
caption-face-not-tested = the node's own face is not tested
caption-faces-not-tested = the node's own faces are not tested
caption-some-not-tested = some of the node's own faces are not tested
caption-back-at = Back at node { $node }: { $nearer } is nearer, so { $tests }.
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
caption-wide-nearest = { $head } the query tests { $planes } together. The { $subject } enters { $entered } of the { $cells }; the nearest cell belongs to node { $nearest }.
caption-wide = { $head } the query tests { $planes } together. The { $subject } enters { $entered } of the { $cells }.
caption-wide-none = { $head } the query tests { $planes } together. The { $subject } enters none of the { $cells }.
caption-descent-all = At { $planes } in a row, down to node { $node } at depth { $depth }, the { $subject } stays on one side. There are no nodes on the other sides.
caption-descent = At { $planes } in a row, down to node { $node } at depth { $depth }, the { $subject } stays on one side. { $nodes } on the other sides { $count ->
        [one] is
       *[other] are
    } skipped.
caption-misses-path = { $head } testing { $faces } found no hit.
caption-misses-near = { $head } testing { $faces } found none within reach.
caption-misses-known = { $head } its faces have already been tested in other nodes.
caption-rest = { $nodes } { $count ->
        [one] is
       *[other] are
    } skipped because { $nearer } is nearer.
caption-rest-faces = The faces of { $nodes } are not tested because { $nearer } is nearer.

# Traversals that a film can show.
caption-mode-one-plane = One plane at a time
caption-mode-one-plane-explained = The textbook traversal: near side, then the node's faces, then far side
caption-mode-wide = bspwalk's traversal
caption-mode-wide-explained = The traversal that queries in bspwalk use: it tests up to seven planes together

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
caption-one-side-own = { $head } only one side matters because { $lies }. { $rest }, and { $own } { $count ->
    [one] is
   *[other] are
} not tested.
caption-reaches-own = { $own } { $count ->
    [one] is
   *[other] are
} tested, and both sides are visited
caption-undivided = { $head } its { $faces } were not divided because the tree has reached its fragment limit. All are tested.
