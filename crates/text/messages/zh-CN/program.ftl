# 面板的“程序”一节。

program-language = 语言
program-language-of-system = 跟随系统
program-field-of-view = 视野
program-sensitivity = 灵敏度
program-pad-dead-zone = 摇杆死区
program-pad-curve = 摇杆曲线
program-pad-sensitivity = 摇杆转动
program-brightness = 亮度
program-render-scale = 渲染比例
program-head-bob = 头部晃动
program-tool-bar = 工具栏
program-hints = 提示
program-hints-again = 重新全部显示
program-all-keys = 所有按键
program-tour = 导览
program-full-screen = 全屏
program-screenshot = 截图
program-quit = 退出
program-about = { $name } { $version }：从内部观看 BSP 树。MIT 或 Apache 2.0。
