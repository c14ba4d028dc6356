command-copy-hint = Copy the command that answers this: `bspwalk` in a shell says the same.
command-not-copied = The command is not copied: { $why }
command-spheres-alone = the command line asks about spheres and upright capsules alone.
# The commands: what they do, and what their help says after the options.

command-about = See, walk through and query the BSP trees of a level
command-about-long =
    See, walk through and query the BSP trees of a level.

    Without a command it walks through LEVEL: in a window, or in the terminal where no window can open.
command-info = Loads a level, builds its tree and reports both in numbers
command-query = Answers collision and tree queries: JSON Lines on standard input, one answer a line
command-walk = Drives a walking or flying body by a script: one pose a tick, JSON Lines in and out
command-duel = Sets the build rules side by side on a level: what their trees are, and what queries cost in them
command-quiz = Asks questions about a level's trees, says what is right and why, and what to look at again
command-shot = Draws a level to a PNG file without a window
command-film = Writes a film of the program as an animated picture: of the division, of the build, of a query, of the portal flow
command-diff = Says what came and went between two levels with their trees: two saves of a map, or two compilations
command-brushes = Lists the most expensive brushes of a Quake map and what making them detail saves; can write a changed copy
command-portals = Writes a level's portals as a portal file (.prt) of Quake's compilers, and compares them with those of one
command-sheet = Writes a page for a lecture: pictures, films to step through, the tree, questions and the duel of a level in one file of HTML
command-compile = Compiles a level with its trees into a file that opens at once
command-tree = Writes a tree of a level as JSON or for Graphviz, or its PVS as a picture
command-keys = Prints all actions with their keys, one a line, and where they are had
command-examples =
    Examples:
      bspwalk                                     walk through the built-in hall
      bspwalk castle.obj --up z --scale 0.0254    a level in inches with Z up
      bspwalk hall --renderer terminal            in the terminal, although a window could open
      bspwalk info castle.obj --json              the level and its tree in numbers
      bspwalk query hall --ask '{"{"}"locate":{"{"}"point":[0,1,0]{"}"}{"}"}'
      bspwalk shot hall -o hall.png --show planes,path
      bspwalk film hall --of division -o hall.gif a film of the program, to take along
      bspwalk compile castle.obj -o castle.bspw   the level with its trees, to open at once
      bspwalk diff castle.map changed.map         what came and went in the level and its trees
      bspwalk brushes castle.map                  the most expensive brushes, and what making one detail saves
      bspwalk portals castle.map -o castle.prt    the portals, for vis and level editors
      bspwalk duel castle.obj                     the build rules side by side
      bspwalk quiz castle.obj                     questions about its trees, with the reasons
      bspwalk sheet castle.obj -o castle.html     a page for a lecture
      bspwalk tree castle.obj -o castle.json      the tree itself, for other programs

    Exit status: 0 done, 1 failed (standard error says why), 2 wrong usage.
command-quiz-help =
    Examples:
      bspwalk quiz three_rooms                    eight questions, a kind each, the easy ones first
      bspwalk quiz castle.obj --count 20 --csv answers.csv
      bspwalk quiz hall --count 30 --json         questions, right answers and reasons, for a test on paper

    A question is answered by its letter or by a number on standard input; then it is said what is right,
    and why. Each comes from a query, from the build, from the painter or from the PVS in the level's own
    trees. Equal --seed and --count ask the same questions. The file of --csv holds no name: those of a class can
    be joined.
command-walk-help =
    The script is JSON Lines; all of it is checked before anything moves. A line is one of

    {"  {"}"ticks":60,"forward":1,"right":0,"up":0,"yaw":90,"pitch":0,"jump":true,"crouch":false,"fast":false{"}"}
          what is wanted for some ticks; forward, right and up are -1 to 1, yaw (0 looks to -Z, positive
          turns left) and pitch are degrees that hold until they are said again; all but ticks optional
    {"  {"}"start":{"{"}"eye":[0,1.7,4],"yaw":90,"pitch":0,"mode":"walk"{"}"}{"}"}
          where it begins, at the spawn where not said; a mode is walk or fly
    {"  {"}"mode":"fly"{"}"}
          how it goes from here on
    {"  {"}"set":{"{"}"gravity":1.62,"step_height":0.3{"}"}{"}"}
          sizes and speeds in metres and seconds from here on

    Each tick is answered by one line: tick, feet, center, eye, velocity, yaw, pitch, grounded, crouched,
    contacts [{"{"}point, normal, depth, face, material{"}"}], events. Equal scripts give equal answers.
command-compile-help =
    Example:
      bspwalk compile castle.obj -o castle.bspw --up z --scale 0.0254

    The file holds the level with its materials and images, both trees, the portals and what can be seen
    from where. Every command and the window take it where they take a level. The axes and the scale are
    in it for good; with other options for the trees, those that they concern are built anew, not the file.
    It is written whole or not at all. Another version of the program may ask to compile it again.
command-usage =
    bspwalk [LEVEL] [OPTIONS]
           bspwalk info LEVEL [--json] [--csv FILE] [--pvs[=false]] [--portal-costs] [OPTIONS]
           bspwalk query LEVEL [--ask JSON] [OPTIONS]
           bspwalk walk LEVEL --script FILE [OPTIONS]
           bspwalk walk LEVEL --course [--json] [OPTIONS]
           bspwalk duel LEVEL [--rules A,B] [--json] [OPTIONS]
           bspwalk quiz LEVEL [--count N] [--json] [--csv FILE] [OPTIONS]
           bspwalk sheet LEVEL -o FILE.html [OPTIONS]
           bspwalk diff BEFORE AFTER [--pvs=false] [--json] [OPTIONS]
           bspwalk brushes LEVEL.map [--top N] [--as-detail N,M -o COPY.map] [--json] [--csv FILE] [OPTIONS]
           bspwalk portals LEVEL [-o FILE.prt] [--compare FILE.prt] [--json] [OPTIONS]
           bspwalk compile LEVEL -o FILE.bspw [--json] [OPTIONS]
           bspwalk tree LEVEL -o FILE.json|FILE.dot [--of node|leaf] [--depth N] [OPTIONS]
           bspwalk tree LEVEL -o FILE.png [--of pvs] [OPTIONS]
           bspwalk shot LEVEL -o FILE.png|FILE.svg|FILE.pdf [OPTIONS]
           bspwalk film LEVEL --of NAME -o FILE.gif|FILE.png [OPTIONS]
command-brushes-help =
    Examples:
      bspwalk brushes castle.map                                the most expensive brushes, and what making one detail saves
      bspwalk brushes castle.map --top 50 --measure 0           counts only, at once
      bspwalk brushes castle.map --as-detail 17,18              what making both detail saves
      bspwalk brushes castle.map --as-detail 17,18 -o copy.map  and a copy of the map in which they are
      bspwalk brushes castle.map --csv brushes.csv

    Counted, in the trees of the level as it is: the pieces of faces that the planes of a brush's sides cut, the portals on
    those planes, and the steps that the portal flow takes from those portals. What lies on a plane that another brush has
    there, too, is counted for neither, as it stays where one of them is gone.

    Measured, by building the level anew with the brush in a func_detail: leaves, portals, cuts, visible pairs, steps of the PVS,
    and its time here and now. Each brush has a verdict: make it detail, or keep it structural because the level would leak,
    more of it would be seen, or nothing is saved. Brushes to make detail come first, and of them those that save most PVS steps.
    Brushes that touch the outside are not measured, because most of them seal the level. Without a brush the rule of the tree
    may choose other planes, so counts only find candidates, and figures may even rise.

    Brushes are counted from 0 in the order of the file; entities and brushes in them as well, as compilers do. The copy
    differs from the map in nothing but the place of those brushes: their text moves, byte for byte, to a func_detail at the
    end. It is written whole or not at all, and never over the map. The compilers of Quake and Half-Life read func_detail;
    qbsp3 of Quake II has flags of brushes for it, which are not written.
command-diff-help =
    Examples:
      bspwalk diff castle.map castle_with_pillar.map        what the pillar did: cuts, leaves, portals, visible pairs, time
      bspwalk diff one.bsp other.bsp --own-tree             two compilations: the trees and PVS of the files
      bspwalk diff castle.bsp castle.map --own-tree=before  qbsp's tree beside ours
      bspwalk diff before.obj after.obj --pvs=false --json

    All is matched by where it is, to 2.5 mm or twice the thickness of the trees' planes, never by its number: nodes of the
    node-storing tree by plane and bounds, leaves by their cells, portals and faces by their polygons (95 % of the area in
    common), brushes by their sides. So a level beside itself differs in nothing but in what was timed.

    Of a kind, --json lists at most the first 1000 that are gone and the first 1000 that came; counts are of all. Places
    are in metres, Y up; boxes of brushes are in the units and axes of their file, too. The exit status is 0 whether they
    differ or not.
command-duel-help =
    Examples:
      bspwalk duel hall                                   all rules that build in seconds
      bspwalk duel hall --rules sampled,sampled:4,none    two cut weights, and no tree
      bspwalk duel castle.bsp --rules own,leaf-sampled --csv castle.csv
      bspwalk duel doom1.wad --map E1M1 --split-costs --csv E1M1.csv   segs and subsectors by the cost of a cut

    Rules of the node-storing tree are named as for --rule, those of the solid-leaf tree with leaf- before
    them, as in leaf-sampled; own is the tree that a compiled level (.bsp) brings, none is no tree: every
    query tests every triangle. Weights may follow: RULE:CUT:UNBALANCE. The best in each column has a *.

    All are asked the same: casts, contacts and sweeps from random places where people can be. The nodes
    visited and the faces looked at are counted, and the same for equal --seed and --samples; times are
    medians of what was measured here and now.

    Where in the level two rules differ is drawn by
      bspwalk shot LEVEL -o FILE.png --show cost --rule RULE --beside RULE
command-portals-help =
    Examples:
      bspwalk portals castle.map                          how many portals there are
      bspwalk portals castle.map -o castle.prt            as a portal file, for vis and TrenchBroom
      bspwalk portals castle.bsp --own-tree -o own.prt    those of the tree in the file
      bspwalk portals castle.map --compare qbsp.prt       what qbsp's portals and ours have in common
      bspwalk shot castle.map -o both.png --portals qbsp.prt --view model

    A portal file is in the source's units and axes. PRT1 is qbsp's; PRT1-AM and PRT2 (tyrutils, ericw-tools) also say
    in which cluster each leaf is. Detail divides no leaf of our tree, so that each leaf is a cluster of its own. With
    --own-tree leaves and clusters have the numbers of the .bsp file.

    Portals are compared by where they are, never by their numbers. Two are the same where they lie on one plane, to 2.5 mm
    or twice the thickness of the tree's planes, and have 95 % of the larger one's area in common. What is covered by less
    than 5 % is in one of both alone; the rest is in part: it is divided otherwise there.
command-query-help =
    Requests stand one a line on standard input, or after --ask; each is answered by one line on standard
    output, in order. Vectors are [x,y,z] in metres, Y up, after --up and --scale; `face` counts the
    triangles of the file from 0; normals are unit. A body is a sphere, or with "height":1.8 beside its
    radius an upright capsule.

    {"  {"}"cast":{"{"}"from":[0,1,0],"to":[9,1,0]{"}"}{"}"}
          the nearest face that the segment meets, from either side
    {"  {"}"sight":{"{"}"from":[0,1,0],"to":[9,1,0]{"}"}{"}"}
          whether the segment meets no face
    {"  {"}"contacts":{"{"}"center":[0,1,0],"radius":0.3{"}"}{"}"}
          every triangle nearer than the radius, deepest first
    {"  {"}"push":{"{"}"center":[0,1,0],"radius":0.3{"}"}{"}"}
          moves the body until it is clear, or says that it cannot
    {"  {"}"push_ati":{"{"}"center":[0,1,0],"radius":0.3{"}"}{"}"}
          the push of the ATI sample, of a sphere, with its faults
    {"  {"}"sweep":{"{"}"from":[0,1,0],"to":[9,1,0],"radius":0.3{"}"}{"}"}
          where a moving body first touches a face
    {"  {"}"slide":{"{"}"from":[0,1,0],"to":[9,1,0],"radius":0.3{"}"}{"}"}
          where a moving body ends that slides along what it meets
    {"  {"}"overlap":{"{"}"min":[0,0,0],"max":[1,1,1]{"}"}{"}"}
          the triangles that touch the box, ascending
    {"  {"}"locate":{"{"}"point":[0,1,0]{"}"}{"}"}
          the way of the point down the node-storing tree (F front, B back), and its leaf in the
          solid-leaf tree
    {"  {"}"visible":{"{"}"from":[0,1,0],"to":[9,1,0]{"}"}{"}"}
          whether the leaf of one point may be seen from that of the other
    {"  {"}"order":{"{"}"eye":[0,1,0]{"}"}{"}"}
          the empty leaves, near to far

    A line that is no request is answered {"{"}"error":"…"{"}"}, the rest go on, and the exit status is 1.
    In the window, the cards copy what they answer as such a command.
command-shot-help =
    Example:
      bspwalk shot hall -o hall.png --eye 0,1.7,4 --look 30,-10 --show planes,path --select 12
      bspwalk shot hall -o figure.svg --show planes,portals --legend
      bspwalk shot hall -o figure.pdf --view plan --show leaves
      bspwalk shot hall -o rules.png --show cost --rule random --beside sampled
      bspwalk shot hall -o plane.png --select 3 --with-plan
      bspwalk shot castle.obj -o crypt.png --bookmark 'The crypt'
      bspwalk shot castle.map -o portals.png --portals qbsp.prt --view model
      bspwalk shot castle.map -o changes.png --before castle_of_yesterday.map --view plan
      bspwalk shot hall -o cost.png --show cost --csv cost.csv --json

    The program draws the picture itself, without a window, a display or a graphics driver. It paints the
    faces from far to near, in the order of the tree.
command-film-help =
    Examples:
      bspwalk film three_rooms --of division -o division.gif     the planes divide space, depth by depth
      bspwalk film hall --of build -o build.gif --steps 1..30    the first thirty divisions of the build
      bspwalk film three_rooms --of cast -o cast.gif             what the eye looks at, found step by step
      bspwalk film hall -o slide.png --query '{"{"}"slide":{"{"}"from":[0,1,0],"to":[3,1,0],"radius":0.3{"}"}{"}"}'
      bspwalk film hole --of solidity -o solid.gif --view plan --seconds 5
      bspwalk film castle.obj --of painter -o crypt.gif --bookmark 'The crypt'

    The steps, their sentences and colours are those of the window; no graphics driver is needed. The name
    says the format: .gif has 256 colours and opens everywhere, .png is an animated PNG with all colours,
    of which a program that knows no animation shows the first step. The film plays for ever, and its last
    step stays longer.

    A query begins at the eye and ends a little beyond the face that it looks at, unless --query says what
    is asked, in the words of `bspwalk query`. What rests is where that path ends.
command-sheet-help =
    Examples:
      bspwalk sheet hall -o hall.html                            all of the level on one page
      bspwalk sheet castle.obj -o castle.html --eye 0,1.7,4 --look 30,-10 --show portals
      bspwalk sheet three_rooms -o exam.html --questions 20 --samples 0

    The page is one file that needs no network: pictures, films, the tree, questions with answers, the duel.
    Tab goes from one to the next; in a film the arrow keys step, Home and End go to its ends, Space plays it,
    Enter goes on. Without scripts all steps and answers can be read, and the page can be printed.

    For slides, as of reveal.js, hall.html#only=build shows one part alone: level, division, build, cast,
    contacts, sweep, tree, questions, answers, duel. Keys that no film needs go to the slides.

    The page stays below 2 MB: where a film has more steps, some are left out, and the page says which.
command-tree-help =
    Examples:
      bspwalk tree hall -o hall.json              the node-storing tree: nodes, planes, faces
      bspwalk tree hall --of leaf -o leaves.json  the solid-leaf tree: nodes, leaves, portals
      bspwalk tree hall --depth 5 -o hall.dot     its first five depths, for Graphviz:
      dot -Tsvg hall.dot -o hall.svg
      bspwalk tree hall -o pvs.png                the PVS as a picture of 1 bit a pixel
      bspwalk tree castle.bsp --own-tree -o own.json   the tree that the file brings

    JSON is one document; each node, leaf and portal stands on a line of its own, under the number by which
    the window and --select name it. Points are [x,y,z] in metres, Y up, in the space of the level's file. A
    plane is n·x + d = 0 with unit normal n: a point is in front where n·x + d is 0 or greater. `face` counts the
    triangles of the file from 0; a face that is a `fragment` was cut. In the solid-leaf tree, triangles that were
    merged into one polygon have the number of the first. `format` and `version` say how the file is to be read;
    within a version, keys are only ever added.

    With --depth the nodes below are left out: `cut_off` has the root of each subtree that is missing, with how many
    nodes, leaves and faces it has.

    In the picture of the PVS, row y and column x are the leaves of these numbers, from the upper left corner;
    leaf 0 is the outside. A pixel is white where leaf x may be seen from leaf y; a solid leaf sees itself alone.

    The file is written whole or not at all.
command-keys-help =
    Examples:
      bspwalk keys
      bspwalk keys --preset one-hand
      bspwalk keys --default --json

    The keys are those of the settings, table `keys`: a preset (qwerty, azerty, left-hand, one-hand),
    and what differs from it, by the names of actions that --json prints:

    {"  ["}keys]
      preset = "azerty"
      toggle-walking = ["H", "Ctrl+H"]
