# What a film says of a face that is tested. $subject: what moves or rests; $at: a place; $so: what follows; lengths have their unit.

outcome-head = Face { $face }, stored in node { $node }:
outcome-already-tested = it was tested before, in another of its fragments, and is not tested again
outcome-box-missed = not even its box is met
outcome-quick-sweep = a quick test shows that the { $subject } does not come to it
outcome-quick-ati = its plane is not nearer than the radius
outcome-quick-near = a quick test shows that the { $subject } does not reach it
outcome-missed = missed
outcome-behind-start = the line meets it at t = { $t }, behind the start: missed
outcome-beyond-end = the line meets it at t = { $t }, beyond the end: missed
outcome-farther = it is met at { $at }, farther than what was found before
outcome-hit = the { $subject } meets it at { $at }, the nearest up to now
outcome-not-before = the { $subject } does not come to it, or not before the best hit: missed
outcome-not-approached = the { $subject } touches it at the start and does not run into it, or less than into another
outcome-collected = near enough to be kept for the questions that follow
outcome-face-pushes = the face pushes the centre to { $to }
outcome-edge-pushes = its edge pushes the centre to { $to }
outcome-not-pushed = the centre is above neither the face nor an edge, and the sample has no test for vertices
outcome-overlaps = none of the 13 axes separates it from the box: they touch
outcome-sentence = { $head } { $tail }.
outcome-plane-hit = its plane is hit at { $at }, { $far } outside the triangle: { $so }
outcome-along-plane = the { $subject } runs along its plane: { $so }
outcome-nearest-of-sphere = its nearest point is { $distance } from the centre, not nearer than { $radius }
outcome-axis-too-far = it is not nearer to the axis than { $radius }
outcome-too-far = it is too far away
outcome-axis-crosses = the axis crosses it, and the shortest way out is { $depth }: a contact
outcome-contact = its nearest point is { $distance_words } away, nearer than { $radius }: a contact, { $depth } deep
outcome-counts = its nearest point is { $distance_words } away, so it counts
outcome-box-axis = the box's { $axis } axis
outcome-normal = the triangle's normal
outcome-cross = the product of the box's { $axis } axis and the triangle's edge { $edge }
outcome-separated = axis { $number } of 13, { $axis }, separates it from the box by { $gap }
