quakemoving-warning = { $entity } does not move as it says: { $problem }
quakemoving-speed = `{ $said }` is no speed, and it has that of the game, { $default }
quakemoving-no-faces = it has no faces, and is left out of what moves
quakemoving-no-way = it would get nowhere, and stands still
quakemoving-no-pivot = it has no brush `origin` and no key of that name around which it turns, and stands still
quakemoving-no-corners = its target leads to no path_corner, and it stands still
quakemoving-not-usable = there are too many things that move, or its numbers are too large, and it stands still
quakemoving-more =
    { $count ->
        [one] 1 more entity does not move as it says
       *[other] { $count } more entities do not move as they say
    }
quakemoving-keys =
    { $count ->
        [one] 1 door asks for a key, and opens without it
       *[other] { $count } doors ask for keys, and open without them
    }
quakemoving-killing =
    { $count ->
        [one] 1 entity removes others in the game, and nothing is removed here
       *[other] { $count } entities remove others in the game, and nothing is removed here
    }
