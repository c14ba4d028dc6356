startup-at = （{ $location }）
startup-fault = bspwalk：因内部错误停止{ $place }：{ $text }（设置 RUST_BACKTRACE=1 可显示来源）
startup-not-again = bspwalk：程序无法再次启动：{ $error }
startup-shot = `bspwalk shot` 不需要显示器即可绘制
startup-renderer-software = `--renderer software` 不需要图形驱动即可打开窗口，`bspwalk shot` 绘制图片
startup-renderer-terminal = `--renderer terminal` 在终端中行走，`bspwalk shot` 绘制图片
startup-driver = 可用的图形驱动无法在此显示器上绘制
