select-no-node = 此树没有节点 { $node }
select-pointer = 指针
select-crosshair = 准星
select-no-face = { $what }下没有面：没有选择任何东西
select-root = 节点 { $node } 是根节点：它没有父节点
select-no-front = 节点 { $node } 没有前子节点：它的前面什么也没有
select-no-back = 节点 { $node } 没有后子节点：它的后面什么也没有
select-no-face-there = 那里没有面。请指向一个面。
