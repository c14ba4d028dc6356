# 如何判定哪些叶节点是实心。面积和代价带单位。

solidity-evidence = 证据：叶节点的环绕数表示各面把它包围了几次。封闭的墙后面比前面大一；在洞的附近，这一差别变得模糊。
solidity-level = 界限 { $level }：低于它的叶节点看起来是空的，高于它的看起来是实心的。仅凭这一点，{ $leaves }会是实心的。
solidity-covers = 覆盖：面应当把实心叶节点与空叶节点分开；由开口相连的叶节点应当同为实心或同为空，开口越大越应如此。
solidity-covered = 在 { $interfaces }中，被面完全覆盖的有 { $whole } 个，部分覆盖的有 { $partly } 个；后者中仍有 { $open } 是开放的。
solidity-cut = 最小割：一次把所有叶节点分成实心和空的，代价尽可能低。切过一个开口的代价是其面积，违背叶节点证据的代价是该证据的权重；切过面没有代价。
solidity-cut-costs = 割穿过 { $interfaces }，代价为 { $all }：开口 { $openings }，被推翻的证据 { $evidence }。
solidity-hole-solid = 封上最大的开口代价为 { $paid }。假如旁边的实心叶节点改为空的，它的面和证据都会反对，割的代价会是 { $cost }。
solidity-hole-empty = 封上最大的开口代价为 { $paid }。假如旁边的空叶节点改为实心的，它的面和证据都会反对，割的代价会是 { $cost }。
solidity-result = 结果：实心叶节点是墙，空叶节点是开放空间；门户只连接空叶节点。
solidity-no-contradiction = 没有面与结果矛盾：每个面的后面都是实心，前面都是开放空间。
solidity-tiny-area = 不到 0.01 m²
solidity-says-neither = { $of }：不确定
solidity-says-empty = { $of }：倾向于空
solidity-says-solid = { $of }：倾向于实心
solidity-legend-covered = 被面覆盖
solidity-legend-open = 开放；数字是洞的面积，单位 m²
solidity-legend-cut-at-faces = 在有面处切割，没有代价
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
solidity-filled = 有 { $count } 个叶节点后来才变成实心的，因为从出生点没有路径通到那里（填充）。
solidity-misclassified = 有 { $count } 个面与结果矛盾，面积 { $area }：其两侧相同（误分类）。
