brushes-all = 所有笔刷
brushes-unseen = 笔刷 { $number } 没有可见的面。
brushes-written = 已写入 { $file }，其中笔刷 { $number } 为细节。
