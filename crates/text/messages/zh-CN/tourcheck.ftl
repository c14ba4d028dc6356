# 检验是否理解导览各站的问题。点的单位是米。

# 平面上的树。$tests：“3 次测试”；$place：inside、outside。

tourcheck-tests = 点 { $point } 要与几条直线比较？
tourcheck-tests-why =
    经过{ $tests }，每次测试一条不同的直线，就知道这个点在多边形{ $place ->
        [inside] 内
       *[outside] 外
    }。

# 路径的第一个字母。$plane：方程；$side：front、back。

tourcheck-letter = 根节点的平面是 { $plane }。标记的点 { $point } 的路径以哪个字母开头？
tourcheck-letter-front = F：在前侧
tourcheck-letter-back = B：在后侧
tourcheck-letter-why =
    这个点在根节点平面{ $side ->
        [front] 前侧
       *[back] 后侧
    } { $distance } 处。

# 三个平面，A 到 C。

tourcheck-planes = 哪一个平面的评分最低？每切割一个面计 3 分，再加上前后两侧数量之差。

# 射线投射的一步，以及球周围的搜索。$side：front、back。

tourcheck-first-child = 射线穿过节点 { $node } 的平面。先访问哪个子节点？
tourcheck-sides =
    球心在节点 { $node } 的平面{ $side ->
        [front] 前侧
       *[back] 后侧
    } { $away } 处，半径是 { $radius }。搜索访问哪些子节点？
tourcheck-sides-both = 两个子节点
tourcheck-sides-front = 只有前子节点
tourcheck-sides-back = 只有后子节点
tourcheck-sides-straddles = 距离 { $away } 小于半径 { $radius }，所以球跨越这个平面。
tourcheck-sides-clear =
    距离 { $away } 大于半径 { $radius }，所以整个球都在平面{ $side ->
        [front] 前侧
       *[back] 后侧
    }。

# 按地面材质命名的房间，以及绘制它们的顺序。$near、$far：房间。

tourcheck-room = 叶节点 { $leaf } 的房间
tourcheck-room-here = { $room }（你所在的房间）
tourcheck-painted = 方块显示房间的颜色。从这里看，先绘制哪个房间？
tourcheck-painted-why = 节点 { $node } 的平面把两者分开，你在{ $near }一侧，所以先绘制{ $far }。

# 叶节点是实是空。$planes：“5 个平面”；$kind：solid、empty。

tourcheck-solid = 标记的点 { $point } 所在的叶节点是实心还是空的？
tourcheck-solid-solid = 实心
tourcheck-solid-empty = 空的
tourcheck-solid-why =
    这个点与 { $planes }比较，路径到达叶节点 { $leaf }，它是{ $kind ->
        [solid] 实心的
       *[empty] 空的
    }。

# 两个叶节点之间的门户。$chain：叶节点；$portals：“2 个门户”。

tourcheck-portals = 你在叶节点 { $leaf } 中。要到达标记的点，至少要穿过几个门户？
tourcheck-portals-why = 最短的叶节点链是 { $chain }：{ $portals }。

# 冻结剔除时所在叶节点的 PVS。$known：visible、hidden。

tourcheck-visible = 标记的点在一个叶节点的中间。冻结剔除时你在叶节点 { $leaf } 中，它的 PVS 包含标记的叶节点吗？
tourcheck-visible-yes = 包含，可能看到
tourcheck-visible-no = 不包含，被遮挡
tourcheck-visible-why =
    { $known ->
        [visible] 叶节点 { $from } 的 PVS 包含叶节点 { $to }，因为没能排除两者之间有视线。
       *[hidden] 叶节点 { $from } 的 PVS 不包含叶节点 { $to }：没有视线能穿过任何门户链。
    }
