setting-unreadable = 无法读取 { $file } 中的设置（{ $cause }）：{ $kept }
setting-moved = 该文件已移至 { $aside }，改用默认值。
setting-not-moved = 该文件未能移走（{ $error }），改用默认值。
setting-line = 第 { $line } 行：{ $error }
setting-left-out = { $file } 中的这些设置无法使用，改用默认值：{ $settings }。原文件的副本已存为 { $copy }。
setting-left-out-no-copy = { $file } 中的这些设置无法使用，改用默认值：{ $settings }。原文件无法复制（{ $error }）。
