# 帮助与用法错误：命令行自身的文字。

usage-usage = 用法：
usage-commands = 命令：
usage-arguments = 参数：
usage-options = 选项：
usage-default = [默认值：
usage-values = [可选值：
usage-values-heading = 可选值：
usage-help-short = 显示帮助（详细内容见 '--help'）
usage-help-long = 显示帮助（概要见 '-h'）
usage-help = 显示帮助
usage-version = 显示版本
usage-help-of = 显示本帮助，或某个命令的帮助
usage-error = 错误：
usage-tip = 提示：
usage-more = 更多信息见 '{ $option }'。
usage-language = 可用的语言有 { $languages }
usage-language-item = { $tag }（{ $name }）
usage-no-equals = 给 '{ $argument }' 赋值需要等号
usage-no-value = '{ $argument }' 需要一个值，但没有给出
usage-invalid = '{ $argument }' 的值 '{ $value }' 无效
usage-invalid-because = { $problem }：{ $why }
usage-unknown-command = 没有 '{ $command }' 这个命令
usage-missing = 缺少以下必需的参数：
usage-unknown = 没有 '{ $argument }' 这个参数
usage-too-many = '{ $argument }' 的值 '{ $value }' 是多余的
usage-too-few = '{ $argument }' 需要 { $wanted } 个值，只给出了 { $given } 个
usage-not-unicode = 有参数不是有效的 UTF-8
usage-twice = 参数 '{ $argument }' 不能重复使用
usage-conflict = 参数 '{ $argument }' 不能与 '{ $other }' 同时使用
usage-conflicts = 参数 '{ $argument }' 不能与以下参数同时使用：
usage-conflict-others = 参数 '{ $argument }' 不能与其他某个参数同时使用
usage-similar-command = { $count ->
   *[other] 有相近的命令：{ $names }
}
usage-similar-argument = { $count ->
   *[other] 有相近的参数：{ $names }
}
usage-similar-value = { $count ->
   *[other] 有相近的值：{ $names }
}
usage-tip-value = 要把 '{ $value }' 作为值传入，请写 '{ $instead }'
usage-tip-command = 有 '{ $command }' 这个命令
usage-misplaced = 关卡或窗口的选项不能写在 `{ $command }` 之前：请写 `bspwalk { $command } LEVEL`
usage-no-film = 这不是影片
