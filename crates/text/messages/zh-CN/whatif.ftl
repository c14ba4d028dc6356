whatif-subtree = 节点 { $node } 的子树
whatif-not-taken = 没有采用该平面：{ $reason }
