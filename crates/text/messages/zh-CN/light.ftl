light-the-light = 光照
light-not-drawn = 无法绘制关卡。{ $fault }
light-not-own = { $reason }关卡不使用自带的光照。
