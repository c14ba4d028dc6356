dialog-missing = 没有可用的文件对话框。请安装 xdg-desktop-portal 或 zenity，把文件拖到窗口上，或用 `bspwalk FILE` 启动。
dialog-open = 打开关卡
dialog-levels = 关卡
dialog-all = 所有文件
dialog-textures = 含图像或 WAD 文件的文件夹
