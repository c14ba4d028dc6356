map-cutting = 正在视点高度剖切关卡…
map-lines = 确定所在单元用了 { $lines } 条线中的 { $tested } 条；检查了 { $walls } 堵墙中的 { $examined } 堵
map-of = { $level } 的地图，高度 { $height } m
map-closes = 关闭它
map-what = 视点高度的平面图。你在墙的平面 BSP 树中所在的单元为蓝色。虚线是为确定该单元而测试的直线。亮的墙可见。单击一处即可前往。
map-no-room = 那里容不下身体。
map-in-wall = 这个位置在墙里。
map-no-floor = 这个位置下方没有地面。
