view-leaf-tree = 实心叶树
view-node-tree = 节点存面树
view-no-text = 没有文字。
view-lines = 不止一行。
view-not-program = 不是以 `{ $program }` 开头。
view-unclosed = 引号没有闭合。
