planes-number = The number is the [[depth]]. Thick lines: where a plane meets floors and walls. { $change_depth }
planes-numbers-here = { $shown } of { $all } on the cut { $shown ->
    [one] has
   *[other] have
} a number. The others are short or crowded: zoom in to see them.
planes-numbers = Numbers here: { $list }. The other planes are hidden, out of view or crowded.
planes-above = planes of the nodes above, fainter upwards
planes-own = its plane, and faces on it
planes-front = in front (F)
planes-behind = behind (B)
planes-cut = cut by the plane
planes-own-with = its plane, with { $faces } on it
planes-front-faces = in front (F): { $faces }
planes-behind-faces = behind (B): { $faces }
planes-cut-faces = cut by the plane: { $faces }, counted on both sides
planes-depths = Depths
planes-depths-hint = Those of these depths are shown.
planes-opacity = Opacity
planes-follow = Follow the selection
