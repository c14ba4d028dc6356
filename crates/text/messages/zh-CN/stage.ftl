# 动画对查询各部分及其结束的说明。长度带单位；$planes、$nodes、$faces、$legs：带量词的数量。

stage-nearest-of-one = 它前侧的最近点
stage-nearest-of-all = 所有这些平面前侧的最近点
stage-step-of-one = 它前侧的一点
stage-step-of-all = 陷得最深的那个平面前侧的一点
stage-round = 第 { $round } 轮：此时中心必须在 { $planes }的前侧；{ $how }相距 { $by }，在 { $to }。
stage-clear = 在 { $at } 处，物体不与任何面重叠。从起点到这里的直线路径会穿过面吗？
stage-crossed = 路径穿过面 { $face }。从此，物体必须留在该面原来的一侧。
stage-leg-stopped = 物体移动 { $length } 后碰到东西，在 { $to }。
stage-leg = 物体移动 { $length }，没有碰到任何东西，到达 { $to }。
stage-touches-nothing = 物体没有接触任何面，因此还可以移动剩余的 { $left }。
stage-touches-free = 物体接触 { $planes }，但没有平面阻挡剩余的 { $left }。
stage-no-way = 物体接触 { $planes }，被完全挡住：剩余的 { $left } 一点也不能移动。
stage-visited = 访问了 { $nodes }
stage-end-locate = { $nodes }。
stage-end-questions = { $questions }共 { $visits }，测试了 { $faces }；没有树则为 { $without } 个。
stage-end = { $nodes }，测试了 { $faces }；没有树则为 { $without } 个。
stage-one-behind = 有一个节点在命中点之后，没有访问。
stage-behind = 有 { $nodes }在命中点之后，没有访问。
stage-sight-free = 视线畅通。
stage-sight-blocked = 面 { $face } 挡住视线，距视点 { $distance }。
stage-cast-nothing = 线段没有碰到面。
stage-cast-hit = 线段在 t = { $t } 处碰到面 { $face }，距起点 { $distance }。
stage-contacts-none = 物体不与任何面重叠。
stage-contacts = 物体与 { $faces }重叠，最深 { $depth }。
stage-push-no-room = 附近容不下物体，因此它留在原处。
stage-push-stays = 物体不与任何面重叠，因此留在原处。
stage-pushed = 推出 { $distance } 后，物体不再与任何面重叠。
stage-ati-pushed = 该示例的推出把中心移动了 { $distance }，并报告已推出。
stage-ati-not-pushed = 该示例的推出把中心移动了 { $distance }，却报告没有推出。
stage-sweep-nothing = 物体途中没有碰到任何面。
stage-sweep-hit = 物体在 t = { $t } 处碰到面 { $face }，此前走了 { $distance }。
stage-slide-no-room = 这里容不下物体，因此它留在原处。
stage-slide = 物体移动 { $legs }后，距起点 { $distance }。
stage-box-nothing = 没有面接触这个盒子。
stage-clipped = 物体接触 { $planes }：剩余的 { $before } 中，沿{ $count ->
    [1] 它
   *[other] 它们
}只剩 { $after }。
stage-touch-box = { $count } 个面接触这个盒子。
stage-path = 路径为 { $letters }：{ $count } 个平面就足以确定点所在的单元。
stage-questions = { $count } 次树查询
