# 查询的代价。$figures：统计的数量；$mean：平均值；$percent：带百分号的比例。

heat-of-casts = 按穿过每个像素的射线投射
heat-of-slides = 按从每个位置滑动的身体
heat-of-eyes = 按每个位置上身体的视点，依据 PVS
heat-counting = 测量查询的代价
heat-less-than-percent = 不到 0.1 %
heat-figures = { $figures }，平均 { $mean }
heat-nothing = 从这里无法测量代价。
heat-better = { $better } 优 { $percent }：{ $figures }；{ $other }：{ $other_figures }。
heat-only = 只有 { $name } 有代价数据：{ $figures }。
heat-same = 两者代价相同：{ $figures }。
heat-nodes-visited = 访问 { $count } 个节点
heat-faces-tested = 测试 { $count } 个面
heat-leaves-seen = 看见 { $count } 个叶节点
heat-faces-drawn = 绘制 { $count } 个面
heat-of-doom = 按每个位置上玩家的视点，朝 16 个方向
heat-doom-counting = 统计 visplane、drawseg 和 opening
heat-visplanes = { $count } 个 visplane
heat-drawsegs = { $count } 个 drawseg
heat-openings = { $count } 个 opening
