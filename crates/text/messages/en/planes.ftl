planes-number = The number is the [[depth]]. Thick lines: where a plane meets floors and walls. { $change_depth }
planes-numbers-here = { $shown } of the { $all } on the cut { $have } a number. Zoom in for the others, which are too short or crowded.
planes-numbers = { $list ->
    [one] { $list } plane is
   *[other] { $list } planes are
} numbered here. The others are hidden, out of view or crowded.
planes-above = planes of the nodes above, fainter upwards
planes-own = its plane and the faces on it
planes-front = in front (F)
planes-behind = behind (B)
planes-cut = cut by the plane
planes-own-with = its plane, with { $faces } on it
planes-front-faces = in front (F): { $faces }
planes-behind-faces = behind (B): { $faces }
planes-cut-faces = cut by the plane: { $faces }, which { $both } on both sides
planes-depths = Depths
planes-depths-hint = Depths of the planes that are shown.
planes-opacity = Opacity
planes-follow = Follow the selection
