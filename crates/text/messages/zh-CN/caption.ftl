# 查询动画中每一步的说明。$subject：运动或静止之物；$side、$other：平面的一侧；$head：该步的节点；
# $length、$radius、$far、$reach：带单位的长度；$t：路径上的比例；$at：路径上的位置；$own：节点自身的面。

caption-ask-sight = 长 { $length } 的{ $subject }是否畅通？
caption-ask-cast = 长 { $length } 的{ $subject }最先碰到哪个面？
caption-ask-sweep-sphere = 半径 { $radius } 的{ $subject }在 { $length } 的路程上可能碰到哪些面？
caption-ask-sweep = { $subject }在 { $length } 的路程上可能碰到哪些面？
caption-centre-of-sphere = 球心
caption-axis-of-capsule = 胶囊体的轴
caption-ask-near-push = 哪些面到{ $to }的距离小于 { $radius }（半径的 1.25 倍）？
caption-ask-near = 哪些面到{ $to }的距离小于 { $radius }？
caption-ask-box = 哪些面接触 { $x } × { $y } × { $z } 的盒子？
caption-ask-point = 点 { $point } 在哪个单元里？
caption-one-plane-decides = 在每个节点，判断点在该节点平面的哪一侧。
caption-without-tree = 没有树时，要测试全部 { $faces }。
caption-root = 节点 { $node }（根节点）：
caption-node = 节点 { $node }，深度 { $depth }：
caption-in-front-of = 前侧
caption-behind-it = 平面后侧
caption-behind = 后侧
caption-in-front-of-it = 平面前侧
caption-stays-sweep = 在这一段路径上，{ $subject }的中心始终在平面{ $side }，至少相距 { $far }，碰不到平面
caption-stays-near = { $subject }的中心在平面{ $side } { $far } 处，碰不到平面
caption-stays-box = 盒子的中心在平面{ $side } { $far } 处，碰不到平面
caption-stays-point = 点在平面{ $side } { $far } 处
caption-stays-cast = { $subject }的这一部分始终在平面{ $side }，至少相距 { $far }
caption-no-node = { $other }没有节点
caption-node-skipped = 跳过{ $other }的节点
caption-nodes-skipped = 跳过{ $other }的 { $nodes }
caption-one-side = { $head }{ $lies }。{ $rest }。
caption-front = 前侧
caption-back = 后侧
caption-order = 先到{ $near }，再到{ $far }。
caption-order-own = 先到{ $near }，再测试{ $own }，最后到{ $far }。
caption-crosses = { $subject }在 { $at }处穿过平面
caption-centre-crosses = { $subject }的中心在 { $at }处穿过平面
caption-crosses-from-to = { $head }{ $crosses }，从{ $near }到{ $far }。{ $order }
caption-side-open = { $head }{ $subject }离平面太近，由于舍入误差无法确定在哪一侧。{ $order }
caption-may-touch = { $head }{ $subject }离平面太近，可能接触它。{ $order }
caption-middle-of-box = 盒子的中心
caption-centre-of = { $subject }的中心
caption-both-sides = 两侧都访问
caption-reaches = { $head }{ $middle }在平面{ $side } { $far } 处，而{ $subject }朝平面伸出 { $reach }：{ $tests }。
caption-block-one-face = 只有一个面，直接测试
caption-block-faces = 有 { $faces }，一起测试
caption-block-leaf = { $head }它的平面上{ $all }。
caption-block-one-below = { $head }该节点及其子节点中{ $all }，不再测试平面。
caption-block-below = { $head }该节点及其下面的 { $nodes }中{ $all }，不再测试平面。
caption-skip-node = 跳过节点 { $node }
caption-its = 其
caption-skip-one-below = 跳过节点 { $node } 及其下面的一个节点
caption-their = 它们的
caption-skip-below = 跳过节点 { $node } 及其下面的 { $below }
caption-left-of-segment = { $subject }的其余部分碰不到
caption-left-of-path = { $subject }在其余路径上碰不到
caption-not-touching = { $subject }碰不到
caption-hit-is-nearer = { $what }：t = { $t } 处的命中更近。
caption-found-is-nearer = { $what }：已找到的结果更近。
caption-bounds-before = { $what }：在 t = { $t } 处的命中之前，{ $part }{ $whose }面的包围盒。
caption-bounds = { $what }：{ $part }{ $whose }面的包围盒。
caption-planes = { $what }：{ $part }由其祖先节点的平面围成的单元。
caption-what-was-found = 已找到的结果
caption-the-hit = t = { $t } 处的命中
caption-face-not-tested = 不测试该节点自身的面
caption-faces-not-tested = 不测试该节点自身的面
caption-some-not-tested = 不测试该节点自身的部分面
caption-back-at = 回到节点 { $node }：{ $nearer }更近，因此{ $tests }。
caption-own-face = 自身的面
caption-own-faces = 自身的 { $count } 个面
caption-subject-axis = 轴
caption-subject-sphere = 球
caption-subject-capsule = 胶囊体
caption-subject-sight = 视线
caption-subject-segment = 线段
caption-subject-box = 盒子
caption-subject-point = 点
caption-at = t = { $t }（距起点 { $distance }）
caption-wide-nearest = { $head }同时测试 { $planes }。{ $subject }进入 { $cells }中的 { $entered } 个，最近的单元属于节点 { $nearest }。
caption-wide = { $head }同时测试 { $planes }。{ $subject }进入 { $cells }中的 { $entered } 个。
caption-wide-none = { $head }同时测试 { $planes }。{ $cells }中，{ $subject }一个也不进入。
caption-descent-all = 连续 { $planes }，直到深度 { $depth } 的节点 { $node }：{ $subject }始终只在一侧。另一侧没有节点。
caption-descent = 连续 { $planes }，直到深度 { $depth } 的节点 { $node }：{ $subject }始终只在一侧。跳过另一侧的 { $nodes }。
caption-misses-path = { $head }测试了 { $faces }，都没有命中。
caption-misses-near = { $head }测试了 { $faces }，都在范围之外。
caption-misses-known = { $head }它的面已在其他节点测试过。
caption-rest = 跳过 { $nodes }，因为{ $nearer }更近。
caption-rest-faces = 不测试 { $nodes }的面，因为{ $nearer }更近。

# 动画可以显示的两种做法。
caption-mode-one-plane = 逐个平面
caption-mode-one-plane-explained = 书中的遍历方式：先近侧，再自身的面，最后远侧
caption-mode-wide = 程序自身的遍历
caption-mode-wide-explained = bspwalk 自身查询使用的遍历：一次最多同时测试七个平面

# 查询的种类，以及各自回答什么。
caption-query-cast = 射线投射
caption-query-sight = 视线
caption-query-contacts = 接触
caption-query-push = 推出
caption-query-push-ati = ATI 示例的推出（2006）
caption-query-sweep = 扫掠
caption-query-slide = 滑动
caption-query-overlap = 盒重叠
caption-query-locate = 定位
caption-query-cast-asks = 线段最先碰到哪个面？
caption-query-sight-asks = 两点之间是否有面？
caption-query-contacts-asks = 哪些面与静止的物体重叠？
caption-query-push-asks = 把物体推出所有与它重叠的面之后，它在哪里？
caption-query-push-ati-asks = ATI SDK 示例的推出（包括其缺陷）把物体移到哪里？它可能停在墙里。
caption-query-sweep-asks = 运动的物体最先碰到哪个面？
caption-query-slide-asks = 物体沿碰到的面滑动，最后停在哪里？
caption-query-overlap-asks = 哪些面接触一个盒子？
caption-query-locate-asks = 点在树的哪个单元里？
caption-one-side-own = { $head }{ $lies }。{ $rest }，{ $own }也不测试。
caption-reaches-own = 测试{ $own }，两侧都访问
caption-undivided = { $head }它的 { $faces }没有划分，因为树的碎片数已达上限：全部测试。
