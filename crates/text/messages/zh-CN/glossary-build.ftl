# 术语表中的术语。`.forms`：在文本中查找该术语所用的词，以逗号分隔，英文用小写；
# ~ 之后的词还有别的意思，只有文本标出时才是术语：[[切割]]。

glossary-term-build-rule = 建树规则
    .forms = 建树规则
    .definition = 节点怎样从到达它的各个面的平面中选出自己的平面。整棵树由此决定。
glossary-term-candidate = 候选平面
    .forms = 候选平面
    .definition = 为一个节点考虑的平面：某个面的平面，或垂直于某条坐标轴的平面。在大关卡中全部试一遍很慢。
glossary-term-score = 评分
    .forms = 评分
    .definition = 比较一个节点的候选平面所用的数，取评分最低的一个。不同节点的评分不能相互比较。
glossary-term-cut-weight = 切割权重
    .forms = 切割权重
    .definition = 平面每切割一个面，评分就增加这么多。权重越大，切割越少，哪怕树因此不那么均匀。
glossary-term-imbalance-weight = 不平衡权重
    .forms = 不平衡权重
    .definition = 一侧比另一侧每多一个面，评分就增加这么多。权重越大，树越均匀，但切割越多。
glossary-term-sample = 抽样
    .forms = 抽样
    .definition = 用全部的面计算评分太久时，候选平面的评分只用这些面来计算。0 表示用全部的面。
glossary-term-when-split = 划分时
    .forms = ~划分时
    .definition = 为节点选择平面时到达该节点的各块面。被切割的一块在前面和后面各算一次。
glossary-term-query-cost = 期望代价
    .forms = 期望代价, 表面积启发式, sah
    .definition = 沿穿过关卡的随机直线查询的预计用时，以访问一个节点为单位；测试一个面计为 1.5 次访问。表面积启发式（SAH）：进入一个单元的机会与它的表面积成正比。
glossary-term-random-seed = 随机种子
    .forms = 随机种子
    .definition = 随机数的初始值。种子相同，树就相同。
glossary-term-max-fragments = 碎片上限
    .definition = 如果节点的平面会把关卡切成比这更多的碎片，节点就不再划分它的面，而把它们存为一个块。0 表示每个面 64 个，另加 65,536 个。
glossary-term-division = 划分
    .forms = ~划分
    .definition = 一个节点所做的事：它的平面把到达它的面分成前面的、后面的和自己留下的。
glossary-term-what-if = 假如
    .forms = ~假如
    .definition = 给一个节点换一个平面。只重建它的子树，并与原来的比较。
