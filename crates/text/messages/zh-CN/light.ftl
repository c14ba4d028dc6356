light-the-light = 光照
light-not-drawn = 无法绘制关卡。{ $fault }
light-not-own = { $reason }没有使用关卡的烘焙光照。
light-software-page = 软件渲染没有清晰的阴影，边缘也不平滑。若要两者，请在浏览器的设置中启用硬件加速。
light-software = 软件渲染没有清晰的阴影，边缘也不平滑。若要两者，请安装显卡的 Vulkan 驱动（或设置 BSPWALK_QUALITY=full，但很慢）。
