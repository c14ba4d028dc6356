look-leaf = Leaf { $leaf }
look-plane = The plane of node { $node }
look-select-first = Select a node or a leaf first ({ $select }), then look at it.
look-too-small = { $name } is too small to be looked at.
look-ahead = { $name } is ahead. { $key } draws its cell.
look-from-nowhere = { $name } is seen well from nowhere: the model shows it. { $model } goes back.
look-on-foot = { $name } cannot be seen from here, and a body on foot flies nowhere: the model shows it. { $model } goes back.
