quakemoving-warning = { $entity } does not move as specified: { $problem }
quakemoving-speed = `{ $said }` is not a valid speed, so the game's default { $default } is used
quakemoving-no-faces = it has no faces, so it is not a mechanism
quakemoving-no-way = its path has no length, so it stays still
quakemoving-no-pivot = it has no `origin` brush or key to rotate around, so it stays still
quakemoving-no-corners = its target is not a path_corner, so it stays still
quakemoving-not-usable = there are too many mechanisms, or its values are too large, so it stays still
quakemoving-more =
    { $count ->
        [one] 1 more entity does not move as specified
       *[other] { $count } more entities do not move as specified
    }
quakemoving-keys =
    { $count ->
        [one] 1 door needs a key in the game, but opens without it here
       *[other] { $count } doors need keys in the game, but open without them here
    }
quakemoving-killing =
    { $count ->
        [one] 1 entity has a killtarget, which has no effect here
       *[other] { $count } entities have killtargets, which have no effect here
    }
