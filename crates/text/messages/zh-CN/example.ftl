# 示例：标题，以及各自说明什么。

example-plane-hit = 命中平面，却没有命中三角形
example-plane-hit-words = 线段穿过根节点的平面，但在根节点的三角形之外。这还不是命中：射线投射先搜索平面前面，再搜索后面。
example-through-corner = 一个顶点共面，两侧各一个
example-through-corner-words = 一个顶点在平面上，其余两个在不同侧：切一刀得到两个三角形，一个在前面，一个在后面。
example-corner-front = 一个顶点共面，两个在前面
example-corner-front-words = 一个顶点在平面上，其余在前面：不切割，三角形归到前面。
example-corner-back = 一个顶点共面，两个在后面
example-corner-back-words = 一个顶点在平面上，其余在后面：不切割，三角形归到后面。
example-edge-front = 两个顶点共面，一个在前面
example-edge-front-words = 一条边在平面上，第三个顶点在前面：三角形归到前面。
example-edge-back = 两个顶点共面，一个在后面
example-edge-back-words = 一条边在平面上，第三个顶点在后面：三角形归到后面。
example-coplanar = 三个顶点共面，法线相同
example-coplanar-words = 所有顶点都在平面上，法线一致。DxFramework 把三角形放到前面；节点存面树把它留在节点里。
example-coplanar-opposite = 三个顶点共面，法线相反
example-coplanar-opposite-words = 所有顶点都在平面上，法线相反。DxFramework 把三角形放到后面；节点存面树把它留在节点里，并保留它自己的法线。
example-separating-axis = 十三条轴中有一条把两者分开
example-separating-axis-words = 盒的各轴和三角形的法线都不能把两者分开。盒的 Z 轴与三角形斜边的叉积可以：在这条轴上两者相距 7 cm。
example-push-fails = 在锐角处失败的推出
example-push-fails-words = 球卡在 30° 的夹角里。该示例把它推出一面墙，再推出另一面墙，每次都推出整个深度，从不再检查。它停在墙里，却仍报告已推出。
example-push-holds = 同一个夹角，所有墙一起考虑
example-push-holds-words = 每个接触都把球心限制在一个半空间里，球移到同时在所有半空间内的最近点：它最终离开了两面墙。
example-room-order = 按 C、B、A 的顺序排列房间
example-room-order-words = 你站在房间 C 里。你在平面 1 的后面，所以 A 最后；你也在平面 2 的后面，所以 C 在 B 之前。两次测试就排出房间的顺序：C、B、A。
