window-measuring = 测量中
window-no-replay = 无法重放构建过程：{ $error }。
