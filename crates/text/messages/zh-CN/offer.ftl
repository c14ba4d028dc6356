offer-lies = 此关卡看起来以 Z 为向上轴，因此侧倒着。
offer-turn = 把它扶正
offer-right = 保持原样
