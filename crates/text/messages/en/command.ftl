command-copy-hint = Copies a `bspwalk` command that prints this answer.
command-not-copied = The command was not copied: { $why }
command-spheres-alone = the command line supports only spheres and upright capsules.
# Commands: a summary, and the end of the help after the options.

command-about = View, walk through and query the BSP trees of a level
command-about-long =
    View, walk through and query the BSP trees of a level.

    Without a command, bspwalk opens LEVEL in a window, or in the terminal if it cannot open a window.
command-info = Loads a level, builds its trees and prints statistics about them
command-query = Answers collision and tree queries: reads JSON Lines from standard input and prints one answer per line
command-walk = Moves a walking or flying body according to a JSON Lines script and prints one pose per tick
command-duel = Compares the trees and query costs of the build rules on a level
command-replay-queries = Replays a log of a game's queries and reports their cost, the most expensive queries, and how the build rules perform under this load
command-quiz = Asks questions about a level's trees, explains the answers and suggests topics to review
command-shot = Draws a picture of a level to a file without opening a window
command-film = Writes a film, such as the subdivision, the build, a query or the portal flow, as an animated image
command-diff = Reports differences between two levels and their trees, such as two versions or two compilations of a map
command-brushes = Lists the most expensive brushes of a Quake map, the savings from making them detail, and the hint brushes that pay off; can also write a changed copy of the map
command-portals = Writes a level's portals to a Quake portal file (.prt), or compares them with an existing portal file
command-sheet = Writes a single HTML page for a lecture, with pictures, films, the tree, questions and a duel of build rules
command-compile = Compiles a level and its trees into a file that opens immediately
command-tree = Writes a tree of a level as JSON or Graphviz, or its PVS as a picture; can also list the most expensive parts of the level
command-keys = Lists all actions, one per line, with their keys and the front ends that support them
command-examples =
    Examples:
      bspwalk                                     walk through the built-in hall
      bspwalk castle.obj --up z --scale 0.0254    a level in inches with Z up
      bspwalk hall --renderer terminal            walk in the terminal
      bspwalk info castle.obj --json              statistics about the level and its trees
      bspwalk query hall --ask '{"{"}"locate":{"{"}"point":[0,1,0]{"}"}{"}"}'
      bspwalk shot hall -o hall.png --show planes,path
      bspwalk film hall --of division -o hall.gif a film of the subdivision
      bspwalk compile castle.obj -o castle.bspw   a compiled level that opens immediately
      bspwalk diff castle.map changed.map         differences between the levels and their trees
      bspwalk brushes castle.map                  the most expensive brushes
      bspwalk portals castle.map -o castle.prt    the portals, for vis and level editors
      bspwalk duel castle.obj                     a comparison of the build rules
      bspwalk quiz castle.obj                     questions about its trees, with explanations
      bspwalk sheet castle.obj -o castle.html     a page for a lecture
      bspwalk tree castle.obj -o castle.json      the tree, for other programs

    Exit status: 0 for success, 1 for failure (with the reason on standard error), 2 for incorrect usage.
command-quiz-help =
    Examples:
      bspwalk quiz three_rooms                    eight questions of different kinds, easy ones first
      bspwalk quiz castle.obj --count 20 --csv answers.csv
      bspwalk quiz hall --count 30 --json         questions, answers and explanations, for a written test

    Answer each question on standard input with a letter or a number. The program then shows the correct
    answer and explains it. All questions are about queries, the build, the painter's order or the PVS of this
    level's trees. The same --seed and --count always produce the same questions. The --csv file does not
    contain your name, so a teacher can combine the files of a whole class.
command-walk-help =
    The script is JSON Lines. The whole script is checked before the body moves. Each line is one of:

    {"  {"}"ticks":60,"forward":1,"right":0,"up":0,"yaw":90,"pitch":0,"jump":true,"crouch":false,"fast":false{"}"}
          holds this input for the given number of ticks. forward, right and up range from -1 to 1. yaw (0 looks
          along -Z, positive turns left) and pitch are in degrees and apply until changed. Only ticks is required.
    {"  {"}"start":{"{"}"eye":[0,1.7,4],"yaw":90,"pitch":0,"mode":"walk"{"}"}{"}"}
          start position (default: the spawn); mode is walk or fly
    {"  {"}"mode":"fly"{"}"}
          switches to walking or flying
    {"  {"}"set":{"{"}"gravity":1.62,"step_height":0.3{"}"}{"}"}
          changes the body's dimensions and speeds, in metres and seconds

    The output has one line per tick, with tick, feet, center, eye, velocity, yaw, pitch, grounded, crouched,
    contacts [{"{"}point, normal, depth, face, material{"}"}], events. The same script always gives the same output.
command-compile-help =
    Example:
      bspwalk compile castle.obj -o castle.bspw --up z --scale 0.0254

    The file contains the level with its materials and images, both trees, the portals and the PVS. You can
    use it as a level in every command and in the window. Its axes and scale cannot be changed. If you open it
    with different tree options, the affected trees are rebuilt in memory. The file is written atomically.
    Other versions of bspwalk may require you to compile the level again.
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
    Examples:
      bspwalk brushes castle.map                                the most expensive brushes, and the savings from detail
      bspwalk brushes castle.map --top 50 --measure 0           only the counts, without measurements
      bspwalk brushes castle.map --as-detail 17,18              savings if both become detail
      bspwalk brushes castle.map --as-detail 17,18 -o copy.map  also write a changed copy of the map
      bspwalk brushes castle.map --csv brushes.csv
      bspwalk brushes castle.map --of-face 17                   the brush that contains a face, for a map editor

    The counts are taken from the current trees: faces cut by the planes of a brush's sides, portals on these planes, and
    portal-flow steps that start at these portals. A plane shared by two brushes counts for neither, because it would remain
    if one of them became detail.

    Each measurement rebuilds the level with the brush in a func_detail. It reports leaves, portals, cuts, visible pairs,
    the steps of the PVS search, and the time of this search on this machine. The verdict for each brush is either to make
    it detail, or to keep it structural because the level would leak, more would be visible, or nothing would be saved.
    Brushes that should become detail come first, sorted by saved PVS steps. Brushes that touch the outside are not
    measured, because most of them seal the level. When a brush becomes detail, the build rule may choose different planes.
    The counts therefore only suggest candidates, and some costs may rise.

    Hint brushes are measured by rebuilding the level without them. The verdict is to keep a hint that hides part of the
    level or saves PVS steps, and to remove all others.

    Entities, the brushes of each entity, and the brushes of the map are numbered from 0 in file order, as in compilers. In
    the copy, the text of the detail brushes is moved, byte for byte, to a func_detail at the end; everything else is
    unchanged. The map itself is never overwritten. Compilers for Quake and Half-Life support func_detail. For Quake II,
    qbsp3 uses brush flags instead, which bspwalk does not write.
command-diff-help =
    Examples:
      bspwalk diff castle.map castle_with_pillar.map        effects of the pillar: cuts, leaves, portals, visible pairs, time
      bspwalk diff one.bsp other.bsp --own-tree             the stored trees and PVS of two compilations
      bspwalk diff castle.bsp castle.map --own-tree=before  qbsp's tree compared with bspwalk's tree
      bspwalk diff before.obj after.obj --pvs=false --json

    Items are matched by position, never by number, with a tolerance of 2.5 mm or twice the thickness of the trees' planes:
    nodes of the node-storing tree by plane and bounds, leaves by their cells, portals and faces by their polygons (95 %
    overlap), brushes by their sides. A level compared with itself therefore differs only in measured times.

    --json lists at most the first 1000 removed and the first 1000 added items of each kind, but the counts include all of
    them. Positions are in metres, Y up. Brush bounds are also given in the units and axes of the file. The exit status is
    0 whether or not the levels differ.
command-duel-help =
    Examples:
      bspwalk duel hall                                   all rules that build the level in seconds
      bspwalk duel hall --rules sampled,sampled:4,none    two cut weights, and no tree
      bspwalk duel castle.bsp --rules own,leaf-sampled --csv castle.csv
      bspwalk duel hall --with kd,octree,bvh              also a k-d tree, an octree and a BVH
      bspwalk duel hall --with kd,octree,bvh --levels levels.svg   also a picture of their first levels
      bspwalk duel doom1.wad --map E1M1 --split-costs --csv E1M1.csv   segs and subsectors for each cut cost

    Rules of the node-storing tree have the same names as in --rule. Rules of the solid-leaf tree have the prefix
    leaf-, as in leaf-sampled. `own` is the tree stored in a compiled level (.bsp). `none` uses no tree, so every
    query tests every triangle. Weights can follow a rule: RULE:CUT:UNBALANCE. A * marks the best value in each
    column.

    `kd`, `octree` and `bvh` are a k-d tree, an octree and a bounding volume hierarchy. Name them in --rules, or add
    them to the default rules with --with.

    All rules answer the same casts, contacts and sweeps from random positions in open space. Visited nodes and tested
    faces depend only on --seed and --samples. Times are medians, measured on this machine.

    To see where in the level the costs of two rules differ, run
      bspwalk shot LEVEL -o FILE.png --show cost --rule RULE --beside RULE
command-replay-queries-help =
    Examples:
      bspwalk walk hall --script walk.jsonl --log-queries hall.jsonl > poses.jsonl
      bspwalk replay-queries hall hall.jsonl                           cost of each kind of query
      bspwalk replay-queries hall hall.jsonl --rules fewest-cuts,kd    different trees under this load
      bspwalk replay-queries castle.map game.jsonl --heat heat.png     a floor plan coloured by query cost
      bspwalk query hall < hall.jsonl                                  the answers to the queries

    The log has one request per line, in the format of `bspwalk query`. The library and the Bevy plugin can write such
    logs; see the chapter on the library in the book. Invalid lines are skipped and reported at the end.

    The number of visited nodes is the same in every run. Times depend on the machine, so the table of rules gives them
    relative to the first rule in the same run. A line-of-sight query is replayed as an any-hit test.

command-portals-help =
    Examples:
      bspwalk portals castle.map                          the number of portals
      bspwalk portals castle.map -o castle.prt            the portals as a file for vis and TrenchBroom
      bspwalk portals castle.bsp --own-tree -o own.prt    portals of the tree stored in the file
      bspwalk portals castle.map --compare qbsp.prt       a comparison with qbsp's portals
      bspwalk shot castle.map -o both.png --portals qbsp.prt --view model

    A portal file uses the units and axes of the source level. PRT1 is the format of qbsp. PRT1-AM and PRT2 (tyrutils,
    ericw-tools) also contain the cluster of each leaf. In bspwalk, detail does not divide leaves, so each leaf is a cluster.
    With --own-tree, leaves and clusters keep their numbers from the .bsp file.

    Portals are compared by position, never by number. Two portals are equal if they lie on the same plane, within 2.5 mm or
    twice the thickness of the tree's planes, and share 95 % of the larger one's area. A portal with less than 5 %
    of its area covered counts as present on only one side. All other portals match partly, because the two trees
    divide them differently.
command-query-help =
    Write one request per line on standard input, or pass requests with --ask. Each request produces one line of
    output, in the same order. Vectors are [x,y,z] in metres, Y up, after --up and --scale are applied. `face` is
    the index of a triangle in the file, counted from 0. Normals have unit length. A body is a sphere, or an upright
    capsule if "height":1.8 is given in addition to the radius.

    {"  {"}"cast":{"{"}"from":[0,1,0],"to":[9,1,0]{"}"}{"}"}
          the first face hit by the segment, from either side
    {"  {"}"sight":{"{"}"from":[0,1,0],"to":[9,1,0]{"}"}{"}"}
          whether the segment hits no face
    {"  {"}"contacts":{"{"}"center":[0,1,0],"radius":0.3{"}"}{"}"}
          all triangles within the radius, deepest first
    {"  {"}"push":{"{"}"center":[0,1,0],"radius":0.3{"}"}{"}"}
          pushes the body out until it touches nothing, or reports failure
    {"  {"}"push_ati":{"{"}"center":[0,1,0],"radius":0.3{"}"}{"}"}
          the sphere push-out of the ATI sample, including its bugs
    {"  {"}"sweep":{"{"}"from":[0,1,0],"to":[9,1,0],"radius":0.3{"}"}{"}"}
          the first contact of a moving body
    {"  {"}"slide":{"{"}"from":[0,1,0],"to":[9,1,0],"radius":0.3{"}"}{"}"}
          the final position of a moving body that slides along faces
    {"  {"}"overlap":{"{"}"min":[0,0,0],"max":[1,1,1]{"}"}{"}"}
          the triangles that touch the box, in ascending order
    {"  {"}"locate":{"{"}"point":[0,1,0]{"}"}{"}"}
          the path to the point in the node-storing tree (F = front, B = back), and its leaf in the
          solid-leaf tree
    {"  {"}"visible":{"{"}"from":[0,1,0],"to":[9,1,0]{"}"}{"}"}
          whether the two points' leaves are potentially visible from each other
    {"  {"}"order":{"{"}"eye":[0,1,0]{"}"}{"}"}
          the empty leaves, from near to far

    The answer to an invalid line is {"{"}"error":"…"{"}"}. The other requests still run, and the exit status is 1.
    In the window, a card can copy its query as a command of this form.
command-shot-help =
    Examples:
      bspwalk shot hall -o hall.png --eye 0,1.7,4 --look 30,-10 --show planes,path --select 12
      bspwalk shot hall -o figure.svg --show planes,portals --legend
      bspwalk shot hall -o figure.pdf --view plan --show leaves
      bspwalk shot hall -o rules.png --show cost --rule random --beside sampled
      bspwalk shot hall -o plane.png --select 3 --with-plan
      bspwalk shot castle.obj -o crypt.png --bookmark 'The crypt'
      bspwalk shot castle.map -o portals.png --portals qbsp.prt --view model
      bspwalk shot castle.map -o changes.png --before castle_old.map --view plan
      bspwalk shot hall -o cost.png --show cost --csv cost.csv --json

    Pictures are drawn in software, without a window, a display or a graphics driver. The faces are painted
    from far to near, in the order that the tree defines.
command-film-help =
    Examples:
      bspwalk film three_rooms --of division -o division.gif     the planes divide space, one depth at a time
      bspwalk film hall --of build -o build.gif --steps 1..30    the first thirty splits of the build
      bspwalk film three_rooms --of cast -o cast.gif             a cast from the eye, step by step
      bspwalk film hall -o slide.png --query '{"{"}"slide":{"{"}"from":[0,1,0],"to":[3,1,0],"radius":0.3{"}"}{"}"}'
      bspwalk film hole --of solidity -o solid.gif --view plan --seconds 5
      bspwalk film castle.obj --of painter -o crypt.gif --bookmark 'The crypt'

    Steps, captions and colours are the same as in the window. No graphics driver is needed. The file name
    determines the format: .gif has 256 colours and opens everywhere; .png is an animated PNG with all colours.
    Programs without support for animation show the first step. The film loops, and its last step is shown longer.

    By default, a query starts at the eye and ends slightly behind the face at the centre of the view. A body at
    rest is placed at the end of that path. To film a different query, pass a `bspwalk query` request with --query.
command-sheet-help =
    Examples:
      bspwalk sheet hall -o hall.html                            the whole level on one page
      bspwalk sheet castle.obj -o castle.html --eye 0,1.7,4 --look 30,-10 --show portals
      bspwalk sheet three_rooms -o exam.html --questions 20 --samples 0

    The page is a single file that works offline. It contains pictures, films, the tree, questions with answers,
    and a duel of build rules. Tab moves between them. In a film, the arrow keys and Enter step through it, Home
    and End jump to the first and last step, and Space plays it. Without scripts, all steps and answers are
    visible, and the page can be printed.

    In slide decks such as reveal.js, hall.html#only=build shows only one part. The parts are level, division,
    build, cast, contacts, sweep, tree, questions, answers and duel. Keys that the film does not use are passed
    to the slides.

    The page stays below 2 MB. If a film has too many steps, some are omitted, and the page says so.
command-tree-help =
    Examples:
      bspwalk tree hall -o hall.json              the node-storing tree: nodes, planes, faces
      bspwalk tree hall --of leaf -o leaves.json  the solid-leaf tree: nodes, leaves, portals
      bspwalk tree hall --depth 5 -o hall.dot     the first five depths of the node-storing tree, for Graphviz:
      dot -Tsvg hall.dot -o hall.svg
      bspwalk tree hall -o pvs.png                the PVS as a picture with 1 bit per pixel
      bspwalk tree castle.bsp --own-tree -o own.json   the tree stored in the file
      bspwalk tree hall --by-cost leaf --top 5    the leaves that see the most

    JSON output is one document with one line for each node, leaf and portal. Their numbers are the same as in the window
    and in --select. Points are [x,y,z] in metres, Y up, in the space of the level's file. A plane is n·x + d = 0 with
    unit normal n; a point is in front if n·x + d is 0 or greater. `face` is the index of a triangle in the file, counted
    from 0. A face with `fragment` set is part of a cut triangle. In the solid-leaf tree, triangles merged into one polygon
    share the number of the first triangle. `format` and `version` identify the file format. Within a version, keys may be
    added, but existing keys do not change.

    With --depth, deeper nodes are omitted. `cut_off` lists the root of each omitted subtree with its number of nodes,
    leaves and faces.

    In the picture of the PVS, row y and column x represent the leaves with these numbers, starting in the upper left
    corner. Leaf 0 is the outside. A pixel is white if leaf x is potentially visible from leaf y. A solid leaf sees
    only itself.

    Files are written atomically.
command-keys-help =
    Examples:
      bspwalk keys
      bspwalk keys --preset one-hand
      bspwalk keys --default --json

    The settings file stores the keys in its table `keys`: a preset (qwerty, azerty, left-hand, one-hand) and your
    changes to it. Use the action names that --json prints:

    {"  ["}keys]
      preset = "azerty"
      toggle-walking = ["H", "Ctrl+H"]
