### 供不用鼠标或视力不佳者使用。

access-next-control = 下一个控件
access-control-before = 上一个控件
access-press = 按下
access-back-to-walking = 返回行走
access-wait = 请稍候…
access-watch = 播放{ $station }
access-how-many = 数目
access-division-before = 上一次分割。
access-division-next = 下一次分割。
access-text-size = 文字大小
access-text-size-hint = 也可用 { $keys } 更改。
access-reduced-motion = 减少动态效果
access-node-number = 要选择的节点编号
access-bookmark-name = 书签名称
access-path-letter = 节点 { $node } 处的 { $letter }
access-why-tab = 只有 Tab 键能在控件间移动
