# 命令面板。

palette-query = 查找命令：{ $query }_
palette-search = 输入命令的一部分
palette-none = 没有匹配的命令。
palette-in-menu = { $menu }：{ $item }
