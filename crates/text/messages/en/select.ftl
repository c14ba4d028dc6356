select-no-node = This tree has no node { $node }
select-pointer = pointer
select-crosshair = crosshair
select-no-face = No face is under the { $what }: nothing was selected
select-root = Node { $node } is the root: it has no parent
select-no-front = Nothing is in front of node { $node }: it has no front child
select-no-back = Nothing is behind node { $node }: it has no back child
select-no-face-there = No face is there: point at one.
