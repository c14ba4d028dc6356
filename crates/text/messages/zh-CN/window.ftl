window-measuring = 测量中
window-no-replay = 无法重放构建过程：{ $error }。
window-nothing-stopped = 最近几秒没有什么挡住你。
window-drawn-polygon = 画出的多边形
