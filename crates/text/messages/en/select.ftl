select-no-node = This tree has no node { $node }
select-pointer = pointer
select-crosshair = crosshair
select-no-face = There is no face under the { $what }: nothing was selected
select-root = Node { $node } is the root: it has no parent
select-no-front = Node { $node } has no front child: nothing is in front of it
select-no-back = Node { $node } has no back child: nothing is behind it
select-no-face-there = There is no face there. Point at one.
