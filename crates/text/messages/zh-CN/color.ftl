# 叠加图的颜色：图例中各含义的名称，以及调色板的名称。

color-meaning-front = 前侧
color-meaning-back = 后侧
color-meaning-selected = 选中
color-meaning-eye = 视点处
color-meaning-cut = 切割
color-meaning-contact = 命中
color-meaning-outside = 通向外部
color-meaning-asked = 查询
color-meaning-reached = 到达
color-meaning-missed = 未命中
color-meaning-candidate = 候选
color-meaning-hidden = 隐藏
color-meaning-face = 关卡的面
color-meaning-solid = 实心
color-palette-okabe-ito = Okabe–Ito, viridis
color-palette-tol = Tol bright, cividis
color-palette-ibm = IBM, magma
