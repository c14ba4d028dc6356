# 如何判定哪些叶节点是实心。面积和代价带单位。

solidity-evidence = 证据：叶节点的环绕数表示面包围它的次数。在封闭的墙的背面一侧，它比正面一侧大 1；在洞的附近，这一差别变得模糊。
solidity-level = 界限 { $level }：低于它的叶节点看起来是空的，高于它的看起来是实心的。仅凭这一点，{ $leaves }会是实心的。
solidity-covers = 覆盖：面应当把实心叶节点与空叶节点分开；由开口相连的叶节点应当同为实心或同为空，开口越大越应如此。
solidity-covered = 在 { $interfaces }中，面完全覆盖的有 { $whole } 个，部分覆盖的有 { $partly } 个，其中仍有 { $open } 是开放的。
solidity-cut = 最小割：以最低的总代价，一次把所有叶节点分成实心的和空的。切过开口的代价是其面积，推翻叶节点证据的代价是该证据的权重；沿面切割没有代价。
solidity-cut-costs = 最小割穿过 { $interfaces }，代价为 { $all }：开口 { $openings }，被推翻的证据 { $evidence }。
solidity-hole-solid = 封上最大的开口，代价为 { $paid }。把它旁边的实心叶节点判为空就不用封口，但与它的面和环绕数矛盾，割的总代价会是 { $cost }。
solidity-hole-empty = 封上最大的开口，代价为 { $paid }。把它旁边的空叶节点判为实心就不用封口，但与它的面和环绕数矛盾，割的总代价会是 { $cost }。
solidity-result = 结果：实心叶节点是墙，空叶节点是开放空间；门户只连接空叶节点。
solidity-no-contradiction = 没有面与结果矛盾：每个面的背面一侧是实心，正面一侧是开放空间。
solidity-tiny-area = 不到 0.01 m²
solidity-says-neither = { $of }：不确定
solidity-says-empty = { $of }：倾向于空
solidity-says-solid = { $of }：倾向于实心
solidity-legend-covered = 被面覆盖
solidity-legend-open = 开放；数字是洞的面积，单位 m²
solidity-legend-cut-at-faces = 沿面切割，没有代价
solidity-legend-cut-through = 切过开口；数字是代价，单位 m²
solidity-legend-differing = 判定与环绕数不一致的叶节点
solidity-solid = 实心
solidity-empty = 空
solidity-legend-misclassified = 误分类的面
solidity-not-decided = 没有可用的判定：仍在计算，或者关卡自己定义了哪些是实心。
solidity-differing = { $count ->
    [0] 没有叶节点的判定与其环绕数不一致。
   *[other] 有 { $count } 个叶节点的判定与其环绕数不一致。
}
solidity-solid-and-empty = { $solid } 个叶节点是实心的，{ $empty } 个是空的。
solidity-filled = 有 { $count } 个叶节点后来变成实心，因为从出生点无法到达它们（填充）。
solidity-misclassified = 有 { $count } 个面被误分类，总面积 { $area }：其两侧是同一种叶节点。
