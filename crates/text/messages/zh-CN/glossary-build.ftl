# 术语表中的术语。`.forms`：在文本中查找该术语所用的词，以逗号分隔，英文用小写；
# ~ 之后的词还有别的意思，只有文本标出时才是术语：[[切割]]。

glossary-term-build-rule = 建树规则
    .forms = 建树规则
    .definition = 节点如何从到达它的各个面的平面中选出自己的平面。规则决定整棵树。
glossary-term-candidate = 候选平面
    .forms = 候选平面
    .definition = 为一个节点考虑的平面：某个面的平面，或垂直于某条坐标轴的平面。在大关卡中全部尝试会很慢。
glossary-term-score = 评分
    .forms = 评分
    .definition = 给一个节点的候选平面排名次的数，取最低的一个。不同节点的评分不能相互比较。
glossary-term-cut-weight = 切割权重
    .forms = 切割权重
    .definition = 平面每切割一个面，评分就增加这么多。权重越大，切割越少，哪怕树因此更不平衡。
glossary-term-imbalance-weight = 不平衡权重
    .forms = 不平衡权重
    .definition = 较大的一侧每多一个面，评分就增加这么多。权重越大，树越平衡，但切割越多。
glossary-term-sample = 抽样
    .forms = 抽样
    .definition = 用全部的面给候选平面评分太慢时，只用这些面评分。0 表示用全部的面。
glossary-term-when-split = 划分时
    .forms = ~划分时
    .definition = 为节点选择平面时到达该节点的面碎片。被切割的碎片在前侧和后侧各计一次。
glossary-term-query-cost = 期望代价
    .forms = 期望代价, 表面积启发式, sah
    .definition = 沿随机直线穿过关卡的查询的预计用时，以节点访问次数计；测试一个面计为 1.5 次访问。表面积启发式（SAH）：进入一个单元的机会与它的表面积成正比。
glossary-term-random-seed = 随机种子
    .forms = 随机种子
    .definition = 随机数的初始值。种子相同，树就相同。
glossary-term-max-fragments = 碎片上限
    .definition = 如果节点的平面会使关卡的碎片超过这个数目，节点就不再划分它的面，而把它们作为一个块存储。0 表示每个面 64 个，另加 65,536 个。
glossary-term-division = 划分
    .forms = ~划分
    .definition = 一个节点的工作：它的平面把到达它的面分成前侧的、后侧的和节点自己存储的。
glossary-term-what-if = 假如
    .forms = ~假如
    .definition = 在一个节点上试用另一个平面。只重建它的子树，并与原来的子树比较。
