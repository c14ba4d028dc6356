# Costs of queries. $figures: what was counted; $mean: the mean; $percent: a share with its sign.

heat-of-casts = measured with the cast through each pixel
heat-of-slides = measured with a slide from each position
heat-of-eyes = measured at eye height at each position, according to the PVS
heat-counting = Measuring query costs
heat-less-than-percent = less than 0.1 %
heat-figures = { $figures } in total, { $mean } on average
heat-nothing = No costs can be measured from here.
heat-better = { $better } is { $percent } better ({ $figures }) than { $other } ({ $other_figures }).
heat-only = Costs are available only for { $name }: { $figures }.
heat-same = Both trees cost the same: { $figures }.
heat-nodes-visited = { $count ->
    [one] { $count } node visited
   *[other] { $count } nodes visited
}
heat-faces-tested = { $count ->
    [one] { $count } face tested
   *[other] { $count } faces tested
}
heat-leaves-seen = { $count ->
    [one] { $count } leaf seen
   *[other] { $count } leaves seen
}
heat-faces-drawn = { $count ->
    [one] { $count } face drawn
   *[other] { $count } faces drawn
}
heat-of-doom = measured from a player's eye at each position, in 16 directions
heat-doom-counting = Counting visplanes, drawsegs and openings
heat-visplanes = { $count ->
    [one] { $count } visplane
   *[other] { $count } visplanes
}
heat-drawsegs = { $count ->
    [one] { $count } drawseg
   *[other] { $count } drawsegs
}
heat-openings = { $count ->
    [one] { $count } opening
   *[other] { $count } openings
}
