# 命令写出的文件中的文字，以及写出时的文字：调色板、图、网页。

figure-choosing-colours = 选取 256 种颜色
figure-leaf = 叶节点 { $leaf }
figure-outside = 外部
figure-solid = 实心
figure-empty = 空
# $films、$steps 和 $questions：带量词的数量。
figure-sheet-written = { $file }：{ $films }，{ $steps }，{ $questions }，{ $kilobytes } kB
