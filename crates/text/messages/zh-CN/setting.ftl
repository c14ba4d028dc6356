setting-unreadable = 无法读取 { $file } 中的设置（{ $cause }）：{ $kept }
setting-moved = 该文件已移至 { $aside }，改用默认值。
setting-not-moved = 该文件未能移走（{ $error }），改用默认值。
setting-line = 第 { $line } 行：{ $error }
setting-left-out = { $file } 中的设置 { $settings } 无法使用，改用默认值。原文件的副本为 { $copy }。
setting-left-out-no-copy = { $file } 中的设置 { $settings } 无法使用，改用默认值。未能制作原文件的副本（{ $error }）。
