# 节点为何取此平面：节点卡片、候选平面表、建树动画。
# $cuts、$front、$back、$on：块数；$faces、$pieces、$planes：带量词的数量；$plane：文字描述的平面；
# $score、$own、$better、$next：评分；$others：另有多少个平面与它相同；$rule：规则名。

decision-cuts = 它切割 { $faces }中的 { $cuts } 块。
decision-only-face = 只有一块碎片到达此节点，因此节点采用该面的平面。
decision-first-face = 规则 `{ $rule }` 选择第一个到达此节点的面的平面，即{ $face }。{ $cuts }
decision-random-face = 规则 `{ $rule }` 随机选择一个到达此节点的面的平面：{ $face }。{ $cuts }
decision-by-hand = 此平面是在“假如”中手动指定的。{ $cuts }{ $instead }
decision-stored = 这棵树加载时就带有此平面，但规则 `{ $rule }` 在这里不会选它：树由其他程序或其他版本构建。{ $cuts }{ $instead }
decision-undivided = 树的碎片数已达上限，因此该节点不再划分，直接存储 { $faces }，没有平面。
decision-hole = 没有面到达此节点。它的单元穿过面之间的一个洞，平面取自洞的边。
decision-hint = 该平面属于提示（hint）笔刷的一个面。提示先于其他面划分单元。{ $cuts }
decision-auxiliary = 各面的平面都不能很好地划分这些碎片，因此规则选择了一个不含任何面的平面。{ $cuts }
decision-only-plane = 这是唯一考虑过的平面：它切割 { $faces }中的 { $cuts } 块。
decision-no-other = 该规则不考虑其他平面。
decision-rule-takes = 该规则会选择{ $plane }。
decision-rule-scores-better = 该规则给{ $plane }的评分更好：{ $better }，而此平面为 { $own }。
decision-none-lower = 该规则考虑的平面中，没有评分更低的。
decision-cuts-tie = 选择此平面，是因为没有其他平面切割得更少：它切割 { $faces }中的 { $cuts } 块，另有 { $others } 个平面与它相同。
decision-cuts-fewest = 选择此平面，是因为它切割的碎片最少：切割 { $cuts }。
decision-balance-tie = 选择此平面，是因为没有其他平面划分得更均匀：前侧 { $front } 块，后侧 { $back } 块，另有 { $others } 个平面与它相同。
decision-balance-best = 选择此平面，是因为它划分得最均匀：前侧 { $front } 块，后侧 { $back } 块；次优平面为 { $next_front } 和 { $next_back }。
decision-block = 节点的碎片这么少时，查询会把它们作为整块一起测试。因此评分考虑平面切割多少块、其余的划分得是否均匀，以及有多少块共面。选择此平面，是因为{ $why }。它切割 { $cuts }。
decision-score-of-faces = 在各面的平面中选择此平面，是因为它的评分最低：{ $score }。{ $idle }它切割 { $cuts }。
decision-score = 选择此平面，是因为{ $why }。它切割 { $cuts }。
decision-idle = { $plane }的评分是 { $score }，但所有碎片都在该平面的同一侧。
decision-from-all = 取自全部 { $reached } 块碎片
decision-from-sample = 取自 { $reached } 块碎片的抽样
decision-from-cutting-cell = 取自 { $reached } 块碎片中穿过单元的那些
decision-scored = 该规则比较了 { $planes }（{ $from }），此平面的评分最好。
decision-scored-across = 该规则比较了 { $planes }，都垂直于坐标轴，此平面的评分最好。
decision-scored-both = 该规则比较了 { $planes }，此平面的评分最好：其中 { $own } 个{ $from }，{ $across } 个垂直于坐标轴。
decision-score-of-sample = 每个评分只统计抽样的 { $sample } 块碎片。
decision-cut-by = { $faces }中的 { $cuts } 块；次优平面切割 { $next } 块
decision-cut-by-sample = { $faces }中的 { $cuts } 块；在抽样的 { $sample } 块中它切割 { $own } 块，次优平面切割 { $next } 块
decision-of-sample = 抽样 { $sample } 块中的 { $number } 块
decision-least-tie = 它的评分 { $own } 最低，另有 { $others } 个平面与它相同
decision-least = 它的评分 { $own } 最低；次优平面为 { $next }
decision-short-score = 在 { $planes }中，此平面的[[评分]]最低{ $others ->
    [0] {""}
   *[other] ，另有 { $others } 个与它相同
}。
decision-short-of-faces = 在各面的平面中，此平面的[[评分]]最低{ $others ->
    [0] {""}
   *[other] ，另有 { $others } 个与它相同
}。
decision-short-cuts = 在 { $planes }中，此平面切割的碎片最少{ $others ->
    [0] {""}
   *[other] ，另有 { $others } 个与它相同
}。
decision-short-balance = 在 { $planes }中，此平面划分得最均匀{ $others ->
    [0] {""}
   *[other] ，另有 { $others } 个与它相同
}。
decision-face = 面 { $number }
decision-counted-in-sample = 按 { $all } 块中抽样的 { $sample } 块统计
decision-counted-in-all = 按全部 { $all } 块统计
decision-score-means = 选择评分最低的平面。评分：{ $meaning }。
decision-no-scores = 规则 `{ $rule }` 不给平面评分。
decision-beside = 与 { $planes }比较
decision-considered = 考虑过 { $planes }
decision-chosen-among = 从 { $planes }中选出
decision-table = 前侧、后侧和切割的碎片数{ $counted_in }，均在切割之前计数。
decision-shared-keeps-one = “(+2)”表示另有两个面也在此平面上。按此规则，节点只存储其中一个面，其余的归到前侧。
decision-shared = “(+2)”表示另有两个面也在此平面上。
decision-score-words = 切割 { $cuts } 块，前侧 { $front } 块，后侧 { $back } 块，评分 { $score }
decision-part-undivided = 未划分
decision-part-on = 共面
decision-part-front = 前侧
decision-part-behind = 后侧
decision-part-all = 全部
decision-when-split = 划分该节点时，有 { $reached }到达；{ $cut }。碎片数和节点数按建成的树计，即在其后所有切割之后。
decision-when-split-leaf = 结构面中有 { $reached }到达此节点，单元边界上的除外：共面 { $on } 块，前侧 { $front } 块，后侧 { $back } 块；{ $cut }。
decision-division-head = 划分 { $number } / { $all }，节点 { $node }，深度 { $depth }：
decision-its-plane = 它的平面
decision-division-undivided = { $head }这里剩下 { $faces }；树的碎片数已达上限，因此节点不再划分，直接存储它们。
decision-division-one = { $head }这里只剩一块碎片，由节点存储。
decision-division-coplanar = { $head }这里剩下 { $faces }，都与{ $plane }共面，由节点存储。
decision-front-to = { $place }，前侧朝 { $sign }{ $axis }
decision-oblique = 斜面
decision-plane-of-face = 面 { $number } 的平面
decision-oblique-plane = 一个斜平面
decision-plane-at = 位于 { $place } 的平面
decision-no-plane = 它没有平面：直接存储 { $pieces }，不再划分。
decision-across-axis = 垂直于 { $axis } 轴的平面。
decision-across-no-axis = 斜平面。
decision-kind-of-face = 面 { $number } 的平面。
decision-none-cut = 没有碎片被切割
decision-surface-area = 进入此单元的一次查询预计测试的面数（表面积启发式）
decision-cut-pieces = 被切割的碎片数
decision-imbalance = |前侧的碎片数 − 后侧的碎片数|
decision-nothing = 无
decision-less-coplanar = { $weights } − { $coplanar } × 共面的碎片数
decision-number = { $number }
decision-division = { $head }{ $plane }{ $divides }。
decision-it-divides = 它{ $divides }。
decision-divides = { $cuts ->
    [0] 不切割任何碎片（共 { $faces }）；
   *[other] 切割 { $faces }中的 { $cuts } 块，切成 { $parts } 块；连同切成的部分，
}{ $front } 块在前侧，{ $back } 块在后侧{ $on ->
    [0] {""}
   *[other] ，{ $on } 块共面，留在此节点
}
decision-no-face-on-plane = 没有面与它共面。
decision-were-cut = { $cuts } 块被切割，切成 { $parts } 块
decision-fragments-on-plane = 有 { $count } 个碎片与它共面。
decision-or-more = 至少 { $planes }
