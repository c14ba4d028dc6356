# The quiz: its kinds of questions, what to look at again, what is said of an answer.

quiz-ask-me = Ask me
quiz-finding-places = Finding places where people can be
quiz-face-side-title = Front or back
quiz-first-child-title = Which child first
quiz-body-end-title = Where a body ends
quiz-far-side-title = The far side
quiz-cuts-title = How many are cut
quiz-next-painted-title = Painter's order
quiz-leaf-seen-title = Seen or hidden
quiz-chosen-plane-title = The rule's choice
quiz-look-at-front-and-back = the station “{ tour-sides }” of the tour
quiz-look-at-casting = the station “{ tour-cast }” of the tour, and the film of a cast
quiz-look-at-slide = the station “{ tour-push }” of the tour, and the film of a slide
quiz-look-at-cutting = the station “{ tour-cutting }” of the tour, and the film of the build
quiz-look-at-painter = the station “{ tour-order }” of the tour
quiz-look-at-visibility = the station “{ tour-visible }” of the tour
quiz-look-at-choice = the station “{ tour-cost }” of the tour, and the card of a node
quiz-verdict-right = Right.
quiz-verdict-wrong = Not so: it is { $right }.
quiz-verdict-nearly = Nearly, { $points } of a point: it is { $right }.
quiz-answer = { $letter }: { $answer }

# What a picture of the question shows, in words. Points are in metres.

quiz-in-words-plane = The plane of node { $node } is { $equation }.
quiz-in-words-path = It goes from { $from } towards { $to }.
quiz-in-words-piece = The piece has its corners at { $corners }.
quiz-in-words-eye = The eye is at { $eye }.

# On which side of a plane a piece of a face goes. Distances have their unit.

quiz-face-side-question = The plane of node { $node } divides the faces that reach it. Where does the outlined piece of face { $face } go?
quiz-face-side-answer-front = to the front child, whole
quiz-face-side-answer-back = to the back child, whole
quiz-face-side-answer-both = to both: it is cut in two
quiz-face-side-answer-node = to neither: the node stores it
quiz-face-side-on = All its corners are on the plane: such faces are stored in the node itself.
quiz-face-side-straddling = It has corners on both sides, up to { $front } in front of the plane and up to { $back } behind the plane. So it is cut along the plane, and each side gets its part.
quiz-face-side-front = No corner of it is behind the plane: they are up to { $distance } in front of the plane.
quiz-face-side-back = No corner of it is in front of the plane: they are up to { $distance } behind the plane.

# Which child a cast visits first. $side: front, back.

quiz-first-child-question = A cast starts at the ring and goes along the arrow. It comes to node { $node }, whose plane it crosses after { $away }. Which child does it visit first?
quiz-first-child-why =
    The start of the cast is { $distance } { $side ->
        [front] in front of
       *[back] behind
    } the plane. So everything on that side is met before anything on the other, and a hit there makes it needless to look at the other.
quiz-first-child-answer =
    the { $side ->
        [front] front
       *[back] back
    } child, node { $node }

# Whether a cast visits the child on the far side. $side, $first, $second: front, back.

quiz-far-side-question =
    A cast starts at the ring and goes along the arrow. At node { $node }, whose plane it crosses after { $away }, it visits the { $first ->
        [front] front
       *[back] back
    } child first, node { $near }. Does it visit the { $second ->
        [front] front
       *[back] back
    } child too, node { $far }?
quiz-far-side-no = No: it hits a face after { $hit }, before it comes to the plane after { $away }. Whatever is on the far side is further away.
quiz-far-side-yes-hit = Yes: it meets no face before it crosses the plane after { $away }. Its hit is { $hit } from the start, on the far side.
quiz-far-side-yes = Yes: it meets no face before it crosses the plane after { $away }, so the first one can only be on the far side.
quiz-far-side-answer-both = yes, both children
quiz-far-side-answer-one =
    no, only the { $side ->
        [front] front
       *[back] back
    } child

# The same, asked before a step of a film.

quiz-step-first-child-question = Next is node { $node }, whose plane is crossed here. Which child is visited first?
quiz-step-first-child-why =
    The start is { $side ->
        [front] in front of
       *[back] behind
    } the plane: what lies there is met before anything on the other side.
quiz-step-far-side-no = No: what was hit is nearer than anything on that side can be.
quiz-step-far-side-yes = Yes: nothing was hit before this side begins, so what is nearest may be there.
quiz-step-far-side-question =
    The { $first ->
        [front] front
       *[back] back
    } side of node { $parent } has been looked at. Is its { $second ->
        [front] front
       *[back] back
    } child, node { $node }, visited, too?
quiz-step-far-side-answer-yes = yes
quiz-step-far-side-answer-no = no, it is left out

# Where a body ends that slides.

quiz-body-end-answer = at { $point }, { $away } from the start
quiz-body-end-question = A sphere with a radius of { $radius } starts at { $from } and wants to move along the arrow, by { $way }. It slides along what it meets. Where does its centre end?
quiz-body-end-free = It meets nothing on its way, so it ends where it wanted to.
quiz-body-end-stuck = It meets a face after { $way }. What is left of its displacement leads into that face, or into another beside it, so nearly nothing remains.
quiz-body-end-slid = It meets a face after { $way }. From there the part of its displacement that leads into the face is taken away, and the part along the face remains: it is shorter, and the sphere slides { $slid } from where it touched.

# How many pieces a plane cuts; which plane the rule chooses.

quiz-cuts-question =
    { $count ->
        [one] { $count } piece
       *[other] { $count } pieces
    } of faces { $count ->
        [one] reaches
       *[other] reach
    } node { $node }. How many of them does its plane cut?
quiz-chosen-plane-question =
    { $count ->
        [one] { $count } piece
       *[other] { $count } pieces
    } of faces { $count ->
        [one] reaches
       *[other] reach
    } node { $node }. The rule { $rule } takes the plane with the least score: { $meaning }.{ $rule ->
        [ati] {" "}What is on a plane counts as in front of it.
       *[other] {""}
    } Which of these planes is it?
quiz-chosen-plane-answer = that of { $name }: { $equation }
quiz-chosen-plane-score = { $letter }: { $score }
quiz-chosen-plane-why = { $scores }.

# What is painted next. $units: leaves, nodes; $order: far-first, near-first; $unit, $last: a leaf or node.

quiz-next-painted-question =
    { $order ->
        [far-first] The painter draws { $units ->
            [leaves] the leaves
           *[nodes] the faces that the nodes store
        } from far to near
       *[near-first] Here { $units ->
            [leaves] the leaves
           *[nodes] the faces that the nodes store
        } are drawn from near to far
    }, in the order of the tree. From this eye, { $last } has just been drawn. Which of these is drawn next?
quiz-next-painted-first =
    { $order ->
        [far-first] The painter draws { $units ->
            [leaves] the leaves
           *[nodes] the faces that the nodes store
        } from far to near
       *[near-first] Here { $units ->
            [leaves] the leaves
           *[nodes] the faces that the nodes store
        } are drawn from near to far
    }, in the order of the tree. From this eye, nothing has been drawn yet. Which of these is drawn first?
quiz-next-painted-far-first = At each node the painter draws the side of its plane that the eye is not on first: nothing there can hide what is on the eye's side.
quiz-next-painted-near-first = At each node the side of its plane that the eye is on is drawn first: nothing on the other side can hide it.
quiz-next-painted-why =
    { $units ->
        [leaves] Leaf
       *[nodes] Node
    } { $unit }. { $rule } { $parting }
quiz-next-painted-unit =
    { $units ->
        [leaves] leaf
       *[nodes] node
    } { $unit }
quiz-next-painted-faces =
    { $name }, with { $count ->
        [one] { $count } piece
       *[other] { $count } pieces
    } of faces
quiz-next-painted-place = { $name }, around { $middle }, { $away } away
quiz-next-painted-parting = In this tree { $ways }.
quiz-next-painted-and = , and{" "}
quiz-next-painted-apart =
    the plane of node { $node } separates it from { $units ->
        [leaves] leaf
       *[nodes] node
    } { $other }
quiz-next-painted-below =
    node { $later } is { $order ->
        [far-first] on the eye's side
       *[near-first] on the side that the eye is not on
    } of its plane, and its own faces lie between the sides
quiz-next-painted-above =
    it is { $order ->
        [far-first] on the side that the eye is not on
       *[near-first] on the eye's side
    } of the plane of node { $later }

# Whether a leaf is seen from another.

quiz-leaf-seen-yes =
    Yes: the line from { $from } to { $to } goes through { $count ->
        [one] { $count } portal
       *[other] { $count } portals
    } and meets nothing solid.
quiz-leaf-seen-closed =
    No: every line from one to the other would go through portals. After { $count ->
        [one] { $count } portal
       *[other] { $count } portals
    }, none can go on through portal { $portal }.
quiz-leaf-seen-apart = No: no way through portals leads from one to the other.
quiz-leaf-seen-question = You are in leaf { $from }. The middle of leaf { $to } is { $away } away. Can any point of it be seen from any point of leaf { $from }?
quiz-leaf-seen-answer-yes = yes, some line of sight connects them
quiz-leaf-seen-answer-no = no, something solid is always between them
