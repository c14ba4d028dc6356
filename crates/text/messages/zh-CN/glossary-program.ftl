# 术语表中的术语。`.forms`：在文本中查找该术语所用的词，以逗号分隔，英文用小写；
# ~ 之后的词还有别的意思，只有文本标出时才是术语：[[切割]]。

glossary-term-bookmark = 书签
    .forms = 书签
    .definition = 关卡的一个视图，以一个名称保存在关卡旁边的文件中。
glossary-term-field-of-view = 视野
    .definition = 视图有多宽，单位为度，按 16:9 的视图计。
glossary-term-sensitivity = 灵敏度
    .definition = 鼠标每移动一个计数，视图转动多少度。
glossary-term-pad-dead-zone = 死区
    .definition = 手柄的摇杆推出多远才起作用：磨损的摇杆不会回到正中。
glossary-term-pad-curve = 摇杆曲线
    .definition = 摇杆推出距离的指数：1 为均匀，更大则在中间附近更精细。
glossary-term-pad-sensitivity = 摇杆灵敏度
    .definition = 摇杆推到底时视图转动多快：1 与方向键一样快。
glossary-term-invert-y = 反转 Y 轴
    .definition = 鼠标向前移动时向下看。
glossary-term-head-bob = 头部晃动
    .definition = 视点随着脚步上下起伏。
glossary-term-brightness = 亮度
    .definition = 绘制的关卡比它的光照亮多少。
glossary-term-language = 语言
    .definition = 所有文字的语言。在术语表中，专业术语的旁边有英文词。
glossary-term-render-scale = 渲染比例
    .definition = 关卡在放大到窗口之前绘制得有多精细。自适应：全部精细，但驱动程序用软件绘制时，移动中较粗略。
glossary-term-tool-bar = 工具栏
    .definition = 鼠标不控制视图时，关卡上方的一栏。
glossary-term-hints = 提示
    .definition = 指出下一个有用的按键，直到用过它为止。
glossary-term-median = 中位数
    .forms = 中位数
    .definition = 最近的帧中有一半用时更短，一半更长。FPS：每秒的帧数。
glossary-term-percentile = 第 95 百分位数
    .forms = 第 95 百分位数
    .definition = 每二十帧中有一帧用时比它更长。
glossary-term-course = 测试路线
    .definition = 关卡中对碰撞来说困难的各站；每一站都给每种碰撞方法评分。
