# Captions of face tests. $subject: the moving or resting shape; $at: a position; $so: the consequence; lengths have their unit.

outcome-head = face { $face } in node { $node }
outcome-already-tested = another fragment of the face has already been tested, so this fragment is skipped
outcome-box-missed = the bounding box of the face is missed
outcome-quick-sweep = a quick test shows that the { $subject } cannot hit the face
outcome-quick-ati = the distance to the plane of the face is at least the radius
outcome-quick-near = a quick test shows that the { $subject } does not reach the face
outcome-missed = the face is missed
outcome-behind-start = the line hits the face at t = { $t }, before the start of the segment, so this is not a hit
outcome-beyond-end = the line hits the face at t = { $t }, beyond the end of the segment, so this is not a hit
outcome-farther = the face is hit at { $at }, farther away than the nearest hit so far
outcome-hit = the { $subject } hits the face at { $at }, the nearest hit so far
outcome-not-before = the { $subject } does not hit the face before the nearest hit so far, so this is not a new hit
outcome-not-approached = the { $subject } touches the face at the start, but does not move into the face, or moves more directly into another face
outcome-collected = the face is close enough to be kept for the next queries
outcome-face-pushes = the face pushes the centre to { $to }
outcome-edge-pushes = an edge of the face pushes the centre to { $to }
outcome-not-pushed = the centre is above neither the face nor an edge, and the ATI sample does not test vertices
outcome-overlaps = none of the 13 axes separates the face from the box, so the two touch
outcome-sentence = The query reaches { $head }: { $tail }.
outcome-plane-hit = the line hits the plane of the face at { $at }, { $far } outside the triangle; { $so }
outcome-along-plane = the { $subject } is parallel to the plane of the face; { $so }
outcome-nearest-of-sphere = the nearest point of the face is { $distance } from the centre, more than the limit of { $radius }
outcome-axis-too-far = the distance between the face and the axis is at least { $radius }
outcome-too-far = the face is too far away
outcome-axis-crosses = the axis passes through the face, and the shortest way out is { $depth }, so this is a contact
outcome-contact = the nearest point of the face is { $distance_words } away, less than { $radius }, so this is a contact with a depth of { $depth }
outcome-counts = the nearest point of the face is { $distance_words } away, so the face is included
outcome-box-axis = the box's { $axis } axis
outcome-normal = the triangle's normal
outcome-cross = the cross product of the box's { $axis } axis and the triangle's edge { $edge }
outcome-separated = axis { $number } of 13, { $axis }, separates the face from the box by { $gap }
