# 平面树：示例区域、区域的错误、以文本表示的树。$at 是一个点。

planar-not-finite = 环 { $loop_index } 的角 { $corner } 在 { $at }：坐标须是不超过 { $largest } 的数
planar-few-corners = 环 { $loop_index } 有 { $corners } 个角：一个环至少需要三个
planar-repeated = 环 { $loop_index } 的角 { $corner } 与前一个重复，在 { $at }：请去掉其中一个
planar-crossing = { $one }与{ $other }在 { $at } 相遇：边只能在共有的角处相遇
planar-edge-of-loop = 环 { $loop_index } 的边 { $edge }
planar-hole-winding = 环 { $loop_index } 沿逆时针方向：孔洞须沿顺时针方向，使内部在每条边的左侧；请反转该环
planar-outer-winding = 环 { $loop_index } 沿顺时针方向：外边界须沿逆时针方向，使内部在每条边的左侧；请反转该环
planar-preset-ten-edges = 十条边
planar-preset-convex = 凸多边形
planar-preset-star = 星形
planar-preset-comb = 梳形
planar-preset-spiral = 螺旋
planar-preset-ring = 环形
planar-shows-ten-edges = 一个凹多边形，其树有 9 个节点：一个点需要 2 到 5 次测试。
planar-shows-convex = 没有直线切割其他边，每条直线都使其余各边在前面：树是一条链。
planar-shows-star = 每条边的直线都穿过星形，所以总有一些切割。
planar-shows-comb = 梳齿的直线只切割梳背：树可以平衡。
planar-shows-spiral = 边绕着边：平衡以切割为代价。
planar-shows-ring = 一个孔洞：其边沿顺时针方向，使内部在其左侧。
