# The quiz: kinds of questions, stations to review, verdicts.

quiz-ask-me = Ask me
quiz-finding-places = Finding positions where the body fits
quiz-face-side-title = Front or back
quiz-first-child-title = First child visited
quiz-body-end-title = End of a slide
quiz-far-side-title = Far side visited
quiz-cuts-title = Number of cuts
quiz-next-painted-title = Painter's order
quiz-leaf-seen-title = Visible or hidden
quiz-chosen-plane-title = The rule's choice
quiz-look-at-front-and-back = station “{ tour-sides }” of the tour
quiz-look-at-casting = station “{ tour-cast }” of the tour, and the film of a cast
quiz-look-at-slide = station “{ tour-push }” of the tour, and the film of a slide
quiz-look-at-cutting = station “{ tour-cutting }” of the tour, and the build film
quiz-look-at-painter = station “{ tour-order }” of the tour
quiz-look-at-visibility = station “{ tour-visible }” of the tour
quiz-look-at-choice = station “{ tour-cutting }” of the tour, and the card of a node
quiz-verdict-right = Right.
quiz-verdict-wrong = Wrong. The answer is { $right }.
quiz-verdict-nearly = Nearly right: you get { $points } points. The answer is { $right }.
quiz-answer = { $letter }: { $answer }

# Descriptions of the picture of a question. Points are in metres.

quiz-in-words-plane = The plane of node { $node } is { $equation }.
quiz-in-words-path = The path goes from { $from } towards { $to }.
quiz-in-words-piece = The corners of the fragment are at { $corners }.
quiz-in-words-eye = The eye is at { $eye }.

# Side of a plane that a piece of a face goes to. Distances have their unit.

quiz-face-side-question = The plane of node { $node } divides the faces that reach it. Where does the outlined fragment of face { $face } go?
quiz-face-side-answer-front = to the front child, uncut
quiz-face-side-answer-back = to the back child, uncut
quiz-face-side-answer-both = to both children: it is cut in two
quiz-face-side-answer-node = to neither: the node stores it
quiz-face-side-on = All corners of the fragment lie on the plane. The node itself stores such faces.
quiz-face-side-straddling = The fragment has corners on both sides of the plane, up to { $front } in front and up to { $back } behind. The plane therefore cuts it, and each side gets one part.
quiz-face-side-front = No corner of the fragment is behind the plane. The corners are up to { $distance } in front of it.
quiz-face-side-back = No corner of the fragment is in front of the plane. The corners are up to { $distance } behind it.

# First child that a cast visits. $side: front, back.

quiz-first-child-question = A cast starts at the ring and follows the arrow. It reaches node { $node } and crosses the plane of this node after { $away }. Which child does it visit first?
quiz-first-child-why =
    The cast starts { $distance } { $side ->
        [front] in front of
       *[back] behind
    } the plane, so it meets everything on that side first. If it hits a face there, it skips the other side.
quiz-first-child-answer =
    the { $side ->
        [front] front
       *[back] back
    } child, node { $node }

# Whether a cast visits the child on the far side. $side, $first, $second: front, back.

quiz-far-side-question =
    A cast starts at the ring and follows the arrow. At node { $node }, whose plane it crosses after { $away }, it first visits the { $first ->
        [front] front
       *[back] back
    } child, node { $near }. Does it also visit the { $second ->
        [front] front
       *[back] back
    } child, node { $far }?
quiz-far-side-no = No. The cast hits a face after { $hit } but reaches the plane only after { $away }. Everything on the far side is farther away than this hit.
quiz-far-side-yes-hit = Yes. The cast crosses the plane after { $away } without hitting a face first. The hit is on the far side, { $hit } from the start.
quiz-far-side-yes = Yes. The cast crosses the plane after { $away } without hitting a face first, so the first hit can only be on the far side.
quiz-far-side-answer-both = yes, both children
quiz-far-side-answer-one =
    no, only the { $side ->
        [front] front
       *[back] back
    } child

# The same questions before a step of a film.

quiz-step-first-child-question = The next node is node { $node }. Here, the query crosses the plane of that node. Which child does it visit first?
quiz-step-first-child-why =
    The start is { $side ->
        [front] in front of
       *[back] behind
    } the plane, so the query meets everything on that side before anything on the other side.
quiz-step-far-side-no = No. The face already hit is closer than anything on the far side can be.
quiz-step-far-side-yes = Yes. The query hit no face before the plane, so the nearest face may be on the far side.
quiz-step-far-side-question =
    The query has searched the { $first ->
        [front] front
       *[back] back
    } side of node { $parent }. Does it also visit the { $second ->
        [front] front
       *[back] back
    } child, node { $node }?
quiz-step-far-side-answer-yes = yes
quiz-step-far-side-answer-no = no, the child is skipped

# End position of a sliding body.

quiz-body-end-answer = at { $point }, { $away } from the start
quiz-body-end-question = A sphere with a radius of { $radius } starts at { $from } and tries to move { $way } along the arrow. It slides along every face it meets. Where does its centre end up?
quiz-body-end-free = The sphere meets no face, so it reaches its target.
quiz-body-end-stuck = The sphere meets a face after { $way }. The rest of its displacement points into that face or a neighbouring one, so almost no movement remains.
quiz-body-end-slid = The sphere meets a face after { $way }. The component of the remaining displacement into the face is removed. The component along the face is kept: the sphere slides { $slid } from the contact point.

# Number of pieces that a plane cuts, and the plane that the rule chooses.

quiz-cuts-question =
    { $count ->
        [one] { $count } face fragment
       *[other] { $count } face fragments
    } { $count ->
        [one] reaches
       *[other] reach
    } node { $node }. How many of them does its plane cut?
quiz-chosen-plane-question =
    { $count ->
        [one] { $count } face fragment
       *[other] { $count } face fragments
    } { $count ->
        [one] reaches
       *[other] reach
    } node { $node }. The rule { $rule } chooses the plane with the lowest score: { $meaning }.{ $rule ->
        [ati] {" "}Faces on a plane count as in front of it.
       *[other] {""}
    } Which of these planes does the rule choose?
quiz-chosen-plane-answer = plane of { $name }: { $equation }
quiz-chosen-plane-score = { $letter }: { $score }
quiz-chosen-plane-why = The scores are { $scores }.

# The next unit to be painted. $units: leaves, nodes; $order: far-first, near-first; $unit, $last: a leaf or node.

quiz-next-painted-question =
    { $order ->
        [far-first] The painter's algorithm draws { $units ->
            [leaves] the leaves
           *[nodes] the faces that the nodes store
        } from far to near
       *[near-first] Here { $units ->
            [leaves] the leaves
           *[nodes] the faces that the nodes store
        } are drawn from near to far
    }, in the order of the tree. For this eye position, { $last } has just been drawn. Which of these is drawn next?
quiz-next-painted-first =
    { $order ->
        [far-first] The painter's algorithm draws { $units ->
            [leaves] the leaves
           *[nodes] the faces that the nodes store
        } from far to near
       *[near-first] Here { $units ->
            [leaves] the leaves
           *[nodes] the faces that the nodes store
        } are drawn from near to far
    }, in the order of the tree. For this eye position, nothing has been drawn yet. Which of these is drawn first?
quiz-next-painted-far-first = At each node, the painter's algorithm first draws the side away from the eye. Nothing there can hide anything on the eye's side.
quiz-next-painted-near-first = At each node, the eye's side is drawn first. Nothing on the other side can hide it.
quiz-next-painted-why =
    Why { $units ->
        [leaves] leaf
       *[nodes] node
    } { $unit } comes next: { $rule } { $parting }
quiz-next-painted-unit =
    { $units ->
        [leaves] leaf
       *[nodes] node
    } { $unit }
quiz-next-painted-faces =
    { $name }, with { $count ->
        [one] { $count } face fragment
       *[other] { $count } face fragments
    }
quiz-next-painted-place = { $name }, centred near { $middle }, { $away } from the eye
quiz-next-painted-parting = The right answer comes first because { $ways }.
quiz-next-painted-and = , and{" "}
quiz-next-painted-apart =
    the plane of node { $node } separates { $units ->
        [leaves] the right leaf from leaf
       *[nodes] the right node from node
    } { $other }
quiz-next-painted-below =
    node { $later } is below the right node { $order ->
        [far-first] on the eye's side
       *[near-first] on the side away from the eye
    } and is therefore drawn later
quiz-next-painted-above =
    the right node is on the { $order ->
        [far-first] far side
       *[near-first] near side
    } of the plane of node { $later }

# Visibility of a leaf from another leaf.

quiz-leaf-seen-yes =
    Yes. The line from { $from } to { $to } passes through { $count ->
        [one] { $count } portal
       *[other] { $count } portals
    } and hits nothing solid.
quiz-leaf-seen-adjacent = Yes. The two leaves share a portal.
quiz-leaf-seen-closed =
    No. Every line from one leaf to the other would have to pass through portals. After { $count ->
        [one] { $count } portal
       *[other] { $count } portals
    }, no line can continue through portal { $portal }.
quiz-leaf-seen-apart = No. No chain of portals leads from one leaf to the other.
quiz-leaf-seen-question = The ring is in leaf { $from }. The centre of leaf { $to } is { $away } away. Is any point of leaf { $to } visible from any point of leaf { $from }?
quiz-leaf-seen-answer-yes = yes, a line of sight connects them
quiz-leaf-seen-answer-no = no, something solid always blocks the view
