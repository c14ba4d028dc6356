# Help of the options, by the command that has them: `window` is the walk, `view` and `build` are taken by several,
# `value` are the values of an option. `.more` follows in the long help, after what the message says.

# $short is the text of a message, $more what follows it.
option-long =
    { $short }.

    { $more }
# $levels are the names of the built-in levels.
option-level = A level file (OBJ, glTF, .map, .bsp, .wad, .bspw) or a built-in one: { $levels }
# $levels has a line for each built-in level, its name and what it is.
option-level-long =
    A level file or a built-in level; the first of these where none is named. Files are OBJ, glTF (.gltf, .glb), Quake's maps (.map), compiled levels of Quake, Quake II and Half-Life (.bsp), maps of DOOM (.wad, see --map) and those of this program (.bspw), told by their content:

    { $levels }

    A built-in name always means the built-in level: write ./hall for a file of that name.
option-level-item = - { $name }: { $description }
option-diff-after = The level after: what came is in it alone
option-film-view = How the level is looked at; the painter's order from the eye where not said
option-language = Language of the program: { $languages }; where not said, that of the settings or of the system
# Headings of groups of options.
option-heading-reading = Reading the level
option-heading-tree = Building the tree
option-heading-leaf-tree = Building the solid-leaf tree

option-json = Print one JSON document and nothing else
option-bookmark = What is looked at as a bookmark of the level has it; what other options say of the view wins
option-window-size = Size of the window in pixels
option-window-renderer = Where the walk is drawn; by itself where not said, which a line on standard error explains
option-window-collision = Collision method: how the body is kept out of the walls, in this run; where not said, as it was left
option-window-bookmark = What is looked at first, as a bookmark of the level has it; what other options say of the view wins
option-view-eye = Where the eye is, in metres; at the spawn where not said
option-view-look = Where the eye looks, in degrees: yaw 0 looks to −Z and grows to the left, pitch grows upwards
    .more = Where not said, it looks as at the spawn.
option-view-view = How the level is looked at
option-view-cut = Height at which the model and the plan are cut open, in metres; a little above the eye where not said
option-view-orbit = Where the camera of the model is: the direction that it looks in (yaw as in --look), how steeply it looks down, and its distance in metres from the middle of the level. Where not said, the storey is seen whole
option-view-division = How far the model is divided: the planes of the nodes above a depth, and the cells that they make, as in the film of the division. The tree is "nodes" (node-storing) or "leaves" (solid-leaf)
option-view-fov = Horizontal field of view of the eye at 16:9, in degrees; 90 where not said
option-view-show = Overlays to show, with commas between them; of the colours of the faces the last one named counts
option-view-depth = Deepest depth whose split planes are shown, and the depth whose cells are; 4 where not said
option-view-flow-step = Step of the portal flow that `--show flow` shows: 0 what each portal cost, then the steps from the leaf, at last the leaves that they have led to
option-view-light-style = How bright a style of the light of a compiled level is: 1 as Quake's normal light, 0 off; several with commas between them
    .more = Where not said, a style is as when the level starts. `bspwalk info` lists the styles of a level.
option-view-select = Number of the node to select
option-view-select-face = Number of the face to select, with the node that stores it
option-view-select-leaf = Number of the leaf of the solid-leaf tree to select
option-view-build-step = Show this division of the build of the node-storing tree, counted from 1 by depth: the cell, the planes that were considered, the chosen one, and the faces that it parts and cuts
option-view-own-tree = Show the solid-leaf tree that a compiled level (.bsp) brings rather than the one that is built here. In a walk without the engine that is always the one built here
option-build-scale = Metres a unit of the file; where not said, the format's, or of OBJ guessed from its size
option-build-up = Which axis of the file points up; z turns (x, y, z) into (x, z, −y)
option-build-textures = A folder with the images or WAD files of the level; searched before the level's own folder
option-build-map = Which map of a WAD file is opened, such as E1M1 or MAP01; where not said, the first
option-build-moving = Whether doors and lifts have their own trees or belong to the tree of the level [default: apart]
    .more = Default: `apart`, in every command and in the window. With `apart`, doors and lifts move in walks, and the tree of the level leaves them out. With `still`, they stay where the file has them and belong to the tree of the level.
option-build-rule = Build rule: how a node of the node-storing tree chooses its plane
    .more = Where not said, `sampled`.
option-build-cut-weight = What a cut face adds to the score of a plane
option-build-unbalance-weight = What each face more on one side than on the other adds to the score of a plane
option-build-seed = Seed of everything random, in both trees
option-build-max-fragments = The most pieces of faces in the node-storing tree. A node whose plane would make more keeps its faces undivided
    .more = Where not said, 64 for each face and 65,536 besides.
option-build-leaf-rule = Build rule of the solid-leaf tree: how a node of it chooses its plane
    .more = Where not said, `sampled`.
option-build-structure = What tells structural faces, which make the tree, from detail
    .more = Where not said, `auto`.
option-build-structural = An object that is structural, whatever else says; may be repeated
option-build-detail = An object that is detail, whatever else says; may be repeated
option-build-letters = Read a leading D or S of a name as detail or structure, as in `DSphere01`
option-build-structural-budget = The most facets, flat parts of surfaces, that are structural without being named so; 0 for no limit
option-build-fill = Make empty space solid that cannot be reached from the spawn, where the level is sealed
option-build-pvs-steps = How much work it may be to find what is seen from where, in clips of a view; 0 keeps a coarse answer
    .more = Where not said, 300,000, and 4,000,000 for `compile`.
option-value-own-tree-both = Those of both levels
option-value-own-tree-before = That of the level before
option-value-own-tree-after = That of the level after
option-value-of-node = The node-storing tree
option-value-of-leaf = The solid-leaf tree
option-value-of-pvs = The potentially visible set
option-value-renderer-auto = The best that the machine has, in the order of this list
option-value-renderer-gpu = In a window, by the graphics driver
option-value-renderer-software = In a window, without a graphics driver
option-value-renderer-terminal = In the terminal
option-value-moving-apart = They move, and each has its own tree
option-value-moving-still = They do not move and belong to the tree of the level
option-value-structure-auto = Names beginning with `detail` or `structure`, then the size of what stands by itself, then the budget
option-value-structure-names = Names alone
option-value-structure-all = Everything that is not liquid is structural
option-value-view-eye = From the eyes
option-value-view-model = As a model, cut open at a height
option-value-view-plan = The model from straight above, without perspective
option-info-pvs = Compute the potentially visible set, too, which takes seconds in small levels and a minute in large ones: as a rule for --json alone
    .more = A compiled level has it, so that it is reported in any case. With --pvs=false its figures are null in JSON.
option-info-portal-costs = Compute the potentially visible set once more and report how many steps of the portal flow each portal took, the costliest first
option-info-lumps = List the lumps of a compiled level of Quake's kind: how many items and bytes, and the limits of the engine that first read it
    .more = What is beyond a limit is a warning in any case. With --json and --csv all lumps are there.
option-info-watch = Report once more whenever the level's file, or one that it names, is saved, until it is interrupted
    .more = A save that cannot be loaded is said on standard error. With --json, each report is a document of its own.
option-info-pts = Write the way of a leak to the outside as a .pts file in the source's units, which `TrenchBroom` opens
option-info-csv = Write the figures as comma-separated values, too: a line of names and a line of figures, a list being its length
    .more = Names are those of --json with dots between, as in `node_tree.nodes`; lines of several levels can be joined. A file that is there is replaced.
option-query-ask = What is asked, instead of what stands on standard input; may be repeated
option-walk-script = The script; - is standard input
option-walk-course = Run the level's course instead of a script, and tell how each of its stations came out; `torture` has one
option-walk-json = Of a course: print one JSON document and nothing else
option-walk-collision = Collision method: how the body is kept out of the walls. Where not said, `sweep`; a course is run for each
option-walk-rate = Ticks a second
option-duel-rules = Who takes part, with commas between them; where not said, all that build in seconds in a level of this size
option-duel-samples = From how many places each kind of query is asked
option-duel-split-costs = Build the tree with each cost of a cut instead, 1 to 32 where not said, and count segs, subsectors and cuts by kind: beside the table of elfbsp's --analysis
    .more = Of a level of DOOM it is the planar tree over its linedefs, of any other the node-storing tree with the cost as its cut weight.
option-duel-csv = Write the figures as comma-separated values, too; a file that is there is replaced
option-quiz-count = How many questions are asked; fewer where the level has no more
option-quiz-json = Print the questions with their right answers as one JSON document, and ask nothing
option-quiz-csv = Write the answers that were given as comma-separated values; a file that is there is replaced
option-shot-output = Output file: .png for pixels, .svg or .pdf for vectors. An existing file is replaced
option-shot-size = Size of the picture in pixels
option-shot-beside = Show what queries cost in two trees side by side: at the left the tree of --rule, at the right that of this rule. Weights may follow, RULE:CUT:UNBALANCE
    .more = Both halves show the same view on one scale, and a sentence on standard output says which tree is better. It needs --show cost, tests or slide-cost, and a PNG file.
option-shot-with-plan = Show the plan beside what the eye sees, with the lines of the selected node's plane and of the root's; arrows point to their fronts
    .more = It needs a PNG file.
option-shot-portals = Show the portals of a portal file (.prt) of Quake's compilers beside those of the tree: which both have, and which only one has
    .more = `bspwalk portals LEVEL --compare FILE` says the same in numbers.
option-shot-before = Show what came since this level, and what is gone: faces, portals, and in the model leaves. It is read and built with the same options
    .more = `bspwalk diff BEFORE AFTER` says the same in numbers.
option-shot-csv = Write the figure of each pixel as comma-separated values, too, where --show takes cost, tests, slide-cost, leaves-seen or faces-drawn; a file that is there is replaced
    .more = A line is x, y and the figure, which is empty where there is nothing to count.
option-shot-json = Print the sum, the mean, the greatest and how many pixels have which figure, of the same, as one JSON document
option-shot-legend = Draw the legends of the shown overlays and films in the upper left corner of the picture
option-film-of = Which film
option-film-query = What is asked: a request as `bspwalk query` takes it
option-film-output = Where the film goes, as GIF or as animated PNG; a file that is there is replaced
option-film-size = Size of the film in pixels, captions included
option-film-seconds = How long a step is shown, in seconds, 2 where not said, and of a walk as long as it took; the last one three times as long
option-film-steps = Which steps are shown, counted from 1; all where not said
option-film-most = At most so many steps are shown, evenly spread over the film or over --steps
option-film-captions = Say under each picture what the step shows and what its colours mean
    .more = With --captions=false the pictures fill the film.
option-diff-pvs = Compare what sees what, for which both potentially visible sets are computed; --pvs=false leaves it out
option-diff-own-tree = Of compiled levels (.bsp), compare the trees of leaves that they bring, with their PVS, rather than those that are built here: of both, or of one alone, to see a compiler beside ours
option-brushes-level = A Quake map (.map)
option-brushes-top = Number of brushes to list: those measured first, then the most expensive
option-brushes-measure = Number of brushes to measure as detail, one at a time: the most expensive ones that do not touch the outside. Each takes as long as compiling the level
option-brushes-by = Cost by which brushes are sorted
option-brushes-as-detail = Measure what is saved where these brushes, by their numbers in the file, are detail together
option-brushes-output = Write a copy of the map in which the brushes of --as-detail are; a file that is there is replaced, but never the map
option-brushes-csv = Write the counts of all brushes as comma-separated values, too; a file that is there is replaced
option-portals-output = Write the portals as a portal file; a file that is there is replaced
option-portals-dialect = How the portal file is written
option-portals-compare = Compare the portals with those of this portal file, in any dialect
option-portals-own-tree = Take the portals of the tree that a compiled level (.bsp) brings rather than of the one that is built here
option-sheet-output = Where the page goes; a file that is there is replaced
option-sheet-size = Size of the pictures of the films in pixels; smaller where they have no room
option-sheet-questions = How many questions are asked; fewer where the level has no more
option-sheet-samples = From how many places the duel asks each kind of query; 0 leaves the duel out
option-compile-output = Where the compiled level goes; a file that is there is replaced
option-tree-output = Where the tree goes, as JSON or for Graphviz, or the PVS as PNG; a file that is there is replaced
option-tree-of = What is written; where not said, the node-storing tree, and of PNG the PVS
option-tree-own-tree = Write the solid-leaf tree or the PVS that a compiled level (.bsp) brings rather than what is built here
    .more = Each leaf then also has the number by which the file knows it.
option-tree-depth = Write the nodes of the first N depths alone, and of what is below the counts. The root is the first depth
option-keys-markdown = Print a page in Markdown: actions and fronts
option-dialect-prt1 = qbsp's, and qbsp3's of Quake II: portals alone
option-dialect-prt1-am = Malmberg's: the cluster of each leaf follows
option-dialect-prt2 = of tyrutils and ericw-tools: the leaves of each cluster follow
option-film-nodes = the cells that the planes of the node-storing tree make, depth by depth
option-film-leaves = the same of the solid-leaf tree
option-film-build = how the node-storing tree was built, division by division
option-film-flow = the portal flow from the leaf of the eye, or from that of --select-leaf
option-film-solidity = how it was decided which leaves are solid, in four steps
option-film-painter = the painter's order: the faces in view, painted one after the other from far to near
option-keys-default = Print the usual keys, and not those of the settings
option-keys-preset = Print the keys of a preset, and not those of the settings
option-keys-presets = the presets are { $presets }
option-film-walk = a walk by a script, with doors and lifts that move
option-film-script = the script of the walk that is filmed, as `bspwalk walk` takes it
