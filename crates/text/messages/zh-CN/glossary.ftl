# 术语表页面（Markdown），以及术语的显示方式。

glossary-title = 术语表
glossary-introduction =
    由 `crates/explain/src/glossary` 用 `cargo run -p bspwalk_explain --example glossary` 生成。在窗口中指向一个术语，会显示同样的定义。

    最后一张表列出来源。
glossary-head-term = 术语
glossary-head-definition = 定义
glossary-head-source = 来源
glossary-sources = 来源
glossary-head-work = 文献
glossary-head-place = 网址
# 英语以外的语言中的名称，旁边是英文词。
glossary-both-names = { $name }（{ $english }）

# 主题。
glossary-group-trees = 树
glossary-group-build = 建树
glossary-group-leaves = 叶节点
glossary-group-visibility = 可见性与顺序
glossary-group-motion = 查询与运动
glossary-group-level = 关卡与视图
glossary-group-program = 设置

# 含有术语的字但不是术语的词，以逗号分隔。
glossary-no-terms = 平面, 切面, 平面图, 表面, 地面, 墙面, 水面, 里面, 外面, 上面, 下面, 左面, 右面, 侧面, 正面, 背面, 前面, 后面, 斜面, 反面, 对面, 四面, 一面, 两面, 双面, 单面, 页面, 画面, 桌面, 版面, 封面, 顶面, 底面, 截面, 断面, 曲面, 镜面, 面板, 面积, 面前, 面对, 面向, 面朝, 面临, 迎面, 全面, 方面, 书面, 字面, 场面, 见面, 凹凸, 凸起, 凸出
