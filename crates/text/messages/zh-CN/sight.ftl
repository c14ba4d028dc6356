# 为何从一个叶节点看得见另一个。$from、$to：叶节点的编号；$seen、$whole：平方米；$select：按键。

sight-same = 两端都在叶节点 { $from } 中，而每个叶节点都看得见自己。请走到另一个叶节点，或选择另一个。
sight-seen = 叶节点 { $from } 看得见叶节点 { $to }：一条长 { $length } 的直线穿过 { $portals }。
sight-no-chain = 没有门户链通到那里
sight-no-line = 根据 PVS，没有直线能穿过其间的 { $portals }
sight-ends-at-first = 视野在第一个门户处就结束
sight-ends-through-one = 透过第一个门户完全看不见第二个门户
sight-ends-through = 透过前 { $portals } 个门户完全看不见下一个门户
sight-counted-visible = PVS 仍把它算作可见：PVS 可能多算叶节点，但绝不会少算。
sight-hidden = 叶节点 { $from } 看不见叶节点 { $to }：{ $reason }。
sight-unknown = 叶节点 { $from } 可能看得见叶节点 { $to }：搜索既没有找到直线，也没有证明直线不存在。
sight-solid-leaf = 实心叶节点 { $leaf }
sight-face-between = 空叶节点之间的一个面
sight-one-plane = 实心叶节点也遮住它：两者之间的每条直线都碰到同一个平面的实心部分，该平面穿过{ $through }。
sight-planes = 实心叶节点也遮住它：两者之间的每条直线都碰到 { $count } 个平面之一的实心部分。第一个平面穿过{ $through }。
sight-part = { $of }的 { $whole } m² 中的 { $seen } m²
sight-part-nothing = { $of }完全看不见
sight-parts = 透过前面的门户可见：{ $parts }。
sight-select = 要选择叶节点，请对准一个面并按 { $select }。视线从视点所在的叶节点出发。
sight-legend-seen = 每个门户可见的部分和透过它的视野边界
sight-legend-occluders = 所有直线都碰到遮挡平面的区域，以及那里的实心叶节点
sight-legend-line = 视线及其穿过的门户
sight-legend-chain = 走得最远的链
sight-legend-closed = 透过链看不见的门户
sight-portal = 第 { $number } 个门户
