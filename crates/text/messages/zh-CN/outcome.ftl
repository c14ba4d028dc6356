# 动画对所测试的面的说明。$subject：运动或静止之物；$at：位置；$so：结论；长度带单位。

outcome-head = 面 { $face }，存于节点 { $node }：
outcome-already-tested = 它的另一个碎片已测试过，因此跳过
outcome-box-missed = 它的包围盒未命中
outcome-quick-sweep = 快速测试表明{ $subject }碰不到它
outcome-quick-ati = 到它的平面的距离不小于半径
outcome-quick-near = 快速测试表明{ $subject }够不到它
outcome-missed = 未命中
outcome-behind-start = 直线在 t = { $t } 处与它相交，在起点之前：未命中
outcome-beyond-end = 直线在 t = { $t } 处与它相交，已超过终点：未命中
outcome-farther = 在 { $at }处碰到它，比目前最近的命中更远
outcome-hit = { $subject }在 { $at }处碰到它，是目前最近的命中
outcome-not-before = { $subject }在目前最近的命中之前没有碰到它：未命中
outcome-not-approached = { $subject }在起点就接触它，但不朝它移动，或者更直接地朝另一个面移动
outcome-collected = 足够近，留给后面的查询
outcome-face-pushes = 这个面把中心推到 { $to }
outcome-edge-pushes = 它的边把中心推到 { $to }
outcome-not-pushed = 中心既不在面的上方也不在边的上方，而该示例不测试顶点
outcome-overlaps = 13 条轴都不能把它与盒子分开：两者接触
outcome-sentence = { $head }{ $tail }。
outcome-plane-hit = 直线在 { $at } 处穿过它的平面，在三角形外 { $far }：{ $so }
outcome-along-plane = { $subject }与它的平面平行：{ $so }
outcome-nearest-of-sphere = 它的最近点距中心 { $distance }，上限是 { $radius }
outcome-axis-too-far = 它到轴的距离不小于 { $radius }
outcome-too-far = 它太远
outcome-axis-crosses = 轴穿过它，最短的出路长 { $depth }：有接触
outcome-contact = 它的最近点相距 { $distance_words }，小于 { $radius }：有接触，深 { $depth }
outcome-counts = 它的最近点相距 { $distance_words }，因此计入
outcome-box-axis = 盒子的 { $axis } 轴
outcome-normal = 三角形的法线
outcome-cross = 盒子的 { $axis } 轴与三角形第 { $edge } 条边的叉积
outcome-separated = 13 条轴中的第 { $number } 条，即{ $axis }，把它与盒子分开 { $gap }
