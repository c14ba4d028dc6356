# 动画对查询各部分及其结束的说明。长度带单位；$planes、$nodes、$faces、$legs：带量词的数量。

stage-nearest-of-one = 它前面的最近点
stage-nearest-of-all = 所有这些平面前面的最近点
stage-step-of-one = 它前面的一点
stage-step-of-all = 陷得最深的那个平面前面的一点
stage-round = 第 { $round } 轮：至此中心必须在 { $planes }的前面；{ $how }相距 { $by }，在 { $to }。
stage-clear = 在 { $at } 处物体不再伸入任何面。从起点到这里的直线路径会穿过面吗？
stage-crossed = 路径穿过面 { $face }：从此该面把物体挡在它这一侧。
stage-leg-stopped = 物体移动 { $length }，直到碰到东西，在 { $to }。
stage-leg = 物体移动 { $length }，途中没有阻碍，到 { $to }。
stage-touches-nothing = 物体没有接触任何面：仍有全部的 { $left }。
stage-touches-free = 物体接触 { $planes }，但没有平面阻挡剩下的 { $left }。
stage-no-way = 物体接触 { $planes }，它们完全挡住去路：{ $left } 一点也走不成。
stage-visited = { $nodes }被访问
stage-end-locate = { $nodes }。
stage-end-questions = { $questions }共 { $visits }，测试了 { $faces }；没有树则为 { $without } 个。
stage-end = { $nodes }，测试了 { $faces }；没有树则为 { $without } 个。
stage-one-behind = 有一个节点在命中点之后，没有询问。
stage-behind = 有 { $nodes }在命中点之后，没有询问。
stage-sight-free = 视线畅通。
stage-sight-blocked = 面 { $face } 挡住视线，距视点 { $distance }。
stage-cast-nothing = 线段没有碰到面。
stage-cast-hit = 线段在 t = { $t } 处碰到面 { $face }，距起点 { $distance }。
stage-contacts-none = 物体没有伸入任何面。
stage-contacts = 物体伸入 { $faces }，最深 { $depth }。
stage-push-no-room = 附近容不下物体：它留在原处。
stage-push-stays = 物体没有伸入任何面，留在原处。
stage-pushed = 推出 { $distance } 后，物体不再伸入任何面。
stage-ati-pushed = 该示例的推出把中心移动了 { $distance }，并报告有面推动。
stage-ati-not-pushed = 该示例的推出把中心移动了 { $distance }，并报告没有推动。
stage-sweep-nothing = 物体途中没有碰到任何面。
stage-sweep-hit = 物体在 t = { $t } 处碰到面 { $face }，此前走了 { $distance }。
stage-slide-no-room = 容不下物体：它留在原处。
stage-slide = 物体走了 { $legs }，最后距起点 { $distance }。
stage-box-nothing = 没有面接触这个盒。
stage-clipped = 物体接触 { $planes }：要走的 { $before } 中，沿{ $count ->
    [1] 它
   *[other] 它们
}还剩 { $after }。
stage-touch-box = { $count } 个面接触这个盒。
stage-path = 路径为 { $letters }：{ $count } 个平面就足以把点确定在一个单元里。
stage-questions = { $count } 次树查询
