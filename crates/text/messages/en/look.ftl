look-leaf = Leaf { $leaf }
look-plane = The plane of node { $node }
look-select-first = Select a node or a leaf first ({ $select }).
look-too-small = { $name } is too small to look at.
look-ahead = { $name } is straight ahead. { $key } shows its cell.
look-from-nowhere = { $name } has no good viewpoint, so the model shows it. { $model } takes you back.
look-on-foot = { $name } cannot be seen from here, and a walking body cannot fly to it, so the model shows it. { $model } takes you back.
