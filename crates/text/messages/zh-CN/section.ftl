# 剖面与划分的动画。$planes、$cells、$lines、$solid：带量词的数量。

section-no-plane = 还没有平面：整个空间是一个单元。
section-root-plane = 根节点的平面把空间一分为二：前侧和后侧。
section-depths = { $planes }（深度 0 到 { $last }）在此剖面中形成 { $cells }。
section-all-nodes = { $planes }：每个面都在其中一个平面上。
section-all-leaves = { $planes }：每个单元都是空的或实心的叶节点。
section-bounds = 未计入树最前面的 6 个平面：它们围住整个关卡。
section-leaves = 剖面穿过 { $empty } 个空叶节点和 { $solid }。
section-root-label = 根
section-legend-root = 根节点的平面
section-legend-now = 当前步的平面
section-legend-before = 之前的平面，按深度
section-legend-tints = 每种色调是一个单元；同一半的色调相近。
section-legend-lines = { $count } 条线，是分割平面与剖面的交线，各标有深度；箭头指向前侧。
section-legend-selected = 所选节点的平面
section-legend-solid = 剖面的实心空间
section-legend-faces = 剖面的面
section-legend-figure = 小人：视点及其朝向
section-undivided = 有 { $count } 个单元太小，在此距离上不再细分。
