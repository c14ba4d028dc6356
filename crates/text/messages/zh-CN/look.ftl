look-leaf = 叶节点 { $leaf }
look-plane = 节点 { $node } 的平面
look-select-first = 先选择一个节点或叶节点（{ $select }）。
look-too-small = { $name }太小，无法查看。
look-ahead = { $name }就在前方。{ $key } 显示它的单元。
look-from-nowhere = { $name }没有合适的观看位置，因此在模型中显示它。{ $model } 返回。
look-on-foot = 从这里看不到{ $name }，而行走的身体不能飞过去，因此在模型中显示它。{ $model } 返回。
