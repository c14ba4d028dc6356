settings-scale-adaptive-name = 自适应
settings-scale-full-name = 完整
settings-scale-adaptive = 完整分辨率，但用软件渲染时，移动中会降低
settings-scale-full = 与窗口的像素一一对应
settings-scale-half = 每个像素覆盖窗口的 2×2 个
settings-scale-third = 每个像素覆盖窗口的 3×3 个
settings-faulty-method = 碰撞方法 `{ $method }` 仍在使用：{ $description }。要更改它，请在面板的“身体”中选择其他碰撞方法。
settings-not-written = 无法把设置写入 { $file }（{ $error }）。它们只保持到窗口关闭。
