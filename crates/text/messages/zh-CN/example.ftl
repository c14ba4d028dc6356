# 示例：标题，以及各自说明什么。

example-plane-hit = 命中平面，却未命中三角形
example-plane-hit-words = 线段穿过根节点的平面，但穿过之处在根节点的三角形之外。这还不是命中：射线投射先搜索平面前侧，再搜索后侧。
example-through-corner = 一个顶点共面，两侧各一个
example-through-corner-words = 一个顶点在平面上，另外两个分别在两侧。切开后得到两个三角形，一个在前侧，一个在后侧。
example-corner-front = 一个顶点共面，两个在前侧
example-corner-front-words = 一个顶点在平面上，其余在前侧：不切割，三角形归到前侧。
example-corner-back = 一个顶点共面，两个在后侧
example-corner-back-words = 一个顶点在平面上，其余在后侧：不切割，三角形归到后侧。
example-edge-front = 两个顶点共面，一个在前侧
example-edge-front-words = 一条边在平面上，第三个顶点在前侧：三角形归到前侧。
example-edge-back = 两个顶点共面，一个在后侧
example-edge-back-words = 一条边在平面上，第三个顶点在后侧：三角形归到后侧。
example-coplanar = 三个顶点共面，法线相同
example-coplanar-words = 所有顶点都在平面上，法线一致。DxFramework 把三角形放到前侧；节点存面树把它存储在节点中。
example-coplanar-opposite = 三个顶点共面，法线相反
example-coplanar-opposite-words = 所有顶点都在平面上，法线相反。DxFramework 把三角形放到后侧；节点存面树把它存储在节点中，并保留它自己的法线。
example-separating-axis = 十三条轴中有一条把两者分开
example-separating-axis-words = 盒子的各轴和三角形的法线都不能把两者分开。盒子的 Z 轴与三角形斜边的叉积可以：在这条轴上，两者相距 7 cm。
example-push-fails = 在锐角处失败的推出
example-push-fails-words = 球卡在 30° 的夹角里。该示例把它依次推出两面墙，每次都推出整个深度，从不重新检查。最后球停在墙里，示例却仍报告已推出。
example-push-holds = 同一个夹角，同时考虑所有墙
example-push-holds-words = 每个接触都把球心限制在一个半空间内。球移到同时位于所有半空间内的最近点，最终离开了两面墙。
example-room-order = 按 C、B、A 的顺序排列房间
example-room-order-words = 你在房间 C 里。你在平面 1 的后侧，所以 A 排在最后；你也在平面 2 的后侧，所以 C 排在 B 之前。两次测试就排出房间的顺序：C、B、A。
