picture-too-large = { $size } 超出此图形驱动所能绘制的大小：每边最多 { $limit } 像素
picture-no-leaf = 实心叶树没有叶节点 { $leaf }：它的叶节点为 0 到 { $last }
picture-shader = 图形驱动不接受渲染器的一个程序：{ $what }
picture-not-read = 无法从图形驱动读回图像：{ $what }
picture-too-long = 用时过长
picture-still-changed = { $frames } 帧之后图像仍在变化
picture-none = 没有图像
