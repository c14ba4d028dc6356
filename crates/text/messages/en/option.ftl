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

    A built-in name always means the built-in level. Write ./hall for a file with that name.
option-level-item = - { $name }: { $description }
option-diff-after = Version of the level after the change
option-film-view = View of the level. For the painter's-order film, the default is the first-person view
option-language = Language of messages and menus: { $languages } [default: from the settings or the system]
# Headings of groups of options.
option-heading-reading = Reading the level
option-heading-tree = Building the tree
option-heading-leaf-tree = Building the solid-leaf tree

option-json = Print a single JSON document and nothing else
option-bookmark = Use the view of this bookmark. Other view options override it
option-window-size = Size of the window in pixels
option-window-renderer = Renderer [default: the best available renderer, which is reported on standard error]
option-window-collision = Collision method for this run [default: the last one used]
option-window-bookmark = Start at this bookmark. Other view options override it
option-view-eye = Eye position, in metres [default: the spawn]
option-view-look = View direction, in degrees. Yaw 0 looks along −Z. Yaw increases to the left, and pitch increases upwards
    .more = Default: the view direction at the spawn.
option-view-view = View of the level
option-view-cut = Height of the section plane of the model and the plan, in metres [default: slightly above the eye]
option-view-orbit = Orbit camera of the model: yaw and pitch in degrees, as in --look, and the distance from the centre of the level in metres [default: a view of the whole storey]
option-view-division = Show the split planes above this depth and the cells at this depth, as in the subdivision film. TREE is "nodes" (node-storing) or "leaves" (solid-leaf)
option-view-fov = Horizontal field of view at 16:9, in degrees [default: 90]
option-view-show = Overlays to show, separated by commas. If several of them colour faces, the last one applies
option-view-depth = Maximum depth of the split planes to show, and the depth of the cells to show [default: 4]
option-view-hull = Clip hull for `--show hulls` in a compiled level, counted from 1 [default: 1]
option-view-flow-step = Step of the portal flow for `--show flow`. Step 0 shows the cost of each portal, the following steps trace the flow from the leaf, and the last step shows the leaves that the flow reached
option-view-height = Height of the player's eye above the floor of a DOOM map, in map units, used to compute the load on DOOM's renderer [default: 41]
option-view-light-style = Brightness of a light style in a compiled level: 1 is Quake's normal brightness, 0 is off. Separate several styles with commas
    .more = By default, each style has its brightness from the start of the level. `bspwalk info` lists the light styles of a level.
option-view-select = Index of the node to select
option-view-select-face = Index of the face to select. The node that stores the face is also selected
option-view-select-leaf = Index of the leaf of the solid-leaf tree to select
option-view-build-step = Show this split from the build of the node-storing tree: its cell, the candidate planes, the chosen plane, and the faces that the plane separates and cuts. Splits are counted from 1, one depth after another
option-view-own-tree = Show the solid-leaf tree stored in a compiled level (.bsp) instead of the tree built by bspwalk. Walking in the stored tree requires a window drawn by the graphics driver
option-build-scale = Metres per unit of the file [default: defined by the format; estimated from the size for OBJ]
option-build-up = Axis of the file that points up. With z, (x, y, z) becomes (x, z, −y)
option-build-textures = Folder with the level's texture images or WAD files. It is searched before the level's own folder
option-build-map = Map of a WAD file to open, such as E1M1 or MAP01 [default: the first]
option-build-moving = Whether doors and lifts move and have separate trees, or are fixed parts of the level's tree [default: apart]
    .more = Default: `apart`, in the window and in every command. With `apart`, doors and lifts move during walks, and the level's tree does not contain them. With `still`, they stay where the file places them and belong to the level's tree.
option-build-rule = Build rule that chooses the planes of the node-storing tree
    .more = Default: `sampled`.
option-build-cut-weight = Score penalty per cut face
option-build-unbalance-weight = Score penalty per additional face on the larger side
option-build-seed = Random seed for both trees
option-build-max-fragments = Maximum number of fragments in the node-storing tree. If splitting a node would exceed this limit, the node keeps its faces undivided
    .more = Default: 65,536 plus 64 per face.
option-build-leaf-rule = Build rule that chooses the planes of the solid-leaf tree
    .more = Default: `sampled`.
option-build-structure = How to distinguish structural faces, which divide the tree, from detail faces
    .more = Default: `auto`.
option-build-structural = Object to treat as structural, regardless of other rules. Can be repeated
option-build-detail = Object to treat as detail, regardless of other rules. Can be repeated
option-build-letters = Treat objects whose names start with D as detail, and those that start with S as structural, as in `DSphere01`
option-build-structural-budget = Maximum number of facets (flat parts of surfaces) to treat as structural, not counting objects named structural. 0 means no limit
option-build-fill = If the level is sealed, fill space that cannot be reached from the spawn
option-build-pvs-steps = Maximum number of clipping steps in the PVS search. 0 keeps the coarse base PVS
    .more = Default: 300,000, or 4,000,000 for `compile`.
option-value-own-tree-both = The trees stored in both levels
option-value-own-tree-before = The tree stored in the level before the change
option-value-own-tree-after = The tree stored in the level after the change
option-value-of-node = The node-storing tree
option-value-of-leaf = The solid-leaf tree
option-value-of-pvs = The potentially visible set
option-value-renderer-auto = The first renderer in this list that is available
option-value-renderer-gpu = A window drawn by the graphics driver
option-value-renderer-software = A window drawn in software
option-value-renderer-terminal = The terminal
option-value-moving-apart = Doors and lifts move, and each has its own tree
option-value-moving-still = Doors and lifts do not move and belong to the level's tree
option-value-structure-auto = Uses names that start with `detail` or `structure` first, then the size of separate objects, then the structural budget
option-value-structure-names = Uses only the names of the objects
option-value-structure-all = Treats everything except liquid as structural
option-value-view-eye = First person
option-value-view-model = Cutaway model
option-value-view-plan = The model seen from directly above, without perspective
option-info-pvs = Also compute the potentially visible set. This takes seconds for small levels and about a minute for large ones [default: only with --json]
    .more = Compiled levels already contain a PVS, which is always reported. With --pvs=false, the PVS values are null in JSON.
option-info-portal-costs = Compute the potentially visible set a second time and report the portal-flow steps of each portal, most expensive first
option-info-hulls = For a compiled level, compare the clip hulls with the visible tree. For other levels, compare the tree with a copy expanded by the size of the walking body
    .more = The report lists gaps that look open but are closed to the body, and visible walls that the body can pass through.
option-info-lumps = List the lumps of a compiled Quake-family level with their item counts, sizes in bytes and the limits of the original engine
    .more = Exceeded limits always produce a warning. With --json and --csv, all lumps are listed.
option-info-doom-limits = For a DOOM map, report the maximum numbers of visplanes, drawsegs, openings and solid segs that DOOM's renderer needs, and where they occur
    .more = The map's own nodes are traversed from a grid of positions in 16 directions, with all doors open. This takes up to a minute for large maps.
option-info-watch = Report again whenever the level's file, or a file that it uses, is saved. Runs until interrupted
    .more = If a saved level cannot be loaded, the reason is written to standard error. With --json, each report is a separate document.
option-info-pts = Write the leak path as a .pts file that `TrenchBroom` can open, in the units of the source level
option-info-csv = Also write the statistics as comma-separated values: one line of names and one line of values. For a list, the value is its length
    .more = The names are the keys of the --json output joined with dots, as in `node_tree.nodes`. To compare several levels, combine their lines. An existing file is replaced.
option-query-ask = Answer this request instead of reading requests from standard input. Can be repeated
option-walk-script = Script file, or - to read the script from standard input
option-walk-log-queries = Also log the body's queries to this file, for `replay-queries`. An existing file is replaced
    .more = The log contains the queries that the body makes in each tick, on the level and its moving parts, as one `query` request per line. Queries by moving parts that carry or push the body are not logged.
option-walk-course = Run the level's course instead of a script and report the result of each station. The built-in level `torture` has a course
option-walk-json = With --course, print a single JSON document and nothing else
option-walk-collision = Collision method [default: `sweep`; all methods with --course]
option-walk-rate = Ticks per second
option-duel-rules = Rules to compare, separated by commas [default: all rules that can build the tree of a level of this size within seconds]
option-duel-with = Other spatial trees to compare with the build rules, separated by commas: `kd`, `octree`, `bvh`
option-duel-samples = Number of random positions for each kind of query
option-duel-split-costs = Instead of the duel, build the tree once for each cut cost in this range (default: 1 to 32) and count segs, subsectors and each kind of cut, like elfbsp --analysis
    .more = For a DOOM level, this builds the planar tree of its linedefs; for other levels, the node-storing tree with the cost as its cut weight.
option-duel-csv = Also write the results as comma-separated values. An existing file is replaced
option-duel-levels = Draw the top levels of the k-d tree, the octree and the BVH from above, as an SVG file. An existing file is replaced
option-replay-log = Query log in JSON Lines format, or - to read the log from standard input
option-replay-rules = Build rules to compare with the current tree by answering the logged queries. Separate rules with commas, as in `duel`
option-replay-top = Number of most expensive queries to list
option-replay-heat = Draw a floor plan of the level, coloured by the number of nodes visited by the queries that start at each position. An existing file is replaced
option-quiz-count = Number of questions. A small level may have fewer
option-quiz-json = Print the questions and their answers as a single JSON document instead of asking the questions
option-quiz-csv = Write your answers as comma-separated values. An existing file is replaced
option-shot-output = Output file: .png for pixels, .svg or .pdf for vector graphics. An existing file is replaced
option-shot-size = Size of the picture in pixels
option-shot-beside = Show the query costs of two trees side by side: the tree built by --rule on the left, and the tree built by this rule on the right. Weights can follow the rule: RULE:CUT:UNBALANCE
    .more = Both halves use the same view and the same colour scale. A sentence on standard output names the better tree. Requires --show cost, tests or slide-cost, and a PNG file.
option-shot-with-plan = Show the plan next to the view, with lines for the planes of the selected node and the root. Arrows point to the front side of each plane
    .more = Requires a PNG file.
option-shot-portals = Compare the tree's portals with the portals in a Quake portal file (.prt). The picture shows which portals are in both and which are in only one of the two
    .more = `bspwalk portals LEVEL --compare FILE` reports the same comparison as numbers.
option-shot-before = Show the faces, portals and, in the model, leaves that were added or removed since this version of the level. Both versions are loaded and built with the same options
    .more = `bspwalk diff BEFORE AFTER` reports the same comparison as numbers.
option-shot-csv = Also write the value of each pixel as comma-separated values, for --show cost, tests, slide-cost, leaves-seen, faces-drawn, visplanes, drawsegs or openings. An existing file is replaced
    .more = Each line contains x, y and the value. The value is empty for pixels that have no count.
option-shot-json = Print the sum, mean, maximum and histogram of the pixel values as a single JSON document
option-shot-legend = Draw the legends of all visible overlays and films in the upper left corner of the picture
option-film-of = Subject of the film
option-film-query = Query to film, written as a request in the format of `bspwalk query`
option-film-mode = Traversal to show in a query film [default: one-plane]
option-film-output = Output file: GIF or animated PNG. An existing file is replaced
option-film-size = Size of the film in pixels, including captions
option-film-seconds = Duration of a step in seconds. The last step is shown three times as long [default: 2; a walk runs in real time]
option-film-steps = Steps to show, counted from 1 [default: all]
option-film-most = Maximum number of steps to show, evenly spaced over the film or the range given by --steps
option-film-captions = Describe each step and its colours below the picture
    .more = With --captions=false, the picture fills the whole frame.
option-diff-pvs = Compare visibility, which requires computing both potentially visible sets. With --pvs=false, this comparison is skipped
option-diff-own-tree = Use the solid-leaf trees and PVS stored in compiled levels (.bsp) instead of building them. To compare the compiler with bspwalk, use the stored tree of only one level
option-brushes-level = Quake map (.map)
option-brushes-top = Number of brushes to list. The list starts with the measured brushes, followed by the most expensive ones
option-brushes-measure = Number of the most expensive brushes to measure as detail, one at a time. Brushes that touch the outside are skipped. Each measurement takes as long as compiling the level
option-brushes-by = Kind of cost to sort the list by
option-brushes-as-detail = Measure the savings if all of these brushes become detail. Brushes are numbered as in the file
option-brushes-of-face = Report only the brush that contains this face of the level, with its line in the file and its location for a map editor. Face numbers appear in the window and in query answers
option-brushes-output = Write a copy of the map in which the brushes listed in --as-detail are detail. An existing file is replaced, but never the map itself
option-brushes-csv = Also write the counts of all brushes as comma-separated values. An existing file is replaced
option-portals-output = Write the portals to this portal file. An existing file is replaced
option-portals-dialect = Dialect of the portal file
option-portals-compare = Compare the portals with the portals in this portal file, which can use any dialect
option-portals-own-tree = Use the portals of the tree stored in a compiled level (.bsp) instead of the tree built by bspwalk
option-sheet-output = Output file. An existing file is replaced
option-sheet-size = Maximum size of film frames in pixels
option-sheet-questions = Number of questions. A small level may have fewer
option-sheet-samples = Number of random positions for each kind of query in the duel. 0 omits the duel
option-compile-output = Output file. An existing file is replaced
option-tree-output = Output file: JSON or Graphviz for a tree, PNG for the PVS. An existing file is replaced
option-tree-of = Content to write [default: the node-storing tree, or the PVS for a PNG file]
option-tree-own-tree = Write the solid-leaf tree or PVS stored in a compiled level (.bsp) instead of the tree or PVS built by bspwalk
    .more = Each leaf then also lists its number in the .bsp file.
option-tree-by-cost = List the most expensive parts of this kind instead of writing a file. Parts are numbered as in the window
option-tree-top = Number of parts in the --by-cost list
option-tree-order = Sort order of the --by-cost list
option-tree-search = List only parts whose lines in the list contain these words
option-tree-depth = Write only the nodes at the first N depths, and counts for the subtrees below them. The root is at the first depth
option-keys-markdown = Print a Markdown page that lists all actions, their keys and the front ends that support them
option-dialect-prt1 = Portals only, as in qbsp and in qbsp3 for Quake II
option-dialect-prt1-am = Malmberg's format: portals followed by the cluster of each leaf
option-dialect-prt2 = Format of tyrutils and ericw-tools: portals followed by the leaves of each cluster
option-film-nodes = the cells formed by the planes of the node-storing tree, one depth at a time
option-film-leaves = the cells formed by the planes of the solid-leaf tree, one depth at a time
option-film-build = the build of the node-storing tree, one split at a time
option-film-flow = the portal flow from the eye's leaf, or from the leaf given by --select-leaf
option-film-solidity = the four steps that decide which leaves are solid
option-film-painter = the painter's order: the faces in view, painted one after another from far to near
option-keys-default = Print the default keys instead of the keys in the settings
option-keys-preset = Print the keys of a preset instead of the keys in the settings
option-keys-presets = the available presets are { $presets }
option-film-walk = a scripted walk, with moving doors and lifts
option-film-script = script of the walk to film, in the format of `bspwalk walk`
