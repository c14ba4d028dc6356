# 哪些笔刷代价最大，把它们作为细节可以节省什么。

brush-finding-planes = 查找笔刷的平面
brush-finding-faces = 查找笔刷的面
brush-measure-pvs = 从其各侧平面上的门户出发的门户流步数
brush-measure-portals = 其各侧平面上的门户
brush-measure-cuts = 其各侧平面切割的面碎片
brush-box = { $min } 至 { $max }
brush-figure-pvs-steps = PVS 步数
brush-figure-leaves = 叶节点
brush-figure-portals = 门户
brush-figure-cuts = 切割
brush-figure-visible-pairs = 互相可见的叶节点对
brush-make-detail = 设为细节：节省 { $saved }
brush-keep-structural = 保持为结构：{ $reason }
brush-hint-hides = 保留：有此提示时，平均从一点能看到 { $after } % 的空间，没有时能看到 { $before } %
brush-hint-saves = 保留：此提示节省 { $steps }
brush-hint-nothing = 删除：此提示没有任何节省
brush-hint-costs = 删除：此提示什么也不遮挡，还多用 { $steps }
brush-place = 实体 { $entity } 的笔刷 { $index }，第 { $line } 行
brush-place-nothing = 请先选择一个面，才能复制它在地图中的位置。
brush-place-no-map = 只有 Quake .map 的面才有地图编辑器中的位置。
brush-place-not-yet = 仍在读取地图的笔刷。
brush-place-unreadable = 地图已无法读取。
brush-place-none = 地图中没有包含此面的笔刷。地图可能已更改，请重新加载关卡。
brush-measuring = 正在测量
brush-measuring-unit = 笔刷
brush-times = PVS 用时 { $before } → { $after }
brush-warning-hides-nothing = 细节不遮挡任何东西，因此平均从一点能看到 { $after } % 的空间，而不是 { $before } %
brush-warning-nothing-saved = 设为细节没有任何节省
brush-warning-costs = 设为细节会多用 { $steps }
brush-warning-leaks =
    设为细节后，关卡会有漏洞，因为密封它的是{ $count ->
        [one] 这个笔刷
       *[other] 这些笔刷
    }
