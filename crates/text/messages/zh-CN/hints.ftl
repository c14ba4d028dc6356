hints-press = 按
hints-why = 看看是什么挡住了你
hints-deeper = 再显示一层深度的平面
hints-parent = 选择父节点，它的平面切出了当前节点的单元
hints-model = 把关卡作为剖开的模型观看
hints-planes = 显示分割关卡的平面
hints-select = 选择准星下的面以及存它的节点
hints-never = 不再显示此提示。
