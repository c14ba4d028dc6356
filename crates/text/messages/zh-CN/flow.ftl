# 门户流：图例与动画的句子。$to：文字描述的门户；$leaf：叶节点的编号；$steps、$known、$leaves：带量词的数量；
# 宽度单位为米，面积单位为平方米。

flow-nothing-to-search = 随机直线已证明它的门户后面的一切都可见，因此[[门户流]]无需再搜索。
flow-portal-cost = 叶节点 { $a } 与 { $b } 之间宽 { $width } m、面积 { $area } m² 的门户用了 { $steps }，占总数的 { $percent } %
flow-seen = 可见的门户，以及它后面的叶节点
flow-counts-as-seen = 未尝试的门户（步数用尽或链过长），视为可见
flow-clipped = 被完全裁掉的门户，以及它后面的叶节点
flow-not-tried = 未尝试的门户：已知被遮挡，或在视野之外
flow-source = 源叶节点
flow-chain = 从源到最后一个门户的门户链，以及它进入的叶节点
flow-through = 每个门户透过前面各门户可见的部分，以及视野边界
flow-plane = 裁掉该门户的平面
flow-not-yet = 虚线：已进入的叶节点中尚未尝试的门户
flow-may-be-seen = 可能可见的叶节点
flow-ruled-out = 曾到达、后被排除的叶节点
flow-most-steps = 搜索所用步数最多的门户
flow-few-steps = 几乎不用步数的门户；数字是代价最高的门户的步数
flow-others = 测试实心叶节点的 { $steps }和测试随机直线的 { $lines } 步
flow-costs = 门户流在所有门户上共用 { $all }，另有{ $others }。代价最高的：{ $most }。
flow-no-costs = 门户流没有在任何门户上用步，只有{ $others }。
flow-of-leaf-kept = 从叶节点 { $leaf } 出发的搜索用了 { $steps }，另有 { $more } 步没有记录。动画的下一步显示第一步。
flow-of-leaf = 从叶节点 { $leaf } 出发的搜索用了 { $steps }。动画的下一步显示第一步。
flow-step = 第 { $number } 步，共 { $all } 步
flow-short-chains = 只查短链
flow-whole-chains = 查完整的链
flow-equal-shares = 平分步数，再次尝试
flow-leaf-to = 叶节点 { $leaf } 到 { $leaves }
flow-begun = { $place }，{ $pass }：{ $chain }。这个门户是源。随机直线已穿过它及其后面的 { $known }，因此已知这些门户可见。
flow-portal-to = 通向叶节点 { $leaf } 的门户
flow-followed = 可见{ $part }，因此链继续进入该叶节点
flow-known-behind = 它后面所有可能可见的都已知可见
flow-nothing-behind = 它后面其余可能可见的都不在视野内
flow-chain-ends = 可见{ $part }。链到此为止，因为{ $why }
flow-closed-of-source = 它在源门户的平面后侧
flow-closed-of-next = 源在它的另一侧
flow-closed-of-pass = 它在链上最后一个门户的平面后侧
flow-closed-separating = 它在视锥体之外，位于分隔源与最后一个门户的平面后侧
flow-closed-looking-back = 从它透过最后一个门户往回看，看不到源的任何部分
flow-closed = { $to }被裁掉：{ $why }
flow-known = 已知{ $to }及其后面所有可能可见的都可见，因此链到此为止
flow-out-of-view = 没有尝试{ $to }：它在链进入此叶节点的视野之外
flow-not-in-mightsee = 没有尝试{ $to }：它不在源收窄后的粗略可见集（mightsee）中
flow-not-in-mightsee-of = 没有尝试{ $to }：它不在链上通向叶节点 { $leaf } 的门户的粗略可见集（mightsee）中
flow-out-of-steps = 步数已用尽，因此{ $to }及其后面所有可能可见的都视为可见
flow-chain-too-long = 链已达最大长度，因此{ $to }及其后面所有可能可见的暂时视为可见
flow-step-sentence = { $place }，{ $pass }：{ $chain }。{ $outcome }。
flow-part = { $name }的 { $whole } m² 中的 { $seen } m²
flow-end = 从叶节点 { $leaf } 出发的链通向 { $leaves }，包括它自己。
flow-end-by-chains = 从这些叶节点反向回到本叶节点的门户链排除了其中 { $number } 个。
flow-end-by-leaves = 穿过实心叶节点的平面挡住了通向其余叶节点中 { $number } 个的所有直线。
flow-end-pvs = PVS 包含剩下的 { $number } 个。
flow-waiting = 正在重新计算 PVS，并记录从此叶节点出发的门户流。实心叶节点没有门户流；在浏览器中，只有 PVS 步数不多时才记录。
flow-to = {" "}到{" "}
flow-costliest-of-leaf = { $portals ->
    [1] 它的门户
   *[other] 它的 { $portals } 个门户中，有一个
}宽 { $width } m、面积 { $area } m²，通向叶节点 { $leaf }，用的[[门户流]]步数最多：{ $steps }，占全部的 { $percent } %。
