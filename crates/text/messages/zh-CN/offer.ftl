offer-lies = 此关卡似乎以 Z 为向上轴，因此侧躺着。
offer-turn = 把它扶正
offer-right = 保持原样
