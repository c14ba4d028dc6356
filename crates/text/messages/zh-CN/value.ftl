value-not-finite = `{ $text }` 不是有限的数
value-no-number = `{ $text }` 不是数
value-scale = 每单位的米数须在 1e-9 到 1e9 之间，如英寸为 0.0254
value-weight = 权重须在 0 到 1e9 之间
value-no-name = 没有这个名称
value-position = 请输入三个数，如 0,1.7,4
value-far = 距原点超过 { $limit } m
value-look = 请输入偏航和俯仰（度），如 30,-10
value-pitch = 俯仰 { $pitch } 不在 -90 到 90 度之间
value-orbit = 请输入偏航、俯仰和距离，如 30,55,40
value-steepness = 俯仰 { $pitch } 不在水平以下 7 到 86 度之间
value-distance = 距离 { $distance } m 不在 0 到 { $limit } m 之间
value-style = 请输入样式的编号和系数，如 32=0 或 1=0.5
value-no-style = { $none } 不是样式；最大的编号是 { $last }
value-factor = 系数 { $factor } 不在 0 到 { $brightest } 之间
value-division = 请输入树和深度，如 nodes:3 或 leaves:3
value-height = 高度须在 -1e9 到 1e9 m 之间
value-field-of-view = 视野须在 10 到 150 度之间
