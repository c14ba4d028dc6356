collision-from-above = 从上方
collision-from-right = 从右侧
collision-more = … 另有 { $more } 个。
collision-pushed = 推出 { $by }
collision-straddled = 球所跨越的平面：搜索访问两侧
collision-stays = 身体停在你离开它时的位置。
collision-stays-outside = 身体停在你离开它时的位置，在关卡之外。
collision-of = { $all }中的 { $some }
collision-asked = 在这一步被碰撞查询访问。图中画出它们的平面的轮廓，并突出显示它们的面。没有树时，每次查询都要测试 { $faces }。
collision-nothing-near = 身体轴线 { $reach } 之内没有任何面。
collision-near = { $faces }在身体轴线 { $reach } 之内；{ $touching ->
    [0] 没有面接触它
   *[other] { $touching } 个面接触它
}。
collision-face = 面 { $face }
collision-edge = 面 { $face } 的边
collision-corner = 面 { $face } 的顶点
collision-away = 距离 { $distance }
collision-deep = 深 { $depth }
collision-touching = 接触
