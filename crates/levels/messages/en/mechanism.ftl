mechanism-door = sliding door
mechanism-turning-door = turning door
mechanism-lift = lift
mechanism-train = train
mechanism-button = button
mechanism-floor = moving floor
mechanism-ceiling = moving ceiling
mechanism-doors =
    { $count ->
        [one] { $count } sliding door
       *[other] { $count } sliding doors
    }
mechanism-turning-doors =
    { $count ->
        [one] { $count } turning door
       *[other] { $count } turning doors
    }
mechanism-lifts =
    { $count ->
        [one] { $count } lift
       *[other] { $count } lifts
    }
mechanism-trains =
    { $count ->
        [one] { $count } train
       *[other] { $count } trains
    }
mechanism-buttons =
    { $count ->
        [one] { $count } button
       *[other] { $count } buttons
    }
mechanism-floors =
    { $count ->
        [one] { $count } moving floor
       *[other] { $count } moving floors
    }
mechanism-ceilings =
    { $count ->
        [one] { $count } moving ceiling
       *[other] { $count } moving ceilings
    }
mechanism-opens-near = opens when you come near
mechanism-opens-touch = opens when you touch it
mechanism-opens-use = press Enter in front of it
mechanism-opens-elsewhere = opened by a button, linedef or trigger
mechanism-moves-stand = moves when you are on or under it
mechanism-moves-touch = moves when you touch it
mechanism-moves-use = press Enter in front of it
mechanism-moves-elsewhere = moved by a button, linedef or trigger
mechanism-moves-always = always moves
mechanism-moves-never = nothing in the level moves it
mechanism-closed = closed
mechanism-opening = opening
mechanism-open = open
mechanism-closing = closing
mechanism-rests = at rest
mechanism-goes = moving
mechanism-away = waiting
mechanism-returns = returning
mechanism-sector-floor = sector { $sector } floor
mechanism-sector-ceiling = sector { $sector } ceiling
