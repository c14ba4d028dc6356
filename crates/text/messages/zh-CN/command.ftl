command-copy-hint = 复制输出此答案的 `bspwalk` 命令。
command-not-copied = 命令没有复制：{ $why }
command-spheres-alone = 命令行只支持球和直立的胶囊体。
# 命令：做什么，以及帮助中选项之后的内容。

command-about = 查看、漫游并查询关卡的 BSP 树
command-about-long =
    查看、漫游并查询关卡的 BSP 树。

    不带命令时在 LEVEL 中行走：在窗口中，或在无法打开窗口时于终端中。
command-info = 加载关卡、建树，并报告其数值
command-query = 回答碰撞查询和树的查询：标准输入为 JSON Lines，每行一个回答
command-walk = 按脚本移动行走或飞行的身体：输入 JSON Lines，每个时步输出一个姿态
command-duel = 在一个关卡上比较建树规则：它们的树以及查询的代价
command-replay-queries = 重放游戏的查询记录：各种查询的代价、代价最高的查询，以及各建树规则在此负载下的表现
command-quiz = 就关卡的树提问，解释答案，并建议要复习的内容
command-shot = 不用窗口，把关卡绘制成 PNG 文件
command-film = 把动画写成动画图片：划分、建树、查询或门户流
command-diff = 报告两个关卡及其树的差别，例如同一地图的两次保存或两次编译
command-brushes = 列出 Quake 地图中代价最高的笔刷，以及把它们设为细节所节省的代价；可写出更改后的副本
command-portals = 把关卡的门户写成 Quake 门户文件（.prt），或与这样的文件比较
command-sheet = 写出一页讲义：关卡的图片、可逐步播放的动画、树、题目与对决，全在一个 HTML 文件中
command-compile = 把关卡连同其树编译成可立即打开的文件
command-tree = 把关卡的树写成 JSON 或 Graphviz 格式，或把其 PVS 写成图片；列出代价最高的部分
command-keys = 打印所有操作及其按键和界面，每行一个
command-examples =
    示例：
      bspwalk                                     在内置的大厅中行走
      bspwalk castle.obj --up z --scale 0.0254    以英寸为单位、Z 轴向上的关卡
      bspwalk hall --renderer terminal            即使能打开窗口也在终端中运行
      bspwalk info castle.obj --json              用数字说明关卡及其树
      bspwalk query hall --ask '{"{"}"locate":{"{"}"point":[0,1,0]{"}"}{"}"}'
      bspwalk shot hall -o hall.png --show planes,path
      bspwalk film hall --of division -o hall.gif 程序的动画，可以带走
      bspwalk compile castle.obj -o castle.bspw   关卡连同其树，可立即打开
      bspwalk diff castle.map changed.map         关卡及其树中新增和消失了什么
      bspwalk brushes castle.map                  代价最高的笔刷，以及设为细节能省下什么
      bspwalk portals castle.map -o castle.prt    门户，供 vis 和关卡编辑器使用
      bspwalk duel castle.obj                     并列比较建树规则
      bspwalk quiz castle.obj                     关于其树的题目，附理由
      bspwalk sheet castle.obj -o castle.html     一页讲义
      bspwalk tree castle.obj -o castle.json      树本身，供其他程序使用

    退出状态：0 完成，1 失败（原因见标准错误），2 用法错误。
command-quiz-help =
    示例：
      bspwalk quiz three_rooms                    八道题，每种一道，容易的在前
      bspwalk quiz castle.obj --count 20 --csv answers.csv
      bspwalk quiz hall --count 30 --json         题目、正确答案与理由，用于书面考试

    在标准输入中用字母或数字回答；随后说明正确答案与理由。每道题都来自关卡自己的树中的一次查询、
    建树过程、画家算法或 PVS。相同的 --seed 和 --count 给出相同的题目。--csv 的文件不含姓名：
    一个班级的文件可以合并。
command-walk-help =
    脚本为 JSON Lines；在任何移动之前会先检查全部内容。每行为以下之一：

    {"  {"}"ticks":60,"forward":1,"right":0,"up":0,"yaw":90,"pitch":0,"jump":true,"crouch":false,"fast":false{"}"}
          若干时步内的意图；forward、right 和 up 为 -1 到 1，yaw（0 看向 -Z，正值向左转）
          和 pitch 以度计，保持到下次说明为止；除 ticks 外均可省略
    {"  {"}"start":{"{"}"eye":[0,1.7,4],"yaw":90,"pitch":0,"mode":"walk"{"}"}{"}"}
          从哪里开始，未说明时为出生点；mode 为 walk 或 fly
    {"  {"}"mode":"fly"{"}"}
          从此处起如何行进
    {"  {"}"set":{"{"}"gravity":1.62,"step_height":0.3{"}"}{"}"}
          从此处起的尺寸和速度，以米和秒计

    每个时步用一行回答：tick, feet, center, eye, velocity, yaw, pitch, grounded, crouched,
    contacts [{"{"}point, normal, depth, face, material{"}"}], events。相同的脚本给出相同的回答。
command-compile-help =
    示例：
      bspwalk compile castle.obj -o castle.bspw --up z --scale 0.0254

    文件中有关卡及其材质和图片、两棵树、门户以及可见关系。凡是接受关卡的命令和窗口都接受它。
    坐标轴和比例就此固定在其中；若另给建树选项，则所涉及的部分会重新构建，文件本身不变。
    文件要么完整写出，要么完全不写。程序的其他版本可能要求重新编译。
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
      bspwalk brushes castle.map                                代价最高的笔刷，以及单独设为细节能省下什么
      bspwalk brushes castle.map --top 50 --measure 0           只计数，立即完成
      bspwalk brushes castle.map --as-detail 17,18              两者都设为细节能省下什么
      bspwalk brushes castle.map --as-detail 17,18 -o copy.map  并写出这样的地图副本
      bspwalk brushes castle.map --csv brushes.csv
      bspwalk brushes castle.map --of-face 17                   一个面所属的笔刷，供地图编辑器使用

    计数在关卡现有的树中进行：笔刷各侧面的平面所切割的面的碎片、这些平面上的门户，以及门户流从
    这些门户出发所用的步数。若另一个笔刷在同一平面上也有侧面，则两者都不计入，因为去掉其中一个，
    该平面仍在。

    测量则把笔刷放入 func_detail 后重新构建关卡：叶节点、门户、切割、可见对、PVS 的步数，以及此时
    此机所用的时间。每个笔刷都有结论：设为细节，或保持为结构，因为关卡会泄漏、可见范围会变大，或没有
    节省。应设为细节的排在最前，其中 PVS 步数省得最多的在前。在代价最高的笔刷中，只测量不接触关卡
    墙外的：其余的通常用于密封关卡。少一个笔刷，建树规则也会选择别的平面，因此计数只用来寻找候选，
    某些数值甚至可能上升。

    提示（hint）笔刷的测量方法是去掉它后重新构建关卡：遮挡了部分关卡或节省步数的提示应保留，其余的应
    删除。

    笔刷按文件中的顺序从 0 计起；实体及其中的笔刷也一样，与编译器相同。副本与原地图的唯一区别是这些
    笔刷的位置：它们的文本逐字节移到末尾的 func_detail 中。副本要么完整写出，要么完全不写，并且绝不
    覆盖原地图。Quake 和 Half-Life 的编译器读取 func_detail；Quake II 的 qbsp3 为此使用笔刷标志，
    这些标志不会写出。
command-diff-help =
    示例：
      bspwalk diff castle.map castle_with_pillar.map        那根柱子带来了什么：切割、叶节点、门户、可见对、时间
      bspwalk diff one.bsp other.bsp --own-tree             两次编译：文件中的树与 PVS
      bspwalk diff castle.bsp castle.map --own-tree=before  把 qbsp 的树与本程序的对照
      bspwalk diff before.obj after.obj --pvs=false --json

    一切都按位置匹配，误差为 2.5 mm 或树的平面厚度的两倍，从不按编号：节点存面树的节点按平面和包围盒，
    叶节点按单元，门户和面按多边形（公共面积占 95 %），笔刷按侧面。因此，一个关卡与自身比较，除所测
    时间外没有任何差别。

    每一类中，--json 最多列出消失的前 1000 个和新增的前 1000 个；计数则包括全部。位置以米计，Y 轴向上；
    笔刷的包围盒另给出文件的单位和坐标轴。无论有无差别，退出状态都是 0。
command-duel-help =
    示例：
      bspwalk duel hall                                   所有能在几秒内建好的规则
      bspwalk duel hall --rules sampled,sampled:4,none    两种切割权重，以及不用树
      bspwalk duel castle.bsp --rules own,leaf-sampled --csv castle.csv
      bspwalk duel hall --with kd,octree,bvh              另加 k-d 树、八叉树和 BVH
      bspwalk duel hall --with kd,octree,bvh --levels levels.svg   另画出它们的前几层
      bspwalk duel doom1.wad --map E1M1 --split-costs --csv E1M1.csv   按切割代价列出线段（seg）与子扇区

    节点存面树的规则与 --rule 同名，实心叶树的规则前加 leaf-，如 leaf-sampled；own 为编译后的关卡
    （.bsp）自带的树，none 为没有树：每次查询都测试每个三角形。规则之后可跟权重：
    RULE:CUT:UNBALANCE。每列中最好的带有 *。

    kd、octree 和 bvh 是 k-d 树、八叉树和包围体层次结构（BVH）：可写在 --rules 中，也可用 --with 加到默认
    规则之后。

    所有规则面对相同的问题：从人能到达的随机位置发出射线、接触和扫掠查询。统计所访问的节点和所查看的面，
    --seed 和 --samples 相同则结果相同；时间是此时此机测得的中位数。

    两条规则在关卡的何处不同，可这样绘制：
      bspwalk shot LEVEL -o FILE.png --show cost --rule RULE --beside RULE
command-replay-queries-help =
    示例：
      bspwalk walk hall --script walk.jsonl --log-queries hall.jsonl > poses.jsonl
      bspwalk replay-queries hall hall.jsonl                           各种查询的代价
      bspwalk replay-queries hall hall.jsonl --rules fewest-cuts,kd    其他树在此负载下的表现
      bspwalk replay-queries castle.map game.jsonl --heat heat.png     标出查询代价的平面图
      bspwalk query hall < hall.jsonl                                  各查询的回答

    记录文件每行一个请求，形式与 bspwalk query 相同，由程序库及其 Bevy 部分写出；参见程序库的文档。
    无效的行在最后报告，其余的行照常计入。

    访问的节点数每次运行都相同。时间取决于机器，因此规则表在同一次运行中把时间与第一个规则比较。
    视线按遇到任何面即停止的测试重放。

command-portals-help =
    示例：
      bspwalk portals castle.map                          有多少门户
      bspwalk portals castle.map -o castle.prt            写成门户文件，供 vis 和 TrenchBroom 使用
      bspwalk portals castle.bsp --own-tree -o own.prt    文件自带的树的门户
      bspwalk portals castle.map --compare qbsp.prt       qbsp 的门户与本程序的有何共同之处
      bspwalk shot castle.map -o both.png --portals qbsp.prt --view model

    门户文件采用源文件的单位和坐标轴。PRT1 是 qbsp 的；PRT1-AM 和 PRT2（tyrutils、ericw-tools）还说明
    每个叶节点属于哪个簇。细节不划分本程序的叶节点，因此每个叶节点自成一簇。使用 --own-tree 时，
    叶节点和簇采用 .bsp 文件的编号。

    门户按位置比较，从不按编号。两个门户位于同一平面（误差为 2.5 mm 或树的平面厚度的两倍），且公共面积
    占较大者的 95 %，即为相同。被覆盖不足 5 % 的，只存在于其中一方；其余为部分相同：在那里的划分不同。
command-query-help =
    请求逐行写在标准输入中，或写在 --ask 之后；每个请求在标准输出中按顺序用一行回答。向量为 [x,y,z]，
    以米计，Y 轴向上，已按 --up 和 --scale 换算；`face` 为文件中三角形的编号，从 0 计起；法线为单位
    长度。身体是一个球，若在半径旁加上 "height":1.8，则为直立的胶囊体。

    {"  {"}"cast":{"{"}"from":[0,1,0],"to":[9,1,0]{"}"}{"}"}
          线段遇到的最近的面，不分正反
    {"  {"}"sight":{"{"}"from":[0,1,0],"to":[9,1,0]{"}"}{"}"}
          线段是否不遇到任何面
    {"  {"}"contacts":{"{"}"center":[0,1,0],"radius":0.3{"}"}{"}"}
          所有距离小于半径的三角形，最深的在前
    {"  {"}"push":{"{"}"center":[0,1,0],"radius":0.3{"}"}{"}"}
          移动身体直到不再相交，或说明无法做到
    {"  {"}"push_ati":{"{"}"center":[0,1,0],"radius":0.3{"}"}{"}"}
          ATI 示例对球的推出，连同它的缺陷
    {"  {"}"sweep":{"{"}"from":[0,1,0],"to":[9,1,0],"radius":0.3{"}"}{"}"}
          移动的身体首先碰到面的位置
    {"  {"}"slide":{"{"}"from":[0,1,0],"to":[9,1,0],"radius":0.3{"}"}{"}"}
          沿所遇之物滑动的身体最终停在哪里
    {"  {"}"overlap":{"{"}"min":[0,0,0],"max":[1,1,1]{"}"}{"}"}
          接触该盒子的三角形，按编号升序
    {"  {"}"locate":{"{"}"point":[0,1,0]{"}"}{"}"}
          点在节点存面树中向下的路径（F 前，B 后），以及它在实心叶树中的叶节点
    {"  {"}"visible":{"{"}"from":[0,1,0],"to":[9,1,0]{"}"}{"}"}
          从一点所在的叶节点能否看到另一点所在的叶节点
    {"  {"}"order":{"{"}"eye":[0,1,0]{"}"}{"}"}
          空叶节点，由近到远

    不是请求的行得到回答 {"{"}"error":"…"{"}"}，其余照常进行，退出状态为 1。
    在窗口中，卡片可以把它所回答的内容复制成这样的命令。
command-shot-help =
    示例：
      bspwalk shot hall -o hall.png --eye 0,1.7,4 --look 30,-10 --show planes,path --select 12
      bspwalk shot hall -o figure.svg --show planes,portals --legend
      bspwalk shot hall -o figure.pdf --view plan --show leaves
      bspwalk shot hall -o rules.png --show cost --rule random --beside sampled
      bspwalk shot hall -o plane.png --select 3 --with-plan
      bspwalk shot castle.obj -o crypt.png --bookmark 'The crypt'
      bspwalk shot castle.map -o portals.png --portals qbsp.prt --view model
      bspwalk shot castle.map -o changes.png --before castle_of_yesterday.map --view plan
      bspwalk shot hall -o cost.png --show cost --csv cost.csv --json

    图片由程序自己绘制，不需要窗口、显示器或图形驱动：面按树的顺序由远到近绘制。
command-film-help =
    示例：
      bspwalk film three_rooms --of division -o division.gif     平面逐层划分空间
      bspwalk film hall --of build -o build.gif --steps 1..30    建树的前三十次划分
      bspwalk film three_rooms --of cast -o cast.gif             视点所看之物如何一步步找到
      bspwalk film hall -o slide.png --query '{"{"}"slide":{"{"}"from":[0,1,0],"to":[3,1,0],"radius":0.3{"}"}{"}"}'
      bspwalk film hole --of solidity -o solid.gif --view plan --seconds 5
      bspwalk film castle.obj --of painter -o crypt.gif --bookmark 'The crypt'

    各步及其文字和颜色与窗口中相同；不需要图形驱动。文件名决定格式：.gif 有 256 种颜色，到处都能打开；
    {"."}png 是有全部颜色的动画 PNG，不支持动画的程序显示其第一步。动画循环播放，最后一步停留更久。

    查询从视点开始，到所看的面之后不远处结束，除非用 --query 按 `bspwalk query` 的写法说明查询内容。
    静止的身体放在该路径的终点。
command-sheet-help =
    示例：
      bspwalk sheet hall -o hall.html                            关卡的全部内容在一页上
      bspwalk sheet castle.obj -o castle.html --eye 0,1.7,4 --look 30,-10 --show portals
      bspwalk sheet three_rooms -o exam.html --questions 20 --samples 0

    网页是一个不需要网络的文件：图片、动画、树、带答案的题目、对决。Tab 键逐个移动；在动画中，
    方向键逐步播放，Home 和 End 到两端，空格键播放，Enter 继续下一个。没有脚本时也能阅读所有步骤和
    答案，网页也可以打印。

    用于幻灯片（如 reveal.js）时，hall.html#only=build 只显示其中一部分：level, division, build, cast,
    contacts, sweep, tree, questions, answers, duel。动画不需要的按键会传给幻灯片。

    网页小于 2 MB：若动画步数过多，会略去一些步，并在网页上说明。
command-tree-help =
    示例：
      bspwalk tree hall -o hall.json              节点存面树：节点、平面、面
      bspwalk tree hall --of leaf -o leaves.json  实心叶树：节点、叶节点、门户
      bspwalk tree hall --depth 5 -o hall.dot     前五层深度，用于 Graphviz：
      dot -Tsvg hall.dot -o hall.svg
      bspwalk tree hall -o pvs.png                PVS 的图片，每像素 1 位
      bspwalk tree castle.bsp --own-tree -o own.json   文件自带的树
      bspwalk tree hall --by-cost leaf --top 5    可见内容最多的叶节点

    JSON 是一个文档；每个节点、叶节点和门户各占一行，其编号与窗口和 --select 所用的相同。点为 [x,y,z]，
    以米计，Y 轴向上，在关卡文件的空间中。平面为 n·x + d = 0，n 为单位法线：n·x + d 大于或等于 0 的点在
    正面。`face` 为文件中三角形的编号，从 0 计起；标为 `fragment` 的面是切割而成的。在实心叶树中，合并
    成一个多边形的三角形取第一个的编号。`format` 和 `version` 说明如何读取文件；同一版本内只会增加键。

    使用 --depth 时略去更深的节点：`cut_off` 列出每棵略去的子树的根，以及它有多少节点、叶节点和面。

    在 PVS 的图片中，第 y 行、第 x 列对应这些编号的叶节点，从左上角起；叶节点 0 是外部。从叶节点 y 可能
    看到叶节点 x 时，像素为白色；实心叶节点只看得到自己。

    文件要么完整写出，要么完全不写。
command-keys-help =
    例子：
      bspwalk keys
      bspwalk keys --preset one-hand
      bspwalk keys --default --json

    按键取自设置中的表 `keys`：一个预设（qwerty、azerty、left-hand、one-hand），以及与它不同的按键，按 --json 打印的操作名称：

    {"  ["}keys]
      preset = "azerty"
      toggle-walking = ["H", "Ctrl+H"]
