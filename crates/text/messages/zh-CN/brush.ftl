# 哪些笔刷代价最大，把它们作为细节可以节省什么。

brush-finding-planes = 查找笔刷的平面
brush-finding-faces = 查找笔刷的面
brush-measure-pvs = 从笔刷各侧平面上的入口出发的入口流的步数
brush-measure-portals = 笔刷各侧平面上的入口
brush-measure-cuts = 被笔刷各侧平面切割的面的块数
brush-box = { $min } 至 { $max }
brush-figure-pvs-steps = PVS 的步数
brush-figure-leaves = 叶节点
brush-figure-portals = 入口
brush-figure-cuts = 切割
brush-figure-visible-pairs = 互相可见的叶节点对
brush-times = PVS 用时 { $before } → { $after }
brush-warning-hides-nothing = 细节不遮挡任何东西：平均从一处能看到的空间，现在是 { $before }%，之后是 { $after }%
brush-warning-nothing-saved = 没有节省任何东西
brush-warning-leaks =
    作为细节，关卡会有漏洞：{ $count ->
        [one] 它
       *[other] 它们
    }把关卡与外部隔开
