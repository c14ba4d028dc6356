# Captions for the stages of a query and for its end. Lengths have their unit; $planes, $nodes, $faces, $legs: counted, with their noun.

stage-nearest-of-one = the nearest point in front of the plane
stage-nearest-of-all = the nearest point in front of all the planes
stage-step-of-one = a point in front of the plane
stage-step-of-all = a point in front of the plane that the centre is farthest behind
stage-round = Round { $round }: the centre must now be in front of { $planes }. The target, { $how }, is { $by } away, at { $to }.
stage-clear = At { $at }, the body overlaps nothing. Does its straight path from the start cross a face?
stage-crossed = The path crosses face { $face }. From now on, the body must stay on its original side of this face.
stage-leg-stopped = The body moves { $length } until it meets something, at { $to }.
stage-leg = The body moves { $length } without meeting anything, to { $to }.
stage-touches-nothing = The body touches nothing, so it can still move the remaining { $left }.
stage-touches-free = The body touches { $planes }, but nothing blocks the remaining { $left }.
stage-no-way = The body touches { $planes } and is completely blocked: it cannot move the remaining { $left }.
stage-visited = visits to { $nodes }
stage-end-locate = Cost of the query: { $nodes }.
stage-end-questions = { $questions } made { $visits } and tested { $faces }. Without a tree, { $without ->
    [one] { $without } face
   *[other] { $without } faces
} would be tested.
stage-end = Cost of the query: { $nodes } and tests of { $faces }. Without a tree, { $without ->
    [one] { $without } face
   *[other] { $without } faces
} would be tested.
stage-one-behind = One node lies behind the hit and was not visited.
stage-behind = { $nodes } lie behind the hit and were not visited.
stage-sight-free = The line of sight is clear.
stage-sight-blocked = Face { $face } blocks the line of sight, { $distance } from the eye.
stage-cast-nothing = The segment hits no face.
stage-cast-hit = The segment hits face { $face } at t = { $t }, { $distance } from its start.
stage-contacts-none = The body overlaps nothing.
stage-contacts = The body overlaps { $faces }, by up to { $depth }.
stage-push-no-room = There is not enough space for the body nearby, so it stays in place.
stage-push-stays = The body overlaps nothing, so it stays in place.
stage-pushed = The body is free after a push of { $distance }.
stage-ati-pushed = The ATI sample's push-out moved the centre by { $distance } and reported a push.
stage-ati-not-pushed = The ATI sample's push-out moved the centre by { $distance } but reported no push.
stage-sweep-nothing = The body hits nothing on its path.
stage-sweep-hit = The body hits face { $face } at t = { $t }, after moving { $distance }.
stage-slide-no-room = There is not enough space for the body, so it stays in place.
stage-slide = The body ends up { $distance } from its start, after { $legs }.
stage-box-nothing = No face touches the box.
stage-clipped = The body touches { $planes }, so it can move only { $after } of the remaining { $before }, sliding along { $count ->
    [one] it
   *[other] them
}.
stage-touch-box = { $count ->
    [one] { $count } face touches the box.
   *[other] { $count } faces touch the box.
}
stage-path = The path is { $letters }: { $count ->
    [one] { $count } plane is
   *[other] { $count } planes are
} enough to find the cell of the point.
stage-questions = { $count ->
    [one] { $count } tree query
   *[other] { $count } tree queries
}
