# 操作：帮助中对按键的说明、帮助的标题，以及某些界面缺少按键的原因。

action-group-moving = 移动
action-forward = 前进，沿视线方向
action-left = 向左
action-back = 后退
action-right = 向右
action-up = 上升；跳跃
action-down = 下降；蹲下
action-fast = 加速
action-look = 环顾，在鼠标被捕获时
action-look-left = 向左看，没有鼠标时也可
action-look-right = 向右看
action-look-up = 向上看
action-look-down = 向下看
action-speed = 改变速度
action-speed-up = 提高速度
action-speed-down = 降低速度
action-mode = 行走或飞行
action-noclip = 穿墙
action-respawn = 回到出生点
action-group-motion = 运动
action-why = 我为什么停下？
action-method = 下一种碰撞方法：ati、push、sweep、planes
action-slow = 慢动作
action-pause = 暂停
action-step = 单步
action-replay = 重放最后几秒，旁边有一个按 ATI 示例（2006）移动的身体
action-record = 记录脚本
action-play = 播放最近的脚本
action-group-films = 模型与影片
action-model = 把关卡作为剖开的模型；回到视点
action-plan = 从正上方看剖开的关卡：平面图
action-build-film = 树是如何一步步建成的
action-query-film = 查询在树中做什么：射线、推出、扫掠等，逐步显示
action-next-step = 影片的下一步
action-previous-step = 上一步
action-duel = 建树规则的对决：各自的代价
action-quiz = 测验：接下来会发生什么？
action-map = 角落的地图；放大后可点击前往；关闭
action-group-selection = 所选节点
action-select = 选中准星下的面的节点
action-select-pointer = 选中鼠标指针下的内容
action-parent = 其父节点
action-front-child = 其前子节点
action-back-child = 其后子节点
action-select-nothing = 取消选择
action-selection-before = 前一个选择
action-selection-after = 后一个选择
action-look-at-selection = 看向所选的节点或叶节点
action-icicle = 以图显示树
action-planar = 平面 BSP 树：画一个多边形，看它的树
action-group-overlays = 叠加层
action-shallower = 平面与单元：浅一层；画家顺序：少画些；入口流：上一步
action-deeper = 平面与单元：深一层；画家顺序：多画些；入口流：下一步
action-hide-overlays = 隐藏所有叠加层
action-group-visibility = 可见性
action-culling = 剔除：按视野，按视野和 PVS，或不剔除
action-freeze = 冻结剔除，以便飞出去回头看
action-hidden-surfaces = 隐藏面消除：由前到后、画家算法、深度缓冲
action-along-leak = 沿漏洞走向外部
action-back-along-leak = 沿它返回
action-group-screen = 屏幕
action-capture = 捕获鼠标
action-escape = 关闭最上面的内容；然后释放鼠标；然后结束正在运行的内容；没有引擎时，按两次离开
action-accept = 使用前方的东西，如门；执行卡片的提议；没有引擎时，播放或停止影片
action-decline = 拒绝提议；上一站
action-panel = 打开面板（同时释放鼠标）；关闭面板
action-menu = 菜单栏，用方向键、Enter 和 Esc 操作
action-open = 打开关卡
action-help = 此帮助
action-help-in-terminal = 此帮助，终端中的按键
action-tour = 导览：十站，从上次离开处继续
action-full-screen = 全屏
action-zoom = 放大或缩小文字；Ctrl+0 恢复原来大小
action-screenshot = 保存截图
action-undo = 撤销上一次改变：试过的平面、多边形、叠加层、选择、跳转
action-redo = 重做被撤销的改变
action-copy-view = 复制视图，作为 bspwalk 和 bspwalk shot 接受的命令行
action-paste-view = 前往所复制的命令行的视图
action-keep-view = 把视图存为书签，放在关卡旁的文件中
action-next-bookmark = 前往下一个书签
action-leave = 立即离开
action-leave-in-terminal = 立即离开，终端中的按键
action-pixels = 像素或字符块，在终端支持像素时
action-suspend = 暂时回到 shell
action-redraw = 重新绘制屏幕

action-why-engine = 只有引擎的窗口有卡片、页面和面板
action-why-pointer = 只有引擎的窗口有指针
action-why-depth-buffer = 图形驱动总是使用深度缓冲
action-why-pad = 终端不报告手柄，而鼠标有滚轮可用
action-why-terminals = 这与终端有关
action-why-help-key = 在窗口中，这是影片下一步的按键（加 Shift）
action-why-own-window = 由终端自己的窗口决定
action-why-copy-key = 在终端中此键用于离开，复制用 Ctrl+Y
action-why-windows-copy = 窗口中用 Ctrl+C
action-why-terminal-pastes = 终端用自己的按键粘贴，效果相同
action-why-everywhere = 处处都有
action-front-window = 窗口
action-front-software-window = 软件窗口
action-front-terminal = 终端

# 鼠标按钮。
action-right-click = 右键
action-middle-click = 中键
action-back-click = 后退键
action-forward-click = 前进键

# 所有按键的 Markdown 页，以及 bspwalk keys 的表。
action-page-qwerty = QWERTY
action-page-azerty = AZERTY
action-page =
    # 所有按键

    每个操作在窗口中、在不用图形驱动的窗口中和在终端中都有相同的按键和相同的含义；若某处没有，最后一列说明
    原因。`bspwalk keys` 输出此表；按键以 { $keyboard } 键盘上的标记命名，手柄按钮以 Xbox 手柄上的标记命名：
    其他手柄的名称见[手柄](gamepad.md)。LS 和 RS 是摇杆。LB 和 RB 在按下另一个按钮时按住。终端不报告手柄。
    {""}
action-page-group =
    {""}
    ## { $group }

    | 按键 | 手柄 | 作用 |
action-page-why = 为何并非处处都有
action-pad = 手柄 { $name }
action-not-everywhere = { $does }（{ $fronts }：{ $why }）
action-focus = 鼠标空闲时转到下一个控件，加 Shift 转到上一个；Enter 和空格按下它，Esc 把按键交还给身体
action-group-film-keys = 显示影片且鼠标空闲时（加 Shift 则这些键的作用照旧）
action-film-next-step = 下一步
action-first-step = 第一步
action-last-step = 最后一步
action-play-or-pause = 播放或暂停
action-click = 单击
action-mouse = 鼠标
action-wheel = 滚轮
