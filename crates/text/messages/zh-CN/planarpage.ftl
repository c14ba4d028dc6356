# 平面树的网页。$line、$edge、$next：边的字母；$place：点；$start：句首。

planarpage-no-edge = 没有这条边。
planarpage-no-corner = 没有这个顶点。
planarpage-without-corner = 没有这个顶点，{ $fault }
planarpage-crossing = { $fault }这里是边 { $a } 和 { $b }。
planarpage-most-corners = 本页最多接受 { $most } 个顶点。
planarpage-link-preset = 没有名为“{ $name }”的预设，只有 { $names }
planarpage-link-rule = 没有名为“{ $name }”的规则，只有 { $names }
planarpage-link-shown = “{ $value }”不是划分的个数
planarpage-link-point = “{ $value }”不是点，点应写作 3,1
planarpage-link-corners = 顶点超过 { $most } 个
planarpage-link-corner = “{ $value }”不是顶点，顶点应写作 4.5,2
planarpage-fewest-cuts = 切割最少
planarpage-first-edge = 第一条边
planarpage-fewest-cuts-words = 每个节点采用一条边所在的直线。规则选择切割边最少的直线；切割同样少时，选择划分最均匀的。
planarpage-first-edge-words = 每个节点采用一条边所在的直线。规则选择剩下的第一条边，不论其直线切割什么。
planarpage-division = 划分 { $shown }：{ $words }
planarpage-edges = { $edges } 条边，还没有划分。
planarpage-inside = 在内部
planarpage-outside = 在外部
planarpage-on-edge = 在边 { $edge } 上
planarpage-in-undivided = 在尚未划分的部分里
planarpage-nothing-divided = { $place }：还没有划分，因此没有可测试的直线。
planarpage-in-front-of = 的前侧
planarpage-front = 前
planarpage-behind = 的后侧
planarpage-back = 后
planarpage-on = 上
planarpage-at-root = 在根节点，点
planarpage-the-point = 点
planarpage-on-line = { $start }在 { $line } 的直线上，算作在前侧：接下来是 { $next }。
planarpage-side-of-line = { $start }在 { $line } 的直线{ $side }，接下来是 { $next }。
planarpage-on-edge-itself = { $start }在 { $line } 的直线上，也就在边 { $edge } 上。
planarpage-side-undivided = { $start }在 { $line } 的直线{ $side }，该部分尚未划分。
planarpage-no-cell = 这一侧没有剩下的单元
planarpage-it-is = 该点{ $end }
planarpage-no-child = { $start }在 { $line } 的直线{ $side }，它没有{ $child }子节点：{ $end }。
planarpage-for-browsers = 此程序在浏览器中运行。请运行 `cargo run --release -p xtask -- web --serve`，然后打开页面 planar/。
planarpage-bad-link = 链接无效：{ $reason }。
planarpage-link-without-figure = 链接中没有图形。{ $reason }
planarpage-verdict = { $edges } 条边，内部在每条边的左侧；{ $nodes } 个节点，深度 { $depth }，{ $cuts ->
    [0] 没有边被切割
   *[other] { $cuts } 次切割
}。
planarpage-node = 节点采用 { $edge } 的直线：{ $cuts ->
    [0] 不切割边
   *[other] 切割 { $cuts } 条边
}；{ $on } 在这条直线上。
planarpage-comma = 、
planarpage-undivided-after = { $place } { $end }，经过 { $tests } 次测试。
planarpage-ends-after = { $place } { $end }，经过 { $tests } 次测试；逐边测试则需 { $edges } 次。
planarpage-further = 由于点在一条直线上，还有 { $further } 次测试在该直线后侧查找过该点的边。
planarpage-saved = 多边形及其 BSP 树
planarpage-link-eye = “{ $value }”不是视点，视点应写作 3,1,90
planarpage-open-chain = 折线 { $chain } 未结束。单击添加顶点；按 Enter 或双击结束。
planarpage-no-segments = 还没有线段：请画一条折线，或选择一个预设。
planarpage-segments = { $segments } 条线段，没有内部与外部；{ $nodes } 个节点，深度 { $depth }，{ $cuts ->
    [0] 没有线段被切割
   *[other] { $cuts } 次切割
}。
planarpage-zero-length = { $size }线段 { $segment } 长度为零，树跳过它。
planarpage-duplicate = { $size }线段 { $a } 与 { $b } 的端点相同。
planarpage-in-cell = 在一个单元里
planarpage-cell = 这就是该点所在的单元
planarpage-cell-after = { $place } 经过 { $tests } 次测试到达单元 { $path }。自由线段没有内部与外部。
planarpage-no-visit = 还没有访问线段。
planarpage-visit = 访问 { $number }：{ $edge } 填充 { $columns } 列。{ $all } 列中现有 { $solid } 列被遮满。
planarpage-visit-hidden = 访问 { $number }：{ $edge } 被遮挡，因为它的 { $columns } 列已被遮满。
planarpage-visit-outside = 访问 { $number }：{ $edge } 不占任何列。它在视野之外，或窄于一列，或与视线共线。
planarpage-view-full = 全部 { $all } 列已被遮满：访问 { $visited } 段，跳过 { $skipped } 段。
planarpage-view-open = { $all } 列中填充了 { $filled } 列：访问 { $visited } 段，跳过 { $skipped } 段。
