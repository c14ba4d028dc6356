brush-measure-pvs = 从笔刷（brush）各侧平面上的入口出发的入口流的步数
brush-measure-portals = 笔刷（brush）各侧平面上的入口
brush-measure-cuts = 被笔刷（brush）各侧平面切割的面的块数
brush-finding-planes = 查找笔刷（brush）的平面
brush-finding-faces = 查找笔刷（brush）的面
brush-figure-pvs-steps = PVS 的步数
brush-times = PVS 用时 { $before } → { $after }
brush-warning-hides-nothing = 细节不遮挡任何东西：平均从一处能看到的空间，现在是 { $before }%，之后是 { $after }%
brush-warning-nothing-saved = 没有节省任何东西
brush-figure-leaves = 叶节点
brush-figure-portals = 入口
brush-figure-cuts = 切割
brush-warning-leaks =
    作为细节，关卡会有漏洞：{ $count ->
        [one] 它
       *[other] 它们
    }把关卡与外部隔开
brush-box = { $min } 至 { $max }
brush-figure-visible-pairs = 互相可见的叶节点对
