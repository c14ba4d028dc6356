help-how = { $one } 或 { $other } 关闭此页。用滚轮或方向键滚动。按下某个键之后，按键名称以你键盘上印的字符为准。
help-close = 关闭
help-leave-tour = 离开导览
help-tour = 导览
