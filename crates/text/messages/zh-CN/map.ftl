map-cutting = 正在视点高度剖切关卡…
map-lines = { $lines } 条线中的 { $tell } 条确定单元；{ $walls } 堵墙中的 { $looked } 堵被查看
map-of = { $level } 的地图，高度 { $height } m
map-closes = 关闭它
map-what = 视点高度的平面图。蓝色是你在墙的平面 BSP 树中所在的单元，虚线是为找到它而测试的线，亮处是可见的墙。单击一处即前往。
map-no-room = 那个位置容不下身体。
map-in-wall = 那个位置在墙里。
map-no-floor = 那个位置没有地面。
