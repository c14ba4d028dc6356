# What queries cost. $figures: what was counted; $mean: the mean; $percent: a share with its sign.

heat-of-casts = by the cast through each pixel
heat-of-slides = by the slide of a body that stands there
heat-of-eyes = from the eye of a body that stands there, by the PVS
heat-counting = Counting what queries cost
heat-less-than-percent = less than 0.1 %
heat-figures = { $figures }, { $mean } on average
heat-nothing = Nothing can be counted from here.
heat-better = { $better } is better by { $percent }: { $figures }; { $other }: { $other_figures }.
heat-only = Only of { $name } something can be counted: { $figures }.
heat-same = Both cost the same: { $figures }.
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
