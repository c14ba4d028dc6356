# Captions of face tests. $subject: the moving or resting shape; $at: a position; $so: the consequence; lengths have their unit.

outcome-head = Face { $face }, stored in node { $node }:
outcome-already-tested = another of its fragments has already been tested, so it is skipped
outcome-box-missed = its bounding box is missed
outcome-quick-sweep = a quick test shows that the { $subject } cannot hit it
outcome-quick-ati = the distance to its plane is at least the radius
outcome-quick-near = a quick test shows that the { $subject } does not reach it
outcome-missed = the face is missed
outcome-behind-start = the line hits it at t = { $t }, before the start, so the face is missed
outcome-beyond-end = the line hits it at t = { $t }, beyond the end, so the face is missed
outcome-farther = it is hit at { $at }, farther away than the nearest hit so far
outcome-hit = the { $subject } hits it at { $at }, the nearest hit so far
outcome-not-before = the { $subject } does not hit it before the nearest hit so far, so the face is missed
outcome-not-approached = the { $subject } touches it at the start, but does not move into it, or moves more directly into another face
outcome-collected = it is close enough to be kept for the next queries
outcome-face-pushes = the face pushes the centre to { $to }
outcome-edge-pushes = its edge pushes the centre to { $to }
outcome-not-pushed = the centre is above neither the face nor an edge, and the ATI sample does not test vertices
outcome-overlaps = none of the 13 axes separates it from the box, so they touch
outcome-sentence = { $head } { $tail }.
outcome-plane-hit = the line hits its plane at { $at }, { $far } outside the triangle; { $so }
outcome-along-plane = the { $subject } is parallel to its plane; { $so }
outcome-nearest-of-sphere = its nearest point is { $distance } from the centre; the limit is { $radius }
outcome-axis-too-far = its distance from the axis is at least { $radius }
outcome-too-far = it is too far away
outcome-axis-crosses = the axis passes through it, and the shortest way out is { $depth }, so this is a contact
outcome-contact = its nearest point is { $distance_words } away, less than { $radius }, so this is a contact with a depth of { $depth }
outcome-counts = its nearest point is { $distance_words } away, so it is included
outcome-box-axis = the box's { $axis } axis
outcome-normal = the triangle's normal
outcome-cross = the cross product of the box's { $axis } axis and the triangle's edge { $edge }
outcome-separated = axis { $number } of 13, { $axis }, separates it from the box by { $gap }
