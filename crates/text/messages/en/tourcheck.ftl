# Questions that check whether a station of the tour was understood. Points are in metres.

# Planar tree. $tests: "3 tests"; $place: inside, outside.

tourcheck-tests = How many lines is the point { $point } tested against?
tourcheck-tests-why =
    After { $tests }, each against a different line, the point is known to be { $place ->
        [inside] inside the polygon
       *[outside] outside the polygon
    }.

# First letter of a path. $plane: an equation; $side: front, back.

tourcheck-letter = The root's plane is { $plane }. What is the first letter in the path of the marked point { $point }?
tourcheck-letter-front = F: in front
tourcheck-letter-back = B: behind
tourcheck-letter-why =
    The point is { $distance } { $side ->
        [front] in front of
       *[back] behind
    } the root's plane.

# Three planes, A to C.

tourcheck-planes = Which plane has the lowest score: 3 per cut face, plus the difference between front and back?

# Step of a cast, and search around a sphere. $side: front, back.

tourcheck-first-child = The cast crosses the plane of node { $node }. Which child does it visit first?
tourcheck-sides =
    The sphere's centre is { $away } { $side ->
        [front] in front of
       *[back] behind
    } the plane of node { $node }. Its radius is { $radius }. Which children does the search visit?
tourcheck-sides-both = both children
tourcheck-sides-front = only the front child
tourcheck-sides-back = only the back child
tourcheck-sides-straddles = The distance of { $away } is less than the radius of { $radius }, so the sphere straddles the plane.
tourcheck-sides-clear =
    The distance of { $away } is more than the radius of { $radius }, so the whole sphere is { $side ->
        [front] in front of
       *[back] behind
    } the plane.

# Rooms, and the order in which they are painted. $near, $far: rooms.

tourcheck-room = the room of leaf { $leaf }
tourcheck-room-here = { $room }, where you are
tourcheck-painted = Each square has the colour of a room. Which room is painted first when you look from here?
tourcheck-painted-why = The plane of node { $node } separates the two rooms, and you are on the same side as { $near }. Therefore, { $far } is painted first.

# Solid or empty leaf. $planes: "5 planes"; $kind: solid, empty.

tourcheck-solid = Is the leaf at the marked point { $point } solid or empty?
tourcheck-solid-solid = solid
tourcheck-solid-empty = empty
tourcheck-solid-why =
    The point is tested against { $planes }. Its path ends in leaf { $leaf }, which is { $kind ->
        [solid] solid
       *[empty] empty
    }.

# Portals between two leaves. $chain: leaves; $portals: "2 portals".

tourcheck-portals = You are in leaf { $leaf }. How many portals must you pass through to reach the marked point?
tourcheck-portals-why = The shortest chain of leaves is { $chain }, which crosses { $portals }.

# PVS of the leaf where culling is frozen. $known: visible, hidden.

tourcheck-visible = The marked point is in the middle of a leaf. Culling is frozen in leaf { $leaf }. Does the PVS of leaf { $leaf } contain the leaf of the marked point?
tourcheck-visible-yes = yes, it may be visible
tourcheck-visible-no = no, it is hidden
tourcheck-visible-why =
    { $known ->
        [visible] The PVS of leaf { $from } contains leaf { $to }, because a line of sight between them could not be ruled out.
       *[hidden] The PVS of leaf { $from } does not contain leaf { $to }: no line of sight passes through any chain of portals.
    }
