//! The table of terms.

use super::{
    Group,
    Reference::{
        Akenine, Arnaldi, AtiSdk, Boykov, Catmull, Dammertz, DoomSpecs, DxFramework, Elfbsp, Ericson, Fuchs,
        Iso128, Ize, Jacobson, Knuth, Kruskal, Melax, Murali, Noslopforever, Okabe, Pineda, Quake,
        QuakeCompilers, QuakeThree, Ranbun, Teller, Xuebuyuan,
    },
    Source::{self, Program, Work},
};

/// Defines [`Term`], a variant for each row: its name, the forms by which a text is searched for it, its definition and its
/// sources. A form after `~` also means something else: it is the term only where a text marks it.
macro_rules! terms {
    ($($group:ident {
        $($term:ident: $name:literal [$($form:literal),*], $definition:literal, [$($source:expr),+];)+
    })+) => {
        /// A term of the field or of the program, which has a definition.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Term {
            $($(#[doc = $definition] $term,)+)+
        }

        impl Term {
            /// All of them, by subject.
            pub const ALL: &[Self] = &[$($(Self::$term,)+)+];

            pub(super) const fn row(self) -> Row {
                match self {
                    $($(Self::$term => Row {
                        name: $name,
                        forms: &[$($form),*],
                        definition: $definition,
                        sources: &[$($source),+],
                        group: Group::$group,
                    },)+)+
                }
            }
        }
    };
}

/// What the table says of a term.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) forms: &'static [&'static str],
    pub(super) definition: &'static str,
    pub(super) sources: &'static [Source],
    pub(super) group: Group,
}

terms! {
    Trees {
        BspTree: "BSP tree" ["bsp tree", "bsp trees"],
            "Binary space partitioning: a tree in which each node has a plane that divides its space in two, and a child for each half.",
            [Work(Fuchs, ""), Work(Ericson, "8.1")];
        NodeStoringTree: "node-storing tree" ["node-storing tree", "node-storing trees"],
            "A BSP tree whose nodes keep the faces that lie on their planes. It serves casts, collision and the painter's order.",
            [Work(Ericson, "8.2.1"), Work(AtiSdk, "section 8")];
        SolidLeafTree: "solid-leaf tree" ["solid-leaf tree", "solid-leaf trees"],
            "A BSP tree that keeps the faces in convex leaves, each of which is empty or solid. It serves visibility, leaks and the question where a point is.",
            [Work(Ericson, "8.2.3"), Work(Noslopforever, "")];
        PlanarTree: "planar tree" ["planar tree", "planar trees"],
            "A BSP tree in two dimensions: lines divide a plane, and edges that lie on a line are kept in its node.",
            [Work(Xuebuyuan, "")];
        Node: "node" ["node", "nodes"],
            "One plane and the faces that lie on it. Everything else below the node is either in front of the plane or behind it.",
            [Work(Ericson, "8.2.1"), Work(AtiSdk, "section 8")];
        Root: "root" ["~root", "~roots"],
            "The first node: its plane divides the whole level, and every question begins there.",
            [Work(Ericson, "8.1")];
        Subtree: "subtree" ["subtree", "subtrees"],
            "A node with everything below it.",
            [Work(Knuth, "")];
        SplitPlane: "split plane" ["split plane", "split planes", "splitting plane", "splitting planes"],
            "The plane of a node, which divides the node's space in two. It is drawn only within that space, the cell, because beyond it other planes have already divided.",
            [Work(Ericson, "8.1")];
        PlaneEquation: "plane equation" ["plane equation"],
            "n·x + d = 0 with a normal n of length 1. For any point x the left side is its signed distance from the plane, in metres.",
            [Work(Ericson, "3.6"), Work(DxFramework, "10.3.1")];
        Front: "front" ["~in front", "front child"],
            "The side of a plane to which its normal points: where n·x + d is greater than 0.",
            [Work(Ericson, "3.6"), Work(DxFramework, "10.3.1")];
        Back: "back" ["~behind", "back child"],
            "The side of a plane from which its normal points away: where n·x + d is less than 0.",
            [Work(Ericson, "3.6"), Work(DxFramework, "10.3.1")];
        Coplanar: "on the plane" ["coplanar", "on the plane", "on its plane"],
            "Nearer to a plane than the tolerance. Faces that lie on a node's plane are stored in the node.",
            [Work(Ericson, "8.3.3"), Work(Xuebuyuan, "")];
        Straddling: "straddling" ["straddling", "straddles"],
            "On both sides of a plane, so that the plane has to cut it.",
            [Work(Ericson, "8.3.3"), Work(Xuebuyuan, "")];
        Normal: "normal" ["~normal", "normals"],
            "The direction perpendicular to a face, on its front: its corners go counter-clockwise seen from there.",
            [Work(Ericson, "3.6"), Work(AtiSdk, "section 1")];
        Face: "face" ["face", "faces"],
            "A triangle of the level, as the file has it.",
            [Work(AtiSdk, "section 1")];
        SolidTriangle: "triangle" ["triangle", "triangles", "source triangle", "source triangles"],
            "A triangle of the level. The trees are built from those that stop a body; liquids are only drawn.",
            [Work(AtiSdk, "section 1")];
        Fragment: "fragment" ["fragment", "fragments"],
            "The piece of a face that one node stores. A face on both sides of a plane is cut in two, and each piece goes to its side; ×1.50 means that there are one and a half times as many pieces as faces.",
            [Work(Ericson, "8.3.4"), Work(AtiSdk, "section 3")];
        Split: "split" ["~splits"],
            "A face that a plane cuts in two. Fewer are better: each makes the tree larger.",
            [Work(Ericson, "8.3.4"), Work(AtiSdk, "section 3"), Work(DxFramework, "10.3.4")];
        Growth: "growth" ["~growth"],
            "How many fragments there are for each face: 1 where nothing was cut.",
            [Program];
        Cell: "cell" ["cell", "cells"],
            "The convex region of space that the planes above a node leave to it.",
            [Work(Ericson, "")];
        Depth: "depth" ["~depth", "~depths"],
            "How many nodes are above a node: 0 for the root. Of a tree, the nodes on its longest path; a query goes down such paths.",
            [Work(Ericson, "")];
        MeanDepth: "mean depth" ["mean depth"],
            "Nodes on a path from the root to the end of a branch, on average. For the same number of nodes less is better; a perfectly even tree has about log2 of that number.",
            [Work(Ericson, "")];
        Balance: "balance" ["~balance"],
            "How evenly the planes divide the nodes below them, on average. 50 % is perfectly even; 0 % is a list, in which every plane has everything on one side.",
            [Work(Ericson, "8.3.2"), Work(Noslopforever, "")];
        EyePath: "path of the eye" ["path of the eye"],
            "The way of a point down the tree, one letter for each node: F where the point is in front of the plane, B where it is behind.",
            [Work(Xuebuyuan, "")];
        NodesByDepth: "nodes by depth" ["nodes by depth"],
            "How many nodes there are at each depth, the root on the left. A good tree is wide and ends soon.",
            [Program];
        Icicle: "icicle" ["icicle"],
            "The tree as a picture: a bar is a node, below it are its children, front at the left. Its width is what the node and all below it amount to.",
            [Work(Kruskal, "")];
        Memory: "memory" [],
            "How many bytes the tree takes.",
            [Program];
        BuildTime: "build time" ["build time"],
            "How long the tree took to build.",
            [Program];
        FinishedTree: "finished tree" ["finished tree"],
            "The tree after the whole build, when the nodes below a node have cut its pieces further.",
            [Program];
    }
    Build {
        BuildRule: "build rule" ["build rule", "build rules"],
            "How a node chooses its plane among those of the faces that reach it. The whole tree follows from it.",
            [Work(Ericson, "8.3.1"), Work(AtiSdk, "section 8"), Work(Noslopforever, "")];
        Candidate: "candidate" ["candidate", "candidates"],
            "A plane that is considered for a node: that of a face, or one across an axis. Trying all is slow in large levels.",
            [Work(Ericson, "8.3.1"), Work(AtiSdk, "section 8")];
        Score: "score" ["~score", "~scores"],
            "What a candidate is judged by. The one with the least is taken.",
            [Work(Ericson, "8.3.2"), Work(AtiSdk, "section 8")];
        CutWeight: "cut weight" ["cut weight"],
            "What each face that the plane cuts adds to its score. A larger weight avoids cuts, even where the tree gets less even.",
            [Work(AtiSdk, "section 8")];
        ImbalanceWeight: "imbalance weight" ["imbalance weight"],
            "What each face more on one side than on the other adds to the score. A larger weight makes a more even tree, with more cuts.",
            [Work(AtiSdk, "section 8")];
        Sample: "sample" ["~sample", "~sampled"],
            "The faces that a candidate is scored against, where scoring it against all would take too long. 0 takes all.",
            [Program];
        WhenSplit: "when split" ["when split"],
            "The pieces of faces that reached the node when its plane was chosen. One that was cut counts in front and behind.",
            [Work(AtiSdk, "section 8")];
        QueryCost: "query cost" ["query cost", "cost of a query", "surface area heuristic", "sah"],
            "Surface area heuristic (SAH): how much a query is expected to cost, as a cell is met in proportion to the area of its surface.",
            [Work(Ize, "")];
        RandomSeed: "random seed" ["random seed"],
            "Where the random numbers begin. Equal seeds give equal trees.",
            [Program];
        MaxFragments: "most fragments" [],
            "A node whose plane would cut the level into more pieces than this keeps its faces undivided, as a block. 0 stands for 64 for each face and 65,536 besides.",
            [Program];
        Division: "division" ["~division", "~divisions"],
            "What one node does: its plane divides the faces that reach it into those in front, those behind, and those that it keeps.",
            [Work(Ericson, "8.3"), Work(AtiSdk, "section 8")];
        WhatIf: "what if" ["what if"],
            "Another plane for one node. Only its subtree is built anew, and compared with the one before.",
            [Program];
    }
    Leaves {
        Leaf: "leaf" ["leaf", "leaves"],
            "A convex cell at the end of the solid-leaf tree, which no plane divides further.",
            [Work(Ericson, "8.2.3"), Work(Noslopforever, "")];
        EmptyLeaf: "empty leaf" ["empty leaf", "empty leaves"],
            "A leaf that is room: one can be in it and look through it.",
            [Work(Ericson, "8.2.3"), Work(QuakeCompilers, "")];
        SolidLeaf: "solid leaf" ["solid leaf", "solid leaves", "~solid"],
            "A leaf that is wall: nothing can be in it or be seen through it.",
            [Work(QuakeCompilers, ""), Work(Ericson, "")];
        Convex: "convex" ["convex"],
            "Without dents: the straight line between any two of its points stays within. Convex rooms can always be put in order, others cannot.",
            [Work(Ericson, "3.7"), Work(Noslopforever, "")];
        Solidity: "solidity" ["solidity"],
            "How sure it is that a leaf is solid: +1 certainly solid, −1 certainly empty. In a closed level it is nothing between; in an open one it is decided for all leaves at once.",
            [Work(Murali, "")];
        WindingNumber: "winding number" ["winding number", "winding numbers"],
            "How often the faces enclose a point, holes allowed for: the share of all directions in which it sees their fronts or their backs. Behind a closed wall it is greater by one than in front.",
            [Work(Jacobson, "")];
        MinimumCut: "minimum cut" ["minimum cut"],
            "The cheapest way to divide a graph in two: here all leaves into solid and empty ones, where to cut through an opening costs its area and to overrule evidence its weight.",
            [Work(Boykov, "")];
        Misclassified: "misclassified face" ["misclassified"],
            "A face with the same kind of leaf on both sides: a sheet in a room, or one that is wound the other way. A closed level, wound alike everywhere, has none.",
            [Program];
        Interface: "interface" ["~interface", "~interfaces"],
            "The polygon between two neighbouring leaves.",
            [Work(Murali, "")];
        LeafFace: "leaf face" ["leaf face", "leaf faces"],
            "The piece of a face that lies in one leaf.",
            [Work(Noslopforever, "")];
        Volume: "volume" ["~volume"],
            "The space within a convex cell, in cubic metres.",
            [Program];
        Structural: "structural face" ["structural", "structural face", "structural faces"],
            "A face that makes the solid-leaf tree. Few of them make few, large leaves.",
            [Work(QuakeCompilers, ""), Work(Noslopforever, "")];
        Detail: "detail face" ["detail face", "detail faces"],
            "A face that is only sorted into the leaves, as of pillars and boxes: it separates no space.",
            [Work(QuakeCompilers, ""), Work(Noslopforever, "")];
        DetailByName: "detail by name" [],
            "Objects and materials whose names begin with `detail` are detail, with `structur` structural.",
            [Work(QuakeCompilers, ""), Work(Noslopforever, "")];
        DetailByLetter: "detail by letter" [],
            "A leading D in the name of an object decides for detail, a leading S for structure.",
            [Work(Noslopforever, "")];
        DetailSize: "detail size" [],
            "Joined pieces whose longest side is below this are detail: they can be looked over.",
            [Program];
        StructureBudget: "structure budget" [],
            "Where there are more flat parts of surfaces than this, those that matter least to the tree are detail; 0 for no limit.",
            [Program];
        StructureByHand: "by hand" [],
            "What you set for an object overrides all rules. Click to change it.",
            [Program];
        Fill: "fill" ["~filled"],
            "Empty leaves to which no path leads from the spawn become solid, where the level is sealed.",
            [Work(QuakeCompilers, "")];
        Merge: "merge" [],
            "Coplanar triangles of one surface become convex polygons before the tree is built, where that saves cuts.",
            [Program];
        PlaneTable: "plane table" ["plane table"],
            "The planes of a level, each once: faces and nodes refer to them by number, so that none divides twice.",
            [Work(QuakeCompilers, ""), Work(Noslopforever, "")];
        WorldBox: "world box" ["world box"],
            "A box around the level, whose sides are the topmost planes of the solid-leaf tree.",
            [Work(QuakeCompilers, "")];
        OwnTree: "own tree" ["own tree"],
            "The tree that a compiled level brings, made by its own compiler. The file has no portals: they are found from its cells.",
            [Work(QuakeCompilers, "")];
        Linedef: "linedef" ["linedef", "linedefs"],
            "A line of a map of DOOM: a wall, or a border between two sectors. Its front is on its right.",
            [Work(DoomSpecs, "")];
        Sector: "sector" ["sector", "sectors"],
            "A part of a map of DOOM with one height of the floor and one of the ceiling, bounded by linedefs.",
            [Work(DoomSpecs, "")];
        Seg: "seg" ["seg", "segs"],
            "A part of one side of a linedef, as the partitions of DOOM's nodes cut it.",
            [Work(DoomSpecs, "")];
        Subsector: "subsector" ["subsector", "subsectors"],
            "A leaf of DOOM's tree: a convex part of a sector, with the segs that bound it.",
            [Work(DoomSpecs, "")];
        Miniseg: "miniseg" ["miniseg", "minisegs"],
            "A part of a partition line that closes a subsector where no linedef does. Trees of DOOM for hardware renderers have some.",
            [Work(Elfbsp, "")];
        ExpandedTree: "expanded tree" ["expanded tree"],
            "The solid-leaf tree with each plane moved outward by the body's size, so that the body can be moved as a point.",
            [Work(Melax, "")];
        Bevel: "bevel" ["bevel", "bevels"],
            "A plane beside an edge of an expanded tree, which bounds what moving the planes alone would let stick out.",
            [Work(Melax, ""), Work(QuakeCompilers, "")];
        UncoveredFace: "uncovered face" ["uncovered face", "uncovered faces"],
            "A face without a solid leaf behind it, which expanded planes miss.",
            [Program];
    }
    Visibility {
        Portal: "portal" ["portal", "portals"],
            "The polygon through which one empty leaf opens to the next. Sightlines and paths lead only through them.",
            [Work(Teller, ""), Work(QuakeCompilers, "")];
        DirectedPortal: "directed portal" ["directed portal", "directed portals"],
            "One direction through a portal. The search for what can be seen goes through these.",
            [Work(QuakeCompilers, "")];
        Cluster: "cluster" ["cluster", "clusters"],
            "Leaves that share one row of the PVS, or are drawn together.",
            [Work(QuakeThree, "")];
        Pvs: "PVS" ["pvs", "potentially visible set"],
            "Potentially visible set: the empty leaves that may be seen from somewhere in a leaf. It is never too small, and a little too large.",
            [Work(Teller, ""), Work(QuakeCompilers, "")];
        MeanPvs: "mean PVS" ["mean pvs"],
            "The share of the empty leaves that an empty leaf may see, on average.",
            [Program];
        Mightsee: "mightsee" ["mightsee"],
            "The first, generous bound of what a directed portal may see, which the search then narrows.",
            [Work(QuakeCompilers, "")];
        PortalFlow: "portal flow" ["portal flow"],
            "The search that finds the PVS: chains of portals are followed from a source, and at each portal the view is clipped to the planes that separate the source and the last portal. What is left of the next one is seen.",
            [Work(Teller, ""), Work(QuakeCompilers, "")];
        Sightline: "sightline" ["sightline", "sightlines"],
            "A straight line from one leaf to another through portals. Where there is none, the chain of portals that came nearest is shown.",
            [Work(Teller, "")];
        Matrix: "visibility matrix" ["visibility matrix"],
            "A row for each empty leaf to look from and a column for each to look at, light where it may be seen. White is the row of the eye's leaf; click a cell to see its sightline.",
            [Work(QuakeCompilers, "")];
        Culling: "culling" ["culling", "culls"],
            "Not drawing what cannot be seen: leaves out of view (frustum), and those that no straight line through portals reaches (PVS).",
            [Work(QuakeCompilers, "")];
        Frustum: "frustum" ["frustum"],
            "The pyramid of space that the camera sees.",
            [Work(Ericson, "")];
        Frozen: "frozen culling" ["~frozen"],
            "The same leaves are drawn wherever the eye goes: turn on noclip, fly out, and look back at them.",
            [Program];
        DrawCall: "draw call" ["draw call", "draw calls"],
            "One order to the graphics card to draw some triangles. Few large ones are faster than many small ones.",
            [Program];
        Leak: "leak" ["leak", "leaks"],
            "A path from the spawn to the outside, with the hole at its end. A level is sealed where there is none.",
            [Work(QuakeCompilers, "")];
        StringPulling: "string pulling" ["string pulling"],
            "Shortening a path through portals, as a string that is pulled tight.",
            [Work(QuakeCompilers, "")];
        PainterOrder: "painter's order" ["painter's order", "far to near", "near to far"],
            "The order in which a tree gives the faces from any eye: at each node first the side where the eye is not. What is drawn later covers what was drawn before.",
            [Work(Fuchs, "")];
        DepthBuffer: "depth buffer" ["depth buffer", "z-buffer"],
            "How far away each pixel is, kept so that nearer things win. A tree's order does without.",
            [Work(Catmull, "")];
        EdgeFunction: "edge function" ["edge function", "edge functions"],
            "A linear function that is 0 on an edge of a face in the picture; its signs say which pixels the face covers.",
            [Work(Pineda, "")];
    }
    Motion {
        Body: "body" [],
            "What is kept out of the walls: a sphere that flies, or a capsule that walks.",
            [Work(AtiSdk, "section 7")];
        Cast: "cast" ["cast", "~casts"],
            "The question what a straight segment meets first. At each node the near side is asked before the far one, so that the first face found is the nearest.",
            [Work(AtiSdk, "section 6")];
        Contact: "contact" ["~contact", "~contacts"],
            "The point of a face that is nearest to the body, where it is nearer than the radius.",
            [Work(Ericson, "5.1.5"), Work(AtiSdk, "section 7")];
        PenetrationDepth: "penetration depth" ["penetration depth"],
            "How deep a face is in the body: the radius less the distance.",
            [Work(Ericson, "")];
        Skin: "skin" ["~skin"],
            "The small gap that a body keeps to what it touches.",
            [Work(Quake, "")];
        Depenetration: "depenetration" ["depenetration", "depenetrates"],
            "Moving a body out of all the faces that it overlaps, at once, and through none.",
            [Program];
        AtiSample: "ATI sample" ["ati sample", "ati sdk's sample"],
            "The BSP sample of the ATI SDK of March 2006. Its push moves a sphere out of one face after the other, knows no corners, and fails between walls at less than 90°.",
            [Work(AtiSdk, "section 7")];
        Ghost: "ghost" ["ghost"],
            "A second body with the same keys, which the ATI sample's push keeps out of the walls, or does not.",
            [Work(AtiSdk, "section 7")];
        TimeOfImpact: "time of impact" ["time of impact", "toi"],
            "The share of a displacement at which a body first touches something.",
            [Work(Ericson, "")];
        Sweep: "sweep" ["~sweep", "~sweeps"],
            "The question how far a body can go along a line before it touches something.",
            [Work(Ericson, "")];
        Slide: "slide" ["~slide", "~slides"],
            "What is left of a displacement goes on along the face that was touched.",
            [Work(Quake, "")];
        EarlyOut: "early-out bounds" ["early-out bounds"],
            "Cheap tests that are never wrong about a miss and spare the exact one.",
            [Work(Ericson, "")];
        Mailbox: "mailbox" ["mailbox"],
            "What a query has tested already, so that a face in several nodes is tested once.",
            [Work(Arnaldi, "")];
        WideNode: "wide node" ["wide node", "wide nodes"],
            "Up to seven nodes of the node-storing tree, whose planes a query asks at once, and the eight cells between them; a cell with eight faces or fewer is a block.",
            [Work(Dammertz, "")];
        SeparatingAxis: "separating axis" ["separating axis", "separating axes"],
            "A direction along which two convex bodies lie apart: then they do not touch. A box and a triangle need 13 of them.",
            [Work(Ericson, "5.2.9"), Work(Akenine, ""), Work(Ranbun, "")];
        CollisionMethod: "collision method" ["collision method", "collision methods"],
            "How the body is kept out of the walls: by exact sweeps, by pushes, through expanded planes, or with the ATI sample's faults.",
            [Work(Melax, ""), Work(AtiSdk, "section 7")];
        ClipHull: "clip hull" ["clip hull", "clip hulls"],
            "A tree in a compiled level for bodies of one size, through which a body moves as a point.",
            [Work(QuakeCompilers, "")];
        Tick: "tick" ["tick", "ticks"],
            "One step of the simulation, 1/120 of a second.",
            [Program];
        Noclip: "noclip" ["noclip"],
            "The eye passes through walls, and the body stays where it was.",
            [Work(Quake, "")];
        Movement: "movement" [],
            "Walking, with gravity, stairs and jumps, or flying.",
            [Work(Quake, "")];
        Radius: "radius" ["~radius"],
            "How far the walls keep the middle of the body away.",
            [Work(AtiSdk, "section 7")];
        Speed: "speed" [],
            "In metres a second; the wheel changes it too.",
            [Program];
        Height: "height" [],
            "Height of the walking body, from feet to top.",
            [Program];
        EyeHeight: "eye" [],
            "How high the eye is above the feet.",
            [Program];
        StepHeight: "step" [],
            "The highest step that is climbed without a jump.",
            [Work(Quake, "")];
        Slope: "slope" ["slope"],
            "The steepest ground that can be walked on.",
            [Work(Quake, "")];
        Jump: "jump" [],
            "How high a jump lifts the feet.",
            [Program];
        Gravity: "gravity" ["gravity"],
            "How fast falling gets faster: 9.81 m/s² on the Earth, 1.62 on the Moon.",
            [Program];
    }
    Level {
        Spawn: "spawn" ["spawn"],
            "Where the player starts.",
            [Work(Quake, "")];
        Material: "material" ["material", "materials"],
            "How a surface looks: its colour and texture.",
            [Program];
        Object: "object" [],
            "A named object or group of the file.",
            [Program];
        Entity: "entity" ["entity", "entities"],
            "What stands in a level and has a name: a start, a light, a door.",
            [Work(Quake, "")];
        UpAxis: "up" [],
            "Which axis of the file points up.",
            [Program];
        Unit: "unit" [],
            "How many metres a unit of the file is long.",
            [Program];
        FileLight: "light of the file" [],
            "The light that the compiler of a level computed for each face. Without it the level is lit by sun and sky.",
            [Work(QuakeCompilers, "")];
        LightStyle: "light style" ["light styles"],
            "How bright some lights of a level are and change: by number, 0 for those that always burn, up to 31 for those that flicker \
             or pulse, from 32 on for those that something switches. The light of each style is kept apart on each face.",
            [Work(QuakeCompilers, "")];
        View: "view" [],
            "How the level is looked at: from the eyes, as a model that is cut open, or from straight above as a plan.",
            [Program];
        SectionCut: "cut" ["~section", "~sections"],
            "The height at which the model is cut open: nothing above it is shown.",
            [Work(Iso128, "")];
        Tint: "tint" [],
            "Faces in front of the selected node's plane get one colour, faces behind it another.",
            [Program];
        Opacity: "opacity" [],
            "How much the planes hide of what is behind them.",
            [Program];
        Palette: "palette" [],
            "The colours of all overlays. Those of each palette can be told apart with any kind of colour vision.",
            [Work(Okabe, "")];
        PlanesOfSelection: "follow the selection" [],
            "While a node is selected, only its plane and those of the nodes above it are shown.",
            [Program];
        NodeNumber: "number" [],
            "Each node has a number, 0 for the root; the nodes below a node come after it.",
            [Program];
        Neighbours: "neighbours" [],
            "The node above a node and the two below it.",
            [Program];
        PlaneByHand: "plane by hand" [],
            "A plane that you move along its normal, turn around the vertical, or tilt out of it.",
            [Program];
    }
    Program {
        Bookmark: "bookmark" ["bookmark", "bookmarks"],
            "A view of the level that is kept under a name, in a file beside the level.",
            [Program];
        FieldOfView: "field of view" [],
            "How wide the view is, in degrees, measured across a 16:9 view.",
            [Program];
        Sensitivity: "sensitivity" [],
            "How many degrees the view turns per count of the mouse.",
            [Program];
        InvertY: "invert Y" [],
            "Moving the mouse forward looks down.",
            [Program];
        HeadBob: "head bob" [],
            "The eye goes up and down with the steps.",
            [Program];
        Brightness: "brightness" [],
            "How much brighter the level is drawn than its light is.",
            [Program];
        Language: "language" [],
            "The language of all texts. Terms of the field have their English word beside them in the glossary.",
            [Program];
        RenderScale: "render scale" [],
            "How fine the level is drawn before it is enlarged to the window. Adaptive: in full, but coarser while it moves where the \
             driver draws in software.",
            [Program];
        ToolBar: "tool bar" [],
            "The bar above the level, while the mouse is free.",
            [Program];
        TextSize: "text size" [],
            "The size of text and cards, as a share of the size that fits the window.",
            [Program];
        ReducedMotion: "reduced motion" [],
            "The camera cuts where it would fly, films show each step at once where they would sweep, nothing pulses, and the head \
             does not bob.",
            [Program];
        Hints: "hints" [],
            "The next useful key is named, until it was used.",
            [Program];
        Median: "median" ["median"],
            "Half of the last frames took less time, half more. FPS: frames per second.",
            [Program];
        Percentile: "95th percentile" ["95th percentile"],
            "One frame in twenty took longer than this.",
            [Program];
        Course: "course" [],
            "Stations of a level that are hard for collision; each is scored for each collision method.",
            [Program];
    }
}
