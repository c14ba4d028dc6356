window-measuring = 测量中
window-no-replay = 无法重演建树过程：{ $error }。
