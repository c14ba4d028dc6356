# 正在比较什么。

difference-matching-nodes = 匹配节点
difference-matching-planes = 匹配平面
difference-matching-leaves = 匹配叶节点
difference-matching-brushes = 匹配笔刷
difference-matching-polygons = 匹配多边形
difference-comparing-visible = 比较可见性

# 一些东西变成了多少。

difference-change-none = 没有
difference-change-same = { $count }，全部相同
difference-change = { $before } → { $after }：移除 { $gone }，新增 { $came }
difference-words-faces = 面
difference-words-brushes = 笔刷
difference-words-nodes = 节点存面树的节点
difference-words-leaves = 叶节点
difference-words-portals = 门户
difference-words-visible-pairs = 互相可见的叶节点对

# 一次改变带来了什么，一句话：带符号的数字。

difference-nothing = 没有新增，也没有移除。
difference-figure-cuts = 节点存面树中的面切割
difference-figure-its-nodes = 节点存面树的节点
difference-figure-empty-leaves = 空叶节点
difference-figure-solid-leaves = 实心叶节点
difference-figure-visible-pairs = 互相可见的叶节点对
difference-figure-pvs-steps = PVS 步数
difference-figure-faces = 面
difference-figure-portals = 门户
difference-figure-nodes = 节点
difference-figures-stay = 各项数据不变，但几何体移动了
difference-brush-came = 新增笔刷的影响：{ $changes }。
difference-brush-gone = 移除笔刷的影响：{ $changes }。
difference-brush-changed = 更改笔刷的影响：{ $changes }。
difference-in-all = 总计：{ $changes }。

# 一次保存改变了什么，一行。$what：brushes、faces。

difference-save-nothing = 这次保存没有改变关卡及其树。
difference-since-save = 与上次保存相比：{ $parts }；{ $changes }。
difference-no-face-moved = 没有面移动
difference-came =
    新增 { $count } 个{ $what ->
        [brushes] 笔刷
       *[faces] 面
    }
difference-came-and-gone =
    新增 { $count } 个{ $what ->
        [brushes] 笔刷
       *[faces] 面
    }，移除 { $gone } 个
difference-gone =
    移除 { $count } 个{ $what ->
        [brushes] 笔刷
       *[faces] 面
    }
difference-trees-stay = 树的各项数据不变
difference-read-again = 关卡已保存并重新加载。
difference-leak-opened = 出现新的漏洞，路径长 { $length }。按 { $key } 沿路径前进。
difference-leak-stays = 漏洞路径长 { $length }。按 { $key } 沿路径前进。
difference-leak-closed = 漏洞已封闭。
difference-new-warnings =
    { $count ->
        [one] 新的警告：{ $first }。
       *[other] { $count } 条新的警告，第一条：{ $first }。
    }
