# What a film says of the parts of a query, and of its end. Lengths have their unit; $planes, $nodes, $faces, $legs: counted, with their noun.

stage-nearest-of-one = the nearest point in front of it
stage-nearest-of-all = the nearest point in front of them all
stage-step-of-one = a step in front of it
stage-step-of-all = a step in front of the one that it is furthest behind
stage-round = Round { $round }: the centre must be in front of { $planes } so far; { $how } is { $by } away, at { $to }.
stage-clear = At { $at } the body reaches into nothing. Does its straight path from the start cross a face?
stage-crossed = The path goes through face { $face }: from now on that face keeps the body on its side.
stage-leg-stopped = A leg of { $length }, until the body meets something, at { $to }.
stage-leg = A leg of { $length } to its end, at { $to }: nothing is in the way.
stage-touches-nothing = The body touches nothing: all of its { $left } are left to go.
stage-touches-free = The body touches { $planes }, and { $left } are left to go: no plane is in the way.
stage-no-way = The body touches { $planes }, which leave it no way: of { $left }, nothing is left.
stage-visited = { $nodes } visited
stage-end-locate = { $nodes }.
stage-end-questions = { $visits } in { $questions }, { $faces } tested; without a tree { $without }.
stage-end = { $nodes }, { $faces } tested; without a tree { $without }.
stage-one-behind = One node lies behind the hit and was not asked.
stage-behind = { $nodes } lie behind the hit and were not asked.
stage-sight-free = The line of sight is free.
stage-sight-blocked = Face { $face } is in the way, { $distance } from the eye.
stage-cast-nothing = The segment meets no face.
stage-cast-hit = The segment meets face { $face } at t = { $t }, { $distance } from its start.
stage-contacts-none = The body reaches into nothing.
stage-contacts = The body reaches into { $faces }, at most { $depth } deep.
stage-push-no-room = There is no room for the body near by: it stays.
stage-push-stays = The body reaches into nothing, and stays.
stage-pushed = The body is clear after a push of { $distance }.
stage-ati-pushed = The sample's push moved the centre by { $distance } and reports that a face pushed.
stage-ati-not-pushed = The sample's push moved the centre by { $distance } and reports no push.
stage-sweep-nothing = The body meets nothing on its way.
stage-sweep-hit = The body meets face { $face } at t = { $t }, after { $distance }.
stage-slide-no-room = There is no room for the body: it stays.
stage-slide = The body ends { $distance } from its start, after { $legs }.
stage-box-nothing = No face touches the box.
stage-clipped = The body touches { $planes }: of { $before } to go, { $after } are left along { $count ->
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
} enough to put the point in one cell.
stage-questions = { $count ->
    [one] { $count } question
   *[other] { $count } questions
}
