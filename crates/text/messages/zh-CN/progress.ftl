# 长时间操作的进度。$counted、$total 以逗号分组；$unit 是所计之物。

progress-cancelled = 已取消
progress-count = { $what }：{ $total } 个{ $unit }中的 { $counted } 个
progress-pieces = 碎片
progress-candidates = 候选平面
