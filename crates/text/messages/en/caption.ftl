# What a step of the film of a query says. $subject: what moves or rests; $side, $other: a side of the plane; $head: the node of the step;
# $length, $radius, $far, $reach: lengths with their unit; $t: a share of the path; $at: a place on the path; $own: the faces of the node.

caption-ask-sight = Is the { $subject } over { $length } free?
caption-ask-cast = Where does the { $subject }, { $length } long, first meet a face?
caption-ask-sweep-sphere = Which faces may the { $subject } of radius { $radius } meet on its way of { $length }?
caption-ask-sweep = Which faces may the { $subject } meet on its way of { $length }?
caption-centre-of-sphere = the centre of the sphere
caption-axis-of-capsule = the axis of the capsule
caption-ask-near-push = Which faces are nearer to { $to } than { $radius }, its radius and a quarter?
caption-ask-near = Which faces are nearer to { $to } than { $radius }?
caption-ask-box = Which faces touch the box of { $x } × { $y } × { $z }?
caption-ask-point = In which cell is the point { $point }?
caption-one-plane-decides = At each node the side of one plane decides.
caption-without-tree = Without a tree, all { $faces } would be tested.
caption-root = Node { $node }, the root:
caption-node = Node { $node }, depth { $depth }:
caption-in-front-of = in front of
caption-behind-it = behind it
caption-behind = behind
caption-in-front-of-it = in front of it
caption-stays-sweep = on this part of its path the { $subject }'s centre stays { $side } the plane, at least { $far } away, which is farther than it reaches
caption-stays-near = the { $subject }'s centre is { $far } { $side } the plane, farther than it reaches
caption-stays-box = the middle of the box is { $far } { $side } the plane, farther than the box reaches
caption-stays-point = the point is { $far } { $side } the plane
caption-stays-cast = this part of the { $subject } stays { $side } the plane, at least { $far } away
caption-no-node = There is no node { $other }
caption-node-skipped = The node { $other } is skipped
caption-nodes-skipped = The { $nodes } { $other } are skipped
caption-one-side = { $head } { $lies }. { $rest }.
caption-front = front
caption-back = back
caption-order = The { $near } comes first, then the { $far }.
caption-order-own = The { $near } comes first, then { $own }, then the { $far }.
caption-crosses = the { $subject } crosses the plane at { $at }
caption-centre-crosses = the { $subject }'s centre crosses the plane at { $at }
caption-crosses-from-to = { $head } { $crosses }, from { $near } to { $far }. { $order }
caption-side-open = { $head } the { $subject } runs so close to the plane that rounding leaves its side open. { $order }
caption-may-touch = { $head } the { $subject } comes so close to the plane that it may touch it. { $order }
caption-middle-of-box = the middle of the box
caption-centre-of = the { $subject }'s centre
caption-both-sides = both sides are visited
caption-reaches = { $head } { $middle } is { $far } { $side } the plane, and the { $subject } reaches { $reach } towards it: { $tests }.
caption-block-one-face = is one face, which is tested
caption-block-faces = are { $faces }, which are tested at once
caption-block-leaf = { $head } on its plane { $all }.
caption-block-one-below = { $head } in it and the node below it { $all }, without asking their planes.
caption-block-below = { $head } in it and the { $nodes } below it { $all }, without asking their planes.
caption-skip-node = Node { $node } is skipped
caption-its = its
caption-skip-one-below = Node { $node } and the node below it are skipped
caption-their = their
caption-skip-below = Node { $node } and the { $below } below it are skipped
caption-left-of-segment = what is left of the { $subject } does not touch
caption-left-of-path = on what is left of its path the { $subject } does not touch
caption-not-touching = the { $subject } does not touch
caption-hit-is-nearer = { $what }: the hit at t = { $t } is nearer.
caption-found-is-nearer = { $what }: what was found is nearer.
caption-bounds-before = { $what }: before the hit at t = { $t }, { $part } the bounds of { $whose } faces.
caption-bounds = { $what }: { $part } the bounds of { $whose } faces.
caption-planes = { $what }: { $part } the cell, which lies between the planes above.
caption-what-was-found = what was found
caption-the-hit = the hit at t = { $t }
caption-face-not-tested = its face is not tested
caption-faces-not-tested = its faces are not tested
caption-some-not-tested = some of its faces are not tested
caption-back-at = Back at node { $node }: { $nearer } comes before them, so { $tests }.
caption-own-face = its own face
caption-own-faces = { $count ->
        [one] its own face
       *[other] its own { $count } faces
    }
caption-subject-axis = axis
caption-subject-sphere = sphere
caption-subject-capsule = capsule
caption-subject-sight = line of sight
caption-subject-segment = segment
caption-subject-box = box
caption-subject-point = point
caption-at = t = { $t }, { $distance } from the start

# The kinds of queries, and what each answers.
caption-query-cast = Cast
caption-query-sight = Line of sight
caption-query-contacts = Contacts
caption-query-push = Push
caption-query-push-ati = ATI sample's push (2006)
caption-query-sweep = Sweep
caption-query-slide = Slide
caption-query-overlap = Box overlap
caption-query-locate = Locate
caption-query-cast-asks = Which face does a segment first meet?
caption-query-sight-asks = Is there a face between two points?
caption-query-contacts-asks = Which faces does a resting body reach into?
caption-query-push-asks = Where does a body come out of everything that it reaches into?
caption-query-push-ati-asks = The push of the ATI SDK's sample, with its faults: it can end inside a wall.
caption-query-sweep-asks = Which face does a moving body first meet?
caption-query-slide-asks = Where does a body end that slides along everything that it meets?
caption-query-overlap-asks = Which faces touch a box?
caption-query-locate-asks = In which cell of the tree is a point?
caption-one-side-own = { $head } { $lies }. { $rest }, and { $own } { $count ->
    [one] is
   *[other] are
} not tested.
caption-reaches-own = { $own } { $count ->
    [one] is
   *[other] are
} tested, and both sides are visited
caption-undivided = { $head } its { $faces } were not divided, as the tree has as many fragments as it may have: { $own } { $count ->
    [one] is
   *[other] are
} tested.
