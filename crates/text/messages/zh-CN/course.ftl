# 路线：检查所测得的结果，以及路线有何错误。长度以米计；时步是时间的步。

course-no-ticks = 没有要检查的时步
course-last-ticks = 要查看最后 { $last } 个时步，而总共只有 { $ticks } 个
course-ticks = 要查看时步 { $from } 到 { $to }，而总共只有 { $ticks } 个
course-corners = 其包围盒的下角高于上角
course-no-inside = 其包围盒没有内部
course-speed = 其速度和比例须大于 0
course-no-limit = { $limit } 不能作为限值
course-nothing-shown = 检查不能证明什么：{ $reason }
course-free = 最近时为半径的 { $free }
course-crossed = 中心在 { $count } 个时步中穿过了面
course-put-back = 被放回或停住 { $count } 次
course-nearest = 最近只到 { $nearest } m
course-deepest = 进入其中 { $deepest } m
course-moved = 每个时步最多移动 { $most } m
course-rose = 上升或下沉了 { $most } m
course-kept = 保持了 { $speed } m/s 的 { $share }
course-off-ground = 离开地面 { $ticks } 个时步
course-eye = 视点上下移动的速度最高为 { $speed } m/s
course-no-station = 路线至少需要一个站
course-same-name = 另一个站同名
course-too-many-ticks = 它的时步多于 { $most } 个
course-no-check = 它需要一项检查
course-station = 站“{ $name }”：{ $reason }
course-watched = { $title }：{ $shows }
