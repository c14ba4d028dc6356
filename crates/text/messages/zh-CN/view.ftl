view-no-bookmarks = 没有书签：{ $why }
view-level-no-bookmarks = 本关卡没有书签；{ $key } 把当前视图存为书签。
view-nameless = 画出来的关卡没有名称，命令行无法打开它。
view-not-copied = 视图没有复制：{ $why }
view-no-such-node = 树没有可选的节点 { $asked }：它有{ $nodes }。
view-no-such-face = 树没有存可选的面 { $face }。
