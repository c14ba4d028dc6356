command-copy-hint = 复制能回答此问题的命令：在命令行中用 `bspwalk` 得到同样的结果。
command-not-copied = 命令没有复制：{ $why }
command-spheres-alone = 命令行只支持球和直立的胶囊体。
