# 语言、数量与列表。

language-name = 简体中文

# 数量；$count 从 1,000 起以逗号分组。
text-counted-cell = { $count } 个单元
    .all = 全部 { $count } 个单元
    .none = 没有单元
    .some = { $count } 个单元中的 { $some } 个
text-counted-cluster = { $count } 个簇
text-counted-cut = { $count } 次切割
text-counted-division = { $count } 次划分
text-counted-empty-leaf = { $count } 个空叶节点
    .all = 全部 { $count } 个空叶节点
    .none = 没有空叶节点
    .some = { $count } 个空叶节点中的 { $some } 个
text-counted-entity = { $count } 个实体
    .all = 全部 { $count } 个实体
    .none = 没有实体
    .some = { $count } 个实体中的 { $some } 个
text-counted-face = { $count } 个面
    .all = 全部 { $count } 个面
    .none = 没有面
    .some = { $count } 个面中的 { $some } 个
text-counted-face-and-portal = { $count } 个面与入口
    .all = 全部 { $count } 个面与入口
    .none = 没有面与入口
    .some = { $count } 个面与入口中的 { $some } 个
text-counted-film = { $count } 部影片
text-counted-fragment = { $count } 个碎片
text-counted-interface = { $count } 个界面
text-counted-leaf = { $count } 个叶节点
    .all = 全部 { $count } 个叶节点
    .none = 没有叶节点
    .some = { $count } 个叶节点中的 { $some } 个
text-counted-leaf-with-faces = { $count } 个有面的叶节点
    .all = 全部 { $count } 个有面的叶节点
    .none = 没有有面的叶节点
    .some = { $count } 个有面的叶节点中的 { $some } 个
text-counted-leg = { $count } 段
text-counted-line = { $count } 行
text-counted-miniseg = { $count } 条 miniseg
text-counted-node = { $count } 个节点
    .all = 全部 { $count } 个节点
    .none = 没有节点
    .some = { $count } 个节点中的 { $some } 个
text-counted-node-visit = { $count } 次节点访问
text-counted-node-with-faces = { $count } 个有面的节点
    .all = 全部 { $count } 个有面的节点
    .none = 没有有面的节点
    .some = { $count } 个有面的节点中的 { $some } 个
text-counted-other = 另外 { $count } 个
text-counted-pair = { $count } 对
text-counted-piece = { $count } 块
text-counted-place = { $count } 处
text-counted-plane = { $count } 个平面
    .all = 全部 { $count } 个平面
    .none = 没有平面
    .some = { $count } 个平面中的 { $some } 个
text-counted-point = { $count } 个点
text-counted-portal = { $count } 个入口
    .all = 全部 { $count } 个入口
    .none = 没有入口
    .some = { $count } 个入口中的 { $some } 个
text-counted-question = { $count } 道题
text-counted-seg = { $count } 条线段（seg）
text-counted-sign = { $count } 个标志
text-counted-solid-leaf = { $count } 个实心叶节点
    .all = 全部 { $count } 个实心叶节点
    .none = 没有实心叶节点
    .some = { $count } 个实心叶节点中的 { $some } 个
text-counted-step = { $count } 步
text-counted-test = { $count } 次测试
text-counted-tree = { $count } 棵树
text-counted-triangle = { $count } 个三角形
text-counted-warning = { $count } 条警告
text-counted-normal = { $count } 条法线
    .all = 全部 { $count } 条法线
    .none = 没有法线
    .some = { $count } 条法线中的 { $some } 条
text-counted-split-plane = { $count } 个分割平面
    .all = 全部 { $count } 个分割平面
    .none = 没有分割平面
    .some = { $count } 个分割平面中的 { $some } 个

# 列表各项之间，两个句子之间。
text-comma = 、
text-semicolon = ；
text-sentences = { $first }{ $second }
text-clauses = ，
text-and = { $first }和{ $last }
# 前后两句。
text-sentences = { $first }{ $second }

# 列表的逗号，以及句末。
text-comma = ，
text-sentence = { $text }。
