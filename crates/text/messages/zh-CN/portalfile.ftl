# 门户文件。$expected 是本文件中指称某一部分的消息之一。

portalfile-wrong = { $file } 第 { $line } 行：{ $problem }；请用编译器重新生成门户文件
portalfile-cancelled = 已取消读取门户文件
portalfile-too-many-leaves = 文件头声明有 { $leaves } 个叶节点，文件容纳不下这么多
portalfile-ends-after = 它在 { $index } 个门户之后结束，而文件头声明有 { $portals } 个
portalfile-stands-after = 最后一个门户之后意外出现 { $word }
portalfile-unexpected = 此处应为{ $expected }，却是 { $word }
portalfile-ends = 文件在应有{ $expected }之处结束
portalfile-number = 它以一个数开头，而不是 { $names }；不支持 Half-Life 编译器的格式
portalfile-bracket = 顶点的 `{ $bracket }`
portalfile-coordinate = 坐标 { $value } 不是有限值，或过大
portalfile-cluster-beyond = 它引用了叶节点或簇 { $cluster }，但最大的编号是 { $last }
portalfile-no-clusters = 它引用了叶节点或簇 { $cluster }，但文件头没有声明任何叶节点或簇
portalfile-few-corners = 一个门户有 { $corners } 个顶点，至少需要三个
portalfile-leaf-twice = 叶节点 { $leaf } 两次分到簇中
portalfile-leaf-beyond = 它引用了叶节点 { $leaf }，但文件头声明有 { $leaves } 个叶节点
portalfile-leaf-without = 叶节点 { $leaf } 不在任何簇中
portalfile-number-of-leaves = 叶节点的数目
portalfile-number-of-portals = 门户的数目
portalfile-number-of-clusters = 簇的数目
portalfile-cluster-of-leaf = 叶节点的簇
portalfile-number-of-corners = 门户的顶点数
portalfile-beside = 门户旁的叶节点或簇
portalfile-a-coordinate = 一个坐标
portalfile-leaf-of-cluster = 簇的一个叶节点，或末尾的 −1
portalfile-dialects = PRT1、PRT1-AM 或 PRT2
