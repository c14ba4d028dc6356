# 路线：检查所测得的结果，以及路线有何错误。长度以米计；时步是时间的步。

course-no-ticks = 没有可检查的时步
course-last-ticks = 检查需要最后 { $last } 个时步，而总共只有 { $ticks } 个
course-ticks = 时步 { $from } 到 { $to } 不是行走的 { $ticks } 个时步内的范围
course-corners = 其盒子的最小值超过最大值
course-no-inside = 其盒子没有体积
course-speed = 其速度和比例须大于 0
course-no-limit = { $limit } 不是有效的限值
course-nothing-shown = 该检查什么也证明不了：{ $reason }
course-free = 与墙的距离始终不小于半径的 { $free } 倍
course-crossed = 中心在 { $count } 个时步中穿过了面
course-put-back = 被放回原处或卡住 { $count } 次
course-nearest = 距目标最近 { $nearest } m
course-deepest = 进入不许进入的盒子最深 { $deepest } m
course-moved = 每个时步最多移动 { $most } m
course-rose = 上升或下沉最多 { $most } m
course-kept = 在 { $speed } m/s 的速度中保持了 { $share }
course-off-ground = 离地 { $ticks } 个时步
course-eye = 视点上下移动的速度最高为 { $speed } m/s
course-no-station = 路线没有站点；请至少添加一个
course-same-name = 另一个站点同名
course-too-many-ticks = 它超过 { $most } 个时步
course-no-check = 它没有检查项；请至少添加一项
course-station = 站点“{ $name }”：{ $reason }
course-watched = { $title }：{ $shows }
