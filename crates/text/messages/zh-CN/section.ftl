# 剖面与划分的影片。$planes、$cells、$lines、$solid：带量词的数量。

section-no-plane = 还没有平面：空间是一个单元。
section-root-plane = 根节点的平面把空间一分为二：正面和背面。
section-depths = { $planes }，深度 0 到 { $last }：此剖面中有 { $cells }。
section-all-nodes = { $planes }：每个面都与其中一个平面共面。
section-all-leaves = { $planes }：每个单元都是叶节点，空的或实心的。
section-bounds = 未计入树最前面的 6 个平面：它们围住整个关卡。
section-leaves = 剖面穿过 { $empty } 个空叶节点和 { $solid }。
section-legend-root = 根节点的平面
section-legend-now = 正在划分的平面
section-legend-before = 之前的平面，按深度
section-legend-tints = 每种色调是一个单元；同一半的色调相近。
section-legend-lines = { $count } 条线，是分割平面与剖面的交线，各带深度；箭头指向正面。
section-legend-selected = 选中节点的平面
section-legend-solid = 实心，被剖开处
section-legend-faces = 面，被剖开处
section-legend-figure = 小人：视点及其朝向
section-undivided = 有 { $count } 个单元太小，在此距离不再细分。
