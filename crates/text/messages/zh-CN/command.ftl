command-copy-hint = 复制输出此答案的 `bspwalk` 命令。
command-not-copied = 命令没有复制：{ $why }
command-spheres-alone = 命令行只支持球和直立的胶囊体。
# 命令：做什么，以及帮助中选项之后的内容。

command-about = 查看、漫游并查询关卡的 BSP 树
command-about-long =
    查看、漫游并查询关卡的 BSP 树。

    不带命令时，bspwalk 在窗口中打开 LEVEL；若无法打开窗口，则在终端中打开。
command-info = 加载关卡、建树，并输出统计数据
command-query = 回答碰撞查询和树的查询：从标准输入读取 JSON Lines，每行输出一个回答
command-walk = 按 JSON Lines 脚本移动行走或飞行的身体，每个时步输出一个姿态
command-duel = 在一个关卡上比较各建树规则的树和查询代价
command-replay-queries = 重放游戏的查询记录，报告各种查询的代价、代价最高的查询，以及各建树规则在此负载下的表现
command-quiz = 就关卡的树提问，解释答案，并建议要复习的内容
command-shot = 把关卡绘制成图片文件，不打开窗口
command-film = 写出动画文件，例如空间划分、建树、查询或门户流的动画
command-diff = 报告两个关卡及其树的差别，例如同一地图的两次保存或两次编译
command-brushes = 列出 Quake 地图中代价最高的笔刷、把它们设为细节所节省的代价，以及值得保留的提示笔刷；也可写出更改后的副本
command-portals = 把关卡的门户写成 Quake 门户文件（.prt），或与已有的门户文件比较
command-sheet = 写出供讲解用的单个 HTML 网页，含图片、动画、树、题目和建树规则对决
command-compile = 把关卡及其树编译成可立即打开的文件
command-tree = 把关卡的树写成 JSON 或 Graphviz 格式，或把其 PVS 写成图片；也可列出关卡中代价最高的部分
command-keys = 逐行列出所有操作、它们的按键，以及有这些操作的界面
command-examples =
    示例：
      bspwalk                                     在内置的大厅中行走
      bspwalk castle.obj --up z --scale 0.0254    以英寸为单位、Z 轴向上的关卡
      bspwalk hall --renderer terminal            在终端中行走
      bspwalk info castle.obj --json              关卡及其树的统计数据
      bspwalk query hall --ask '{"{"}"locate":{"{"}"point":[0,1,0]{"}"}{"}"}'
      bspwalk shot hall -o hall.png --show planes,path
      bspwalk film hall --of division -o hall.gif 空间划分的动画
      bspwalk compile castle.obj -o castle.bspw   可立即打开的编译关卡
      bspwalk diff castle.map changed.map         两个关卡及其树的差别
      bspwalk brushes castle.map                  代价最高的笔刷
      bspwalk portals castle.map -o castle.prt    门户，供 vis 和关卡编辑器使用
      bspwalk duel castle.obj                     比较建树规则
      bspwalk quiz castle.obj                     关于其树的题目，附解释
      bspwalk sheet castle.obj -o castle.html     供讲解用的网页
      bspwalk tree castle.obj -o castle.json      供其他程序使用的树

    退出状态：0 成功，1 失败（原因见标准错误），2 用法错误。
command-quiz-help =
    示例：
      bspwalk quiz three_rooms                    八道不同种类的题，容易的在前
      bspwalk quiz castle.obj --count 20 --csv answers.csv
      bspwalk quiz hall --count 30 --json         题目、答案与解释，用于书面考试

    在标准输入中用字母或数字回答每道题，随后显示并解释正确答案。题目都取自此关卡的树的查询、
    建树过程、画家顺序或 PVS。--seed 和 --count 相同，题目就相同。--csv 的文件不含姓名，
    因此可以合并全班的文件。
command-walk-help =
    脚本为 JSON Lines。身体移动之前会先检查整个脚本。每行为以下之一：

    {"  {"}"ticks":60,"forward":1,"right":0,"up":0,"yaw":90,"pitch":0,"jump":true,"crouch":false,"fast":false{"}"}
          在给定的时步数内保持此输入；forward、right 和 up 为 -1 到 1，yaw（0 看向 -Z，
          正值向左转）和 pitch 以度计，保持到下次更改；只有 ticks 不能省略
    {"  {"}"start":{"{"}"eye":[0,1.7,4],"yaw":90,"pitch":0,"mode":"walk"{"}"}{"}"}
          起始位置，未指定时为出生点；mode 为 walk 或 fly
    {"  {"}"mode":"fly"{"}"}
          切换为行走或飞行
    {"  {"}"set":{"{"}"gravity":1.62,"step_height":0.3{"}"}{"}"}
          更改身体的尺寸和速度，以米和秒计

    每个时步输出一行：tick, feet, center, eye, velocity, yaw, pitch, grounded, crouched,
    contacts [{"{"}point, normal, depth, face, material{"}"}], events。相同的脚本总是给出相同的输出。
command-compile-help =
    示例：
      bspwalk compile castle.obj -o castle.bspw --up z --scale 0.0254

    文件包含关卡及其材质和图像、两棵树、门户以及 PVS。所有命令和窗口都可以把它作为关卡打开。
    其坐标轴和比例不能更改。若用不同的建树选项打开，受影响的树在内存中重新构建。
    文件要么完整写出，要么完全不写。bspwalk 的其他版本可能要求重新编译关卡。
command-usage =
    bspwalk [LEVEL] [OPTIONS]
           bspwalk info LEVEL [--json] [--csv FILE] [--pvs[=false]] [--portal-costs] [OPTIONS]
           bspwalk query LEVEL [--ask JSON] [OPTIONS]
           bspwalk walk LEVEL --script FILE [--log-queries FILE] [OPTIONS]
           bspwalk walk LEVEL --course [--json] [OPTIONS]
           bspwalk duel LEVEL [--rules A,B] [--with C,D] [--json] [OPTIONS]
           bspwalk replay-queries LEVEL LOG [--rules A,B] [--top N] [--heat FILE.png] [--json] [OPTIONS]
           bspwalk quiz LEVEL [--count N] [--json] [--csv FILE] [OPTIONS]
           bspwalk sheet LEVEL -o FILE.html [OPTIONS]
           bspwalk diff BEFORE AFTER [--pvs=false] [--json] [OPTIONS]
           bspwalk brushes LEVEL.map [--top N] [--as-detail N,M -o COPY.map] [--json] [--csv FILE] [OPTIONS]
           bspwalk portals LEVEL [-o FILE.prt] [--compare FILE.prt] [--json] [OPTIONS]
           bspwalk compile LEVEL -o FILE.bspw [--json] [OPTIONS]
           bspwalk tree LEVEL -o FILE.json|FILE.dot [--of node|leaf] [--depth N] [OPTIONS]
           bspwalk tree LEVEL -o FILE.png [--of pvs] [OPTIONS]
           bspwalk tree LEVEL --by-cost node|leaf|portal|face|brush [--top N] [--search TEXT] [--json] [OPTIONS]
           bspwalk shot LEVEL -o FILE.png|FILE.svg|FILE.pdf [OPTIONS]
           bspwalk film LEVEL --of NAME -o FILE.gif|FILE.png [OPTIONS]
command-brushes-help =
    示例：
      bspwalk brushes castle.map                                代价最高的笔刷，以及把它们设为细节的节省
      bspwalk brushes castle.map --top 50 --measure 0           只计数，不测量
      bspwalk brushes castle.map --as-detail 17,18              两者都设为细节的节省
      bspwalk brushes castle.map --as-detail 17,18 -o copy.map  同时写出更改后的地图副本
      bspwalk brushes castle.map --csv brushes.csv
      bspwalk brushes castle.map --of-face 17                   包含一个面的笔刷，供地图编辑器使用

    计数取自当前的树：笔刷各侧面的平面所切割的面、这些平面上的门户，以及从这些门户出发的门户流步数。
    两个笔刷共用的平面对两者都不计入，因为其中一个设为细节之后，该平面仍在。

    每次测量都把笔刷放入 func_detail 并重新构建关卡，报告叶节点、门户、切割、可见对、PVS 搜索的步数，
    以及这次搜索在本机上的用时。每个笔刷都有结论：设为细节；或保持为结构，因为关卡会有漏洞、可见范围会
    变大，或没有节省。应设为细节的笔刷在前，按节省的 PVS 步数排序。接触外部的笔刷不测量，因为它们大多
    用来密封关卡。笔刷设为细节后，建树规则可能选择其他平面，因此计数只用来寻找候选，某些代价可能上升。

    提示（hint）笔刷的测量方法是去掉它并重新构建关卡。遮挡了部分关卡或节省 PVS 步数的提示应保留，
    其余的应删除。

    实体、各实体的笔刷和地图的笔刷都按文件中的顺序从 0 编号，与编译器相同。在副本中，设为细节的笔刷的
    文本逐字节移到末尾的 func_detail 中，其余一切不变。原地图绝不会被覆盖。Quake 和 Half-Life 的编译器
    支持 func_detail；Quake II 的 qbsp3 改用笔刷标志，bspwalk 不写这些标志。
command-diff-help =
    示例：
      bspwalk diff castle.map castle_with_pillar.map        柱子的影响：切割、叶节点、门户、可见对、时间
      bspwalk diff one.bsp other.bsp --own-tree             两次编译的文件自带的树与 PVS
      bspwalk diff castle.bsp castle.map --own-tree=before  把 qbsp 的树与 bspwalk 的比较
      bspwalk diff before.obj after.obj --pvs=false --json

    各项按位置而不按编号匹配，容差为 2.5 mm 或树的平面厚度的两倍：节点存面树的节点按平面和包围盒，
    叶节点按单元，门户和面按多边形（重叠 95 %），笔刷按侧面。因此，一个关卡与自身比较，只有所测的
    时间不同。

    对每一类，--json 最多列出移除的前 1000 个和新增的前 1000 个；计数则包括全部。位置以米计，Y 轴向上；
    笔刷的包围盒另以文件的单位和坐标轴给出。无论有无差别，退出状态都是 0。
command-duel-help =
    示例：
      bspwalk duel hall                                   所有能在几秒内建成树的规则
      bspwalk duel hall --rules sampled,sampled:4,none    两种切割权重，以及不用树
      bspwalk duel castle.bsp --rules own,leaf-sampled --csv castle.csv
      bspwalk duel hall --with kd,octree,bvh              另加 k-d 树、八叉树和 BVH
      bspwalk duel hall --with kd,octree,bvh --levels levels.svg   另画出它们的前几层
      bspwalk duel doom1.wad --map E1M1 --split-costs --csv E1M1.csv   按切割代价列出线段（seg）与子扇区

    节点存面树的规则与 --rule 中的同名，实心叶树的规则前加 leaf-，如 leaf-sampled。`own` 是编译关卡
    （.bsp）自带的树。`none` 不用树，每次查询都测试每个三角形。规则之后可跟权重：RULE:CUT:UNBALANCE。
    每列的最佳值标有 *。

    `kd`、`octree` 和 `bvh` 是 k-d 树、八叉树和包围体层次结构。可以写在 --rules 中，也可以用 --with 加到
    默认规则之后。

    所有规则从开放空间中的随机位置回答相同的射线投射、接触和扫掠查询。访问的节点和测试的面只取决于
    --seed 和 --samples。时间是在本机上测得的中位数。

    要查看两种规则的代价在关卡何处不同，请运行：
      bspwalk shot LEVEL -o FILE.png --show cost --rule RULE --beside RULE
command-replay-queries-help =
    示例：
      bspwalk walk hall --script walk.jsonl --log-queries hall.jsonl > poses.jsonl
      bspwalk replay-queries hall hall.jsonl                           各种查询的代价
      bspwalk replay-queries hall hall.jsonl --rules fewest-cuts,kd    不同的树在此负载下的表现
      bspwalk replay-queries castle.map game.jsonl --heat heat.png     按查询代价着色的平面图
      bspwalk query hall < hall.jsonl                                  各查询的回答

    记录文件每行一个请求，格式与 `bspwalk query` 相同。库及其 Bevy 部分可以写出这样的记录，参见文档中关
    于库的页面。无效的行会跳过，并在最后报告。

    访问的节点数每次运行都相同。时间取决于机器，因此规则表给出的是相对于同一次运行中第一种规则的时间。
    视线查询按“碰到任何面即停止”的测试重放。

command-portals-help =
    示例：
      bspwalk portals castle.map                          门户的数目
      bspwalk portals castle.map -o castle.prt            门户文件，供 vis 和 TrenchBroom 使用
      bspwalk portals castle.bsp --own-tree -o own.prt    文件自带的树的门户
      bspwalk portals castle.map --compare qbsp.prt       与 qbsp 的门户比较
      bspwalk shot castle.map -o both.png --portals qbsp.prt --view model

    门户文件采用源关卡的单位和坐标轴。PRT1 是 qbsp 的格式。PRT1-AM 和 PRT2（tyrutils、ericw-tools）还含
    有每个叶节点的簇。在 bspwalk 中，细节不划分叶节点，因此每个叶节点自成一簇。使用 --own-tree 时，叶节
    点和簇保持 .bsp 文件中的编号。

    门户按位置而不按编号比较。若两个门户位于同一平面（容差为 2.5 mm 或树的平面厚度的两倍），且重叠面积
    占较大者的 95 %，则两者相同。被覆盖的面积不足 5 % 的门户只存在于其中一方。其余的门户部分匹配，
    因为两棵树对它们的划分不同。
command-query-help =
    在标准输入中每行写一个请求，或用 --ask 给出请求。每个请求按顺序输出一行回答。向量为 [x,y,z]，以米
    计，Y 轴向上，已按 --up 和 --scale 换算。`face` 是文件中三角形的编号，从 0 计起。法线为单位长度。身
    体是一个球；若除半径外还给出 "height":1.8，则是直立的胶囊体。

    {"  {"}"cast":{"{"}"from":[0,1,0],"to":[9,1,0]{"}"}{"}"}
          线段最先碰到的面，不分正面背面
    {"  {"}"sight":{"{"}"from":[0,1,0],"to":[9,1,0]{"}"}{"}"}
          线段是否不碰到任何面
    {"  {"}"contacts":{"{"}"center":[0,1,0],"radius":0.3{"}"}{"}"}
          所有距离小于半径的三角形，最深的在前
    {"  {"}"push":{"{"}"center":[0,1,0],"radius":0.3{"}"}{"}"}
          把身体推出，直到不再接触任何面，或报告失败
    {"  {"}"push_ati":{"{"}"center":[0,1,0],"radius":0.3{"}"}{"}"}
          ATI 示例对球的推出，包括其缺陷
    {"  {"}"sweep":{"{"}"from":[0,1,0],"to":[9,1,0],"radius":0.3{"}"}{"}"}
          移动的身体的首次接触
    {"  {"}"slide":{"{"}"from":[0,1,0],"to":[9,1,0],"radius":0.3{"}"}{"}"}
          移动并沿面滑动的身体的最终位置
    {"  {"}"overlap":{"{"}"min":[0,0,0],"max":[1,1,1]{"}"}{"}"}
          接触该盒子的三角形，按编号升序
    {"  {"}"locate":{"{"}"point":[0,1,0]{"}"}{"}"}
          点在节点存面树中的路径（F 前侧，B 后侧），以及它在实心叶树中的叶节点
    {"  {"}"visible":{"{"}"from":[0,1,0],"to":[9,1,0]{"}"}{"}"}
          两点所在的叶节点是否可能互相看见
    {"  {"}"order":{"{"}"eye":[0,1,0]{"}"}{"}"}
          空叶节点，由近到远

    无效的行得到回答 {"{"}"error":"…"{"}"}，其他请求照常执行，退出状态为 1。
    在窗口中，卡片可以把它的查询复制成这种形式的命令。
command-shot-help =
    示例：
      bspwalk shot hall -o hall.png --eye 0,1.7,4 --look 30,-10 --show planes,path --select 12
      bspwalk shot hall -o figure.svg --show planes,portals --legend
      bspwalk shot hall -o figure.pdf --view plan --show leaves
      bspwalk shot hall -o rules.png --show cost --rule random --beside sampled
      bspwalk shot hall -o plane.png --select 3 --with-plan
      bspwalk shot castle.obj -o crypt.png --bookmark 'The crypt'
      bspwalk shot castle.map -o portals.png --portals qbsp.prt --view model
      bspwalk shot castle.map -o changes.png --before castle_old.map --view plan
      bspwalk shot hall -o cost.png --show cost --csv cost.csv --json

    图片由软件绘制，不需要窗口、显示器或图形驱动。面按树的顺序由远到近绘制。
command-film-help =
    示例：
      bspwalk film three_rooms --of division -o division.gif     平面逐层划分空间
      bspwalk film hall --of build -o build.gif --steps 1..30    建树过程的前三十次划分
      bspwalk film three_rooms --of cast -o cast.gif             从视点出发的射线投射，逐步显示
      bspwalk film hall -o slide.png --query '{"{"}"slide":{"{"}"from":[0,1,0],"to":[3,1,0],"radius":0.3{"}"}{"}"}'
      bspwalk film hole --of solidity -o solid.gif --view plan --seconds 5
      bspwalk film castle.obj --of painter -o crypt.gif --bookmark 'The crypt'

    步骤、文字和颜色与窗口中相同，不需要图形驱动。文件名决定格式：.gif 有 256 种颜色，到处都能打开；
    动画 PNG（{"."}png）有全部颜色。不支持动画的程序显示第一步。动画循环播放，最后一步停留更久。

    未指定时，查询从视点开始，到视图中心的面后面不远处结束。静止的身体放在这条路径的终点。要显示其他查
    询，请用 --query 给出 `bspwalk query` 的请求。
command-sheet-help =
    示例：
      bspwalk sheet hall -o hall.html                            整个关卡在一页上
      bspwalk sheet castle.obj -o castle.html --eye 0,1.7,4 --look 30,-10 --show portals
      bspwalk sheet three_rooms -o exam.html --questions 20 --samples 0

    网页是单个文件，不需要网络，含有图片、动画、树、带答案的题目和对决。Tab 键在它们之间移动。在动画中，
    方向键和 Enter 逐步播放，Home 和 End 跳到第一步和最后一步，空格键播放。没有脚本时，所有步骤和答案都
    可见，网页也可以打印。

    在 reveal.js 等幻灯片中，hall.html#only=build 只显示其中一部分。各部分为 level、division、build、
    cast、contacts、sweep、tree、questions、answers 和 duel。动画不使用的按键会传给幻灯片。

    网页小于 2 MB。若动画步数过多，会略去一些步，并在网页上说明。
command-tree-help =
    示例：
      bspwalk tree hall -o hall.json              节点存面树：节点、平面、面
      bspwalk tree hall --of leaf -o leaves.json  实心叶树：节点、叶节点、门户
      bspwalk tree hall --depth 5 -o hall.dot     前五层深度，用于 Graphviz：
      dot -Tsvg hall.dot -o hall.svg
      bspwalk tree hall -o pvs.png                PVS 的图片，每像素 1 位
      bspwalk tree castle.bsp --own-tree -o own.json   文件自带的树
      bspwalk tree hall --by-cost leaf --top 5    看到最多的叶节点

    JSON 输出是一个文档，每个节点、叶节点和门户各占一行，其编号与窗口和 --select 中的相同。
    点为 [x,y,z]，以米计，Y 轴向上，在关卡文件的空间中。平面为 n·x + d = 0，n 为单位法线；n·x + d 大于或等于
    0 的点在前侧。`face` 是文件中三角形的编号，从 0 计起。带有 `fragment` 的面是被切割的三角形的一部分。
    在实心叶树中，合并成一个多边形的三角形都用第一个三角形的编号。`format` 和 `version` 标明文件格式。同
    一版本内可能增加键，但已有的键不变。

    使用 --depth 时略去更深的节点。`cut_off` 列出每棵略去的子树的根，以及其节点、叶节点和面的数目。

    在 PVS 的图片中，第 y 行、第 x 列对应这些编号的叶节点，从左上角起。叶节点 0 是外部。若从叶节点 y 可
    能看到叶节点 x，像素为白色。实心叶节点只看得到自己。

    文件要么完整写出，要么完全不写。
command-keys-help =
    示例：
      bspwalk keys
      bspwalk keys --preset one-hand
      bspwalk keys --default --json

    设置文件把按键存储在表 `keys` 中：一个预设（qwerty、azerty、left-hand、one-hand），以及你对它的更
    改。请使用 --json 输出的操作名称：

    {"  ["}keys]
      preset = "azerty"
      toggle-walking = ["H", "Ctrl+H"]
