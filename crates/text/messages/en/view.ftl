view-leaf-tree = solid-leaf tree
view-node-tree = node-storing tree
view-no-text = There is no text.
view-lines = There is more than one line.
view-not-program = It does not begin with `{ $program }`.
view-unclosed = A quotation mark is not closed.
