# 测验：题目的种类，建议再看什么，对回答的评语。

quiz-ask-me = 考考我
quiz-finding-places = 正在查找容得下身体的位置
quiz-face-side-title = 前侧还是后侧
quiz-first-child-title = 先访问哪个子节点
quiz-body-end-title = 滑动的终点
quiz-far-side-title = 平面的另一侧
quiz-cuts-title = 切割的数量
quiz-next-painted-title = 画家顺序
quiz-leaf-seen-title = 可见还是被遮挡
quiz-chosen-plane-title = 规则的选择
quiz-look-at-front-and-back = 导览的“{ tour-sides }”一站
quiz-look-at-casting = 导览的“{ tour-cast }”一站，以及射线投射动画
quiz-look-at-slide = 导览的“{ tour-push }”一站，以及滑动动画
quiz-look-at-cutting = 导览的“{ tour-cutting }”一站，以及建树动画
quiz-look-at-painter = 导览的“{ tour-order }”一站
quiz-look-at-visibility = 导览的“{ tour-visible }”一站
quiz-look-at-choice = 导览的“{ tour-cutting }”一站，以及节点的卡片
quiz-verdict-right = 正确。
quiz-verdict-wrong = 不对：正确答案是 { $right }。
quiz-verdict-nearly = 接近，得 { $points } 分：正确答案是 { $right }。
quiz-answer = { $letter }：{ $answer }

# 用文字说明题目的画面。点的坐标单位为米。

quiz-in-words-plane = 节点 { $node } 的平面是 { $equation }。
quiz-in-words-path = 路径从 { $from } 出发，朝向 { $to }。
quiz-in-words-piece = 碎片的顶点在 { $corners }。
quiz-in-words-eye = 视点在 { $eye }。

# 一块面到平面的哪一侧。距离带单位。

quiz-face-side-question = 节点 { $node } 的平面划分到达它的面。面 { $face } 中用轮廓标出的碎片会到哪里去？
quiz-face-side-answer-front = 整块到前子节点
quiz-face-side-answer-back = 整块到后子节点
quiz-face-side-answer-both = 两边都有：它被切成两块
quiz-face-side-answer-node = 哪边都不去：节点自己存储它
quiz-face-side-on = 它的顶点都在平面上。这样的面由节点自己存储。
quiz-face-side-straddling = 它在两侧都有顶点，最远的在平面前侧 { $front } 处和后侧 { $back } 处。因此平面把它切开，每一侧得到一部分。
quiz-face-side-front = 它没有顶点在平面后侧，最远的在平面前侧 { $distance } 处。
quiz-face-side-back = 它没有顶点在平面前侧，最远的在平面后侧 { $distance } 处。

# 射线投射先访问哪个子节点。$side：front、back。

quiz-first-child-question = 射线从圆环处出发，沿箭头前进，到达节点 { $node }，并在 { $away } 处穿过它的平面。先访问哪个子节点？
quiz-first-child-why =
    射线的起点在平面{ $side ->
        [front] 前侧
       *[back] 后侧
    } { $distance } 处，所以先遇到这一侧的一切。如果在这里命中，就不必再访问另一侧。
quiz-first-child-answer =
    { $side ->
        [front] 前
       *[back] 后
    }子节点，即节点 { $node }

# 射线投射是否访问另一侧的子节点。$side、$first、$second：front、back。

quiz-far-side-question =
    射线从圆环处出发，沿箭头前进。它在 { $away } 处穿过节点 { $node } 的平面，先访问{ $first ->
        [front] 前
       *[back] 后
    }子节点，即节点 { $near }。它还会访问{ $second ->
        [front] 前
       *[back] 后
    }子节点，即节点 { $far } 吗？
quiz-far-side-no = 不会：它在 { $hit } 处就命中一个面，还没有到达 { $away } 处的平面。另一侧的东西都更远。
quiz-far-side-yes-hit = 会：它在 { $away } 处穿过平面，在此之前没有碰到面。它的命中点距起点 { $hit }，在另一侧。
quiz-far-side-yes = 会：它在 { $away } 处穿过平面，在此之前没有碰到面，所以第一个碰到的面只可能在另一侧。
quiz-far-side-answer-both = 会，两个子节点都访问
quiz-far-side-answer-one =
    不会，只访问{ $side ->
        [front] 前
       *[back] 后
    }子节点

# 同样的问题，在动画的一步之前提问。

quiz-step-first-child-question = 下一个是节点 { $node }，查询在这里穿过它的平面。先访问哪个子节点？
quiz-step-first-child-why =
    起点在平面{ $side ->
        [front] 前侧
       *[back] 后侧
    }，所以先遇到这一侧的一切，再遇到另一侧的。
quiz-step-far-side-no = 不会：已经命中的面比那一侧的一切都近。
quiz-step-far-side-yes = 会：查询在到达平面之前没有命中任何面，所以最近的面可能就在那一侧。
quiz-step-far-side-question =
    节点 { $parent } 的{ $first ->
        [front] 前侧
       *[back] 后侧
    }已经搜索完。它的{ $second ->
        [front] 前
       *[back] 后
    }子节点，即节点 { $node }，也会被访问吗？
quiz-step-far-side-answer-yes = 会
quiz-step-far-side-answer-no = 不会，它被跳过

# 滑动的物体停在哪里。

quiz-body-end-answer = 在 { $point }，距起点 { $away }
quiz-body-end-question = 一个半径为 { $radius } 的球从 { $from } 出发，要沿箭头移动 { $way }，碰到面时沿面滑动。它的球心最后停在哪里？
quiz-body-end-free = 它没有碰到任何面，所以到达目标。
quiz-body-end-stuck = 它移动 { $way } 后碰到一个面。剩余的位移指向这个面或相邻的面的内部，所以几乎什么也没有剩下。
quiz-body-end-slid = 它移动 { $way } 后碰到一个面。剩余位移中指向面内部的部分被去掉，沿着面的部分保留：球从接触点滑动了 { $slid }。

# 平面切割了多少块；规则选择哪个平面。

quiz-cuts-question = 有 { $count } 块面碎片到达节点 { $node }。它的平面切割其中多少块？
quiz-chosen-plane-question =
    有 { $count } 块面碎片到达节点 { $node }。规则 { $rule } 选择评分最低的平面：{ $meaning }。{ $rule ->
        [ati] 平面上的面算作在前侧。
       *[other] {""}
    }它选择下面哪个平面？
quiz-chosen-plane-answer = { $name } 的平面：{ $equation }
quiz-chosen-plane-score = { $letter }：{ $score }
quiz-chosen-plane-why = { $scores }。

# 接着画什么。$units：leaves、nodes；$order：far-first、near-first；$unit、$last：叶节点或节点。

quiz-next-painted-question =
    { $order ->
        [far-first] 画家算法按树的顺序，由远到近绘制{ $units ->
            [leaves] 叶节点
           *[nodes] 节点存储的面
        }
       *[near-first] 这里按树的顺序，由近到远绘制{ $units ->
            [leaves] 叶节点
           *[nodes] 节点存储的面
        }
    }。从这个视点看，刚画完{ $last }。下面哪一个接着画？
quiz-next-painted-first =
    { $order ->
        [far-first] 画家算法按树的顺序，由远到近绘制{ $units ->
            [leaves] 叶节点
           *[nodes] 节点存储的面
        }
       *[near-first] 这里按树的顺序，由近到远绘制{ $units ->
            [leaves] 叶节点
           *[nodes] 节点存储的面
        }
    }。从这个视点看，还什么都没有画。下面哪一个最先画？
quiz-next-painted-far-first = 在每个节点，画家算法先画远离视点的一侧：那里的东西挡不住视点这一侧的东西。
quiz-next-painted-near-first = 在每个节点，先画视点所在的一侧：另一侧的东西挡不住它。
quiz-next-painted-why =
    { $units ->
        [leaves] 叶节点
       *[nodes] 节点
    } { $unit }。{ $rule }{ $parting }
quiz-next-painted-unit =
    { $units ->
        [leaves] 叶节点
       *[nodes] 节点
    } { $unit }
quiz-next-painted-faces = { $name }，有 { $count } 块面碎片
quiz-next-painted-place = { $name }，在 { $middle } 附近，距离 { $away }
quiz-next-painted-parting = 在这棵树中，{ $ways }。
quiz-next-painted-and = ，{""}
quiz-next-painted-apart =
    节点 { $node } 的平面把它与{ $units ->
        [leaves] 叶节点
       *[nodes] 节点
    } { $other } 隔开
quiz-next-painted-below =
    节点 { $later } 在它下面{ $order ->
        [far-first] 视点所在的一侧
       *[near-first] 远离视点的一侧
    }，所以它自己的面先于节点 { $later } 绘制
quiz-next-painted-above =
    它在节点 { $later } 的平面上{ $order ->
        [far-first] 远离视点的一侧
       *[near-first] 视点所在的一侧
    }

# 从一个叶节点能否看见另一个。

quiz-leaf-seen-yes = 能：从 { $from } 到 { $to } 的直线穿过 { $count } 个门户，途中没有碰到任何实心的东西。
quiz-leaf-seen-adjacent = 能：两个叶节点之间有一个门户。
quiz-leaf-seen-closed = 不能：连接两者的每条直线都必须穿过门户。穿过 { $count } 个门户之后，没有一条能再穿过门户 { $portal }。
quiz-leaf-seen-apart = 不能：没有一条门户链从一个叶节点通到另一个。
quiz-leaf-seen-question = 圆环在叶节点 { $from } 中。叶节点 { $to } 的中心在 { $away } 之外。从叶节点 { $from } 中的某一点，能看到叶节点 { $to } 中的某一点吗？
quiz-leaf-seen-answer-yes = 能，有一条视线连接它们
quiz-leaf-seen-answer-no = 不能，总有实心的东西挡住视线
