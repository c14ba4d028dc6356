# 门户流：图例与动画的句子。$to：文字描述的门户；$leaf：叶节点的编号；$steps、$known、$leaves：带量词的数量；
# 宽度单位为米，面积单位为平方米。

flow-nothing-to-search = 随机直线已证明透过它的门户的一切都可见。[[门户流]]没有什么可搜索的了。
flow-portal-cost = 叶节点 { $a } 与 { $b } 之间宽 { $width } m、面积 { $area } m² 的门户用了 { $steps }，占其 { $percent } %
flow-seen = 能看见的门户，以及它后面的叶节点
flow-counts-as-seen = 因步数用尽或链太长而没有尝试的门户：视为可见
flow-clipped = 完全看不见的门户，以及它后面的叶节点
flow-not-tried = 没有尝试的门户：已知被遮挡，或在视野之外
flow-source = 源叶节点
flow-chain = 从源门户到当前门户的门户链，以及它进入的叶节点
flow-through = 每个门户透过前面各门户可见的部分，以及视野的边
flow-plane = 把它裁掉的平面
flow-not-yet = 虚线：所进入的叶节点的、尚未尝试的门户
flow-may-be-seen = 可能可见的叶节点
flow-ruled-out = 曾到达，最终排除
flow-most-steps = 搜索用步最多的门户
flow-few-steps = 几乎没有用步的门户；数字：代价最高者的步数
flow-others = 实心叶节点间 { $steps }、随机直线 { $lines } 步
flow-costs = 门户流从全部门户出发用了 { $all }，另有{ $others }。代价最高的：{ $most }。
flow-no-costs = 门户流没有从任何门户出发用步，另有{ $others }。
flow-of-leaf-kept = 从叶节点 { $leaf } 出发：{ $steps }，另有 { $more } 步没有记录。动画的下一步显示第一步。
flow-of-leaf = 从叶节点 { $leaf } 出发：{ $steps }。动画的下一步显示第一步。
flow-step = 第 { $number } 步，共 { $all } 步
flow-short-chains = 只查短链
flow-whole-chains = 查整条链
flow-equal-shares = 再来一遍，各占相等的步数
flow-leaf-to = 叶节点 { $leaf } 到 { $leaves }
flow-begun = { $place }，{ $pass }：{ $chain }。这个门户是源。随机直线已穿过它以及其后的 { $known }，已知它们可见。
flow-portal-to = 通向叶节点 { $leaf } 的门户
flow-followed = 可见{ $part }：链继续进入该叶节点
flow-known-behind = 它后面所有可能可见的都已知可见
flow-nothing-behind = 它后面其余可能可见的都不在视野内
flow-chain-ends = 可见{ $part }。链到此为止，因为{ $why }
flow-closed-of-source = 它在源所在平面的后面
flow-closed-of-next = 源在它的背面
flow-closed-of-pass = 它在链上最后一个门户所在平面的后面
flow-closed-separating = 它在视锥体之外，位于分隔源与最后一个门户的平面后面
flow-closed-looking-back = 从它透过最后一个门户往回看，完全看不见源
flow-closed = { $to }被裁掉：{ $why }
flow-known = 已知{ $to }可见，它后面所有可能可见的也都可见：链到此为止
flow-out-of-view = 没有尝试{ $to }：它在链进入此叶节点时的视野之外
flow-not-in-mightsee = 没有尝试{ $to }：它不在源目前收窄的粗略可见集（mightsee）中
flow-not-in-mightsee-of = 没有尝试{ $to }：它不在链上通向叶节点 { $leaf } 的门户的粗略可见集（mightsee）中
flow-out-of-steps = 步数已用尽：{ $to }及其后面所有可能可见的都视为可见
flow-chain-too-long = 链已达最大长度：{ $to }及其后面所有可能可见的暂时视为可见
flow-step-sentence = { $place }，{ $pass }：{ $chain }。{ $outcome }。
flow-part = { $name }的 { $whole } m² 中的 { $seen } m²
flow-end = 从叶节点 { $leaf } 出发的链通向 { $leaves }，包括它自己。
flow-end-by-chains = 从这些叶节点反向回到这里的门户链排除了其中 { $number } 个。
flow-end-by-leaves = 穿过实心叶节点、同时挡住所有直线的平面又遮住其余中的 { $number } 个。
flow-end-pvs = PVS 中有 { $number } 个。
flow-waiting = 正在重新计算 PVS，并记录从此叶节点出发的门户流。实心叶节点没有门户流；在浏览器中，只有 PVS 步数不多时才记录。
flow-to = {" "}到{" "}
flow-costliest-of-leaf = { $portals ->
    [1] 它的门户
   *[other] 它的 { $portals } 个门户中，有一个
}宽 { $width } m、面积 { $area } m²，通向叶节点 { $leaf }，用的[[门户流]]步数最多：{ $steps }，占全部的 { $percent } %。
