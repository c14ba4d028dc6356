# Help of the options, by command. `window` is the walk, several commands share `view` and `build`, and `value` describes
# the values of an option. The long help appends `.more` to the message.

# $short is the message, $more its attribute.
option-long =
    { $short }.

    { $more }
# $levels are the names of the built-in levels.
option-level = Level file (OBJ, glTF, .map, .bsp, .wad, .bspw) or built-in level: { $levels }
# $levels has a line for each built-in level with its name and description.
option-level-long =
    Level file or built-in level [default: the first built-in level]. Supported files are OBJ, glTF (.gltf, .glb), Quake maps (.map), compiled levels of Quake, Quake II and Half-Life (.bsp), DOOM maps (.wad, see --map) and levels compiled by bspwalk (.bspw). The format is detected from the content. The built-in levels are:

    { $levels }

    A built-in name always means the built-in level. Write ./hall for a file of that name.
option-level-item = - { $name }: { $description }
option-diff-after = Level after the change
option-film-view = View of the level. The painter's order film defaults to the eye
option-language = Language of the program: { $languages } [default: from the settings or the system]
# Headings of groups of options.
option-heading-reading = Reading the level
option-heading-tree = Building the tree
option-heading-leaf-tree = Building the solid-leaf tree

option-json = Print one JSON document and nothing else
option-bookmark = Use the view of this bookmark. Other view options override it
option-window-size = Size of the window in pixels
option-window-renderer = Renderer [default: best available; the choice is reported on standard error]
option-window-collision = Collision method for this run [default: the last one used]
option-window-bookmark = Start at this bookmark. Other view options override it
option-view-eye = Eye position, in metres [default: the spawn]
option-view-look = View direction, in degrees. Yaw 0 looks to −Z and increases to the left; pitch increases upwards
    .more = Default: the view direction at the spawn.
option-view-view = View of the level
option-view-cut = Height of the horizontal cut through the model and the plan, in metres [default: slightly above the eye]
option-view-orbit = Camera of the model: yaw and pitch in degrees, as in --look, and distance from the centre of the level in metres [default: a view of the whole storey]
option-view-division = Show the planes above this depth and the cells at this depth, as in the subdivision film. The tree is "nodes" (node-storing) or "leaves" (solid-leaf)
option-view-fov = Horizontal field of view at 16:9, in degrees [default: 90]
option-view-show = Overlays to show, separated by commas. If several colour the faces, the last one applies
option-view-depth = Deepest depth of split planes to show, and depth of the cells to show [default: 4]
option-view-hull = Clip hull of a compiled level for `--show hulls`, from 1 [default: 1]
option-view-flow-step = Step of the portal flow for `--show flow`: 0 shows the cost of each portal, the next steps follow the flow from the leaf, and the last shows the leaves that it reached
option-view-height = Height of a player's eye above the floor of a DOOM map, in map units, for counts of DOOM's renderer [default: 41]
option-view-light-style = Brightness of a light style of a compiled level: 1 is Quake's normal light, 0 is off. Separate several by commas
    .more = By default, each style has its brightness at the start of the level. `bspwalk info` lists the styles of a level.
option-view-select = Index of the node to select
option-view-select-face = Index of the face to select, with the node that stores it
option-view-select-leaf = Index of the leaf of the solid-leaf tree to select
option-view-build-step = Show this split in the build of the node-storing tree, counted from 1 by depth: its cell, the candidate planes, the chosen plane, and the faces that it separates and cuts
option-view-own-tree = Show the solid-leaf tree stored in a compiled level (.bsp) instead of the tree built by bspwalk. Only the window with a graphics driver can walk in it
option-build-scale = Metres per unit of the file [default: defined by the format; estimated from the size for OBJ]
option-build-up = Axis of the file that points up. With z, (x, y, z) becomes (x, z, −y)
option-build-textures = Folder with the level's images or WAD files. It is searched before the level's own folder
option-build-map = Map of a WAD file to open, such as E1M1 or MAP01 [default: the first]
option-build-moving = Whether doors and lifts move, with separate trees, or belong to the level's tree [default: apart]
    .more = Default: `apart`, in every command and in the window. With `apart`, doors and lifts move during walks, and the level's tree does not contain them. With `still`, they keep their position from the file and belong to the level's tree.
option-build-rule = Build rule that chooses the planes of the node-storing tree
    .more = Default: `sampled`.
option-build-cut-weight = Score penalty per cut face
option-build-unbalance-weight = Score penalty per additional face on the larger side
option-build-seed = Random seed for both trees
option-build-max-fragments = Maximum number of fragments in the node-storing tree. A node whose plane would exceed it keeps its faces undivided
    .more = Default: 65,536 plus 64 per face.
option-build-leaf-rule = Build rule that chooses the planes of the solid-leaf tree
    .more = Default: `sampled`.
option-build-structure = How to distinguish structural faces, which divide the tree, from detail faces
    .more = Default: `auto`.
option-build-structural = Object to treat as structural, regardless of other rules. Can be repeated
option-build-detail = Object to treat as detail, regardless of other rules. Can be repeated
option-build-letters = Interpret a leading D or S of a name as detail or structural, as in `DSphere01`
option-build-structural-budget = Maximum number of facets (flat parts of surfaces) that are structural without being named so. 0 means no limit
option-build-fill = If the level is sealed, fill space that cannot be reached from the spawn
option-build-pvs-steps = Maximum work of the PVS search, in clipping steps. 0 keeps the coarse base PVS
    .more = Default: 300,000, or 4,000,000 for `compile`.
option-value-own-tree-both = The trees stored in both levels
option-value-own-tree-before = The tree stored in the level before
option-value-own-tree-after = The tree stored in the level after
option-value-of-node = The node-storing tree
option-value-of-leaf = The solid-leaf tree
option-value-of-pvs = The potentially visible set
option-value-renderer-auto = The first of these that is available
option-value-renderer-gpu = A window drawn by the graphics driver
option-value-renderer-software = A window drawn in software
option-value-renderer-terminal = The terminal
option-value-moving-apart = They move, and each has its own tree
option-value-moving-still = They do not move and belong to the level's tree
option-value-structure-auto = By names that begin with `detail` or `structure`, then by the size of separate objects, then by the budget
option-value-structure-names = Only by name
option-value-structure-all = Everything except liquid is structural
option-value-view-eye = First person
option-value-view-model = Cutaway model
option-value-view-plan = The model from straight above, without perspective
option-info-pvs = Also compute the potentially visible set. This takes seconds for small levels and a minute for large ones [default: only with --json]
    .more = A compiled level contains it, so it is always reported. With --pvs=false, its figures are null in JSON.
option-info-portal-costs = Compute the potentially visible set a second time and report the steps of the portal flow per portal, most expensive first
option-info-hulls = Compare the clip hulls of a compiled level with its visible tree, or the tree of another level with its expansion by the walking body
    .more = The report lists gaps that look open but are closed to the body, and visible walls that the body can pass.
option-info-lumps = List the lumps of a compiled Quake-family level with their items, bytes and the limits of the original engine
    .more = Exceeded limits always produce a warning. With --json and --csv, all lumps are listed.
option-info-doom-limits = For a DOOM map: report the largest numbers of visplanes, drawsegs, openings and solid segs that DOOM's renderer needs, and where
    .more = The map's own nodes are walked from a grid of places in 16 directions, with doors open. This takes up to a minute for large maps.
option-info-watch = Report again whenever the level's file, or a file that it uses, is saved. Runs until interrupted
    .more = If a saved level cannot be loaded, the reason goes to standard error. With --json, each report is a separate document.
option-info-pts = Write the path of a leak as a .pts file in the source's units, which `TrenchBroom` can open
option-info-csv = Also write the figures as comma-separated values: one line of names and one line of figures. For a list, the figure is its length
    .more = Names are the keys of --json joined with dots, as in `node_tree.nodes`, so you can combine the lines of several levels. An existing file is replaced.
option-query-ask = Request to answer instead of the requests on standard input. Can be repeated
option-walk-script = Script file; - reads standard input
option-walk-log-queries = Also log the queries of the body, for `replay-queries`. An existing file is replaced
    .more = The log contains the queries that the ticks of the body ask the level and its moving parts, one request of `query` per line. Queries of moving parts that carry or push the body are not logged.
option-walk-course = Run the level's course instead of a script and report the result of each station. `torture` has a course
option-walk-json = For a course: print one JSON document and nothing else
option-walk-collision = Collision method [default: `sweep`; for a course, all methods]
option-walk-rate = Ticks per second
option-duel-rules = Rules to compare, separated by commas [default: all rules that build a level of this size in seconds]
option-duel-with = Contestants to add to the rules, separated by commas: `kd`, `octree` and `bvh` are other spatial trees
option-duel-samples = Number of random places for each kind of query
option-duel-split-costs = Build the tree with each of these cut costs (default 1 to 32) instead, and count segs, subsectors and cuts by kind, like elfbsp --analysis
    .more = For a DOOM level, this builds the planar tree of its linedefs; for other levels, the node-storing tree with the cost as its cut weight.
option-duel-csv = Also write the figures as comma-separated values. An existing file is replaced
option-duel-levels = Draw the first levels of the k-d tree, the octree and the BVH from above, as SVG. An existing file is replaced
option-replay-log = Log of queries, as JSON Lines; - reads standard input
option-replay-rules = Rules to compare with the tree of the level under this load, separated by commas, as in `duel`
option-replay-top = Number of expensive queries to list
option-replay-heat = Draw a plan of the level whose colours are the visited nodes of the queries that start there. An existing file is replaced
option-quiz-count = Number of questions. A small level may have fewer
option-quiz-json = Print the questions with their answers as one JSON document and do not ask them
option-quiz-csv = Write your answers as comma-separated values. An existing file is replaced
option-shot-output = Output file: .png for pixels, .svg or .pdf for vectors. An existing file is replaced
option-shot-size = Size of the picture in pixels
option-shot-beside = Show the query costs of two trees next to each other: the tree of --rule on the left, the tree of this rule on the right. Weights can follow: RULE:CUT:UNBALANCE
    .more = Both halves show the same view on the same scale, and a sentence on standard output names the better tree. Requires --show cost, tests or slide-cost, and a PNG file.
option-shot-with-plan = Show the plan next to the view, with lines for the planes of the selected node and the root. Arrows point to the front
    .more = Requires a PNG file.
option-shot-portals = Compare the portals of a Quake portal file (.prt) with the tree's portals: portals in both, and portals in only one of them
    .more = `bspwalk portals LEVEL --compare FILE` reports the same comparison as numbers.
option-shot-before = Show faces, portals and, in the model, leaves that were added or removed since this level. It is read and built with the same options
    .more = `bspwalk diff BEFORE AFTER` reports the same comparison as numbers.
option-shot-csv = Also write the value of each pixel as comma-separated values, for --show cost, tests, slide-cost, leaves-seen, faces-drawn, visplanes, drawsegs or openings. An existing file is replaced
    .more = Each line contains x, y and the value. The value is empty where there is nothing to count.
option-shot-json = Print the sum, mean, maximum and histogram of these pixel values as one JSON document
option-shot-legend = Draw the legends of the shown overlays and films in the upper left corner of the picture
option-film-of = Subject of the film
option-film-query = Request to film, as for `bspwalk query`
option-film-mode = Traversal that a query film shows [default: one-plane]
option-film-output = Output file: GIF or animated PNG. An existing file is replaced
option-film-size = Size of the film in pixels, including captions
option-film-seconds = Duration of a step in seconds. The last step stays three times as long [default: 2; for a walk, its real duration]
option-film-steps = Steps to show, counted from 1 [default: all]
option-film-most = Maximum number of steps to show, evenly distributed over the film or the range of --steps
option-film-captions = Describe each step and its colours below the picture
    .more = With --captions=false, the picture fills the whole frame.
option-diff-pvs = Compare visibility. This computes both potentially visible sets; --pvs=false skips it
option-diff-own-tree = Compare the solid-leaf trees and PVS stored in compiled levels (.bsp) instead of those built by bspwalk: in both levels, or in one of them to compare a compiler with bspwalk
option-brushes-level = A Quake map (.map)
option-brushes-top = Number of brushes to list: measured brushes first, then the most expensive ones
option-brushes-measure = Number of brushes to measure as detail, one at a time: the most expensive ones that do not touch the outside. Each takes as long as compiling the level
option-brushes-by = Cost that determines the order of the list
option-brushes-as-detail = Measure the savings if these brushes, given by their numbers in the file, are all detail
option-brushes-of-face = Only report the brush of this face of the level, with its line in the file and its place for a map editor. Queries and the window report face numbers
option-brushes-output = Write a copy of the map in which the brushes of --as-detail are detail. An existing file is replaced, but never the map itself
option-brushes-csv = Also write the counts of all brushes as comma-separated values. An existing file is replaced
option-portals-output = Write the portals as a portal file. An existing file is replaced
option-portals-dialect = Dialect of the portal file
option-portals-compare = Compare the portals with the portals of this portal file, which can have any dialect
option-portals-own-tree = Use the portals of the tree stored in a compiled level (.bsp) instead of the tree built by bspwalk
option-sheet-output = Output file. An existing file is replaced
option-sheet-size = Maximum size of film frames in pixels
option-sheet-questions = Number of questions. A small level may have fewer
option-sheet-samples = Number of random places for each kind of query in the duel. 0 omits the duel
option-compile-output = Output file. An existing file is replaced
option-tree-output = Output file: JSON or Graphviz for a tree, PNG for the PVS. An existing file is replaced
option-tree-of = Content to write [default: the node-storing tree, or the PVS for a PNG file]
option-tree-own-tree = Write the solid-leaf tree or PVS stored in a compiled level (.bsp) instead of what bspwalk builds
    .more = Each leaf then also has its number in the file.
option-tree-by-cost = Instead of writing a file, list the most expensive parts of this kind. Parts have the same numbers as in the window
option-tree-top = Number of parts for --by-cost to list
option-tree-order = Order of the parts that --by-cost lists
option-tree-search = List only parts whose line contains these words
option-tree-depth = Write only the nodes of the first N depths, and counts for the rest. The root is at the first depth
option-keys-markdown = Print a Markdown page of actions and front ends
option-dialect-prt1 = qbsp, and qbsp3 for Quake II: only portals
option-dialect-prt1-am = Malmberg: followed by the cluster of each leaf
option-dialect-prt2 = tyrutils and ericw-tools: followed by the leaves of each cluster
option-film-nodes = the cells that the planes of the node-storing tree create, depth by depth
option-film-leaves = the cells that the planes of the solid-leaf tree create, depth by depth
option-film-build = the build of the node-storing tree, split by split
option-film-flow = the portal flow from the leaf of the eye, or from the leaf of --select-leaf
option-film-solidity = the decision on which leaves are solid, in four steps
option-film-painter = the painter's order: the faces in view, painted one after another from far to near
option-keys-default = Print the default keys instead of the keys in the settings
option-keys-preset = Print the keys of a preset instead of the keys in the settings
option-keys-presets = the presets are { $presets }
option-film-walk = a scripted walk, with moving doors and lifts
option-film-script = script of the walk to film, as for `bspwalk walk`
