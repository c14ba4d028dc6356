hints-press = 按
hints-why = 看看是什么挡住了你
hints-deeper = 再显示一层深度的平面
hints-parent = 选择父节点，它的平面切出了此节点的单元
hints-model = 查看剖开的关卡模型
hints-planes = 显示划分关卡的平面
hints-select = 选择准星下的面及存储它的节点
hints-never = 不再显示此提示。
