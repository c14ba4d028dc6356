# 面板的“程序”一节。

program-language = 语言
program-language-of-system = 跟随系统
