//! The table of the glossary's terms.

use bspwalk_text::Message;

use super::{
    Group,
    Reference::{
        Akenine, Arnaldi, AtiSdk, Bentley, Boykov, Catmull, Dammertz, Doom, DoomSpecs, DxFramework, Elfbsp,
        Ericson, Fuchs, Gordon, Iso128, Ize, Jacobson, Knuth, Kruskal, Meagher, Melax, Murali, Noslopforever,
        Okabe, Pineda, Quake, QuakeCompilers, QuakeThree, Ranbun, Rubin, Sanglard, Teller, Xuebuyuan,
    },
    Source::{self, Program, Work},
};

/// Defines [`Term`] with one variant for each row, which contains a message key and the sources.
///
/// The messages `glossary-term-*` contain the name, the definition, and the words that identify the term in a string.
macro_rules! terms {
    ($($group:ident {
        $($term:ident: $key:literal, [$($source:expr),+];)+
    })+) => {
        /// A technical term with a definition.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Term {
            $($(#[doc = concat!("`", $key, "`")] $term,)+)+
        }

        impl Term {
            /// All terms, grouped by subject.
            pub const ALL: &[Self] = &[$($(Self::$term,)+)+];

            pub(super) const fn row(self) -> Row {
                match self {
                    $($(Self::$term => Row {
                        name: Message::new(concat!("glossary-term-", $key)),
                        forms: Message::new(concat!("glossary-term-", $key, ".forms")),
                        definition: Message::new(concat!("glossary-term-", $key, ".definition")),
                        sources: &[$($source),+],
                        group: Group::$group,
                    },)+)+
                }
            }
        }
    };
}

/// A row of the table.
pub(super) struct Row {
    pub(super) name: Message,
    /// Comma-separated words that identify the term. A word after `~` is ambiguous, and refers to the term only if a
    /// string marks it.
    pub(super) forms: Message,
    pub(super) definition: Message,
    pub(super) sources: &'static [Source],
    pub(super) group: Group,
}

terms! {
    Trees {
        BspTree: "bsp-tree", [Work(Fuchs, ""), Work(Ericson, "8.1")];
        NodeStoringTree: "node-storing-tree", [Work(Ericson, "8.2.1"), Work(AtiSdk, "section 8")];
        SolidLeafTree: "solid-leaf-tree", [Work(Ericson, "8.2.3"), Work(Noslopforever, "")];
        PlanarTree: "planar-tree", [Work(Xuebuyuan, "")];
        Bvh: "bvh", [Work(Rubin, ""), Work(Ericson, "6")];
        KdTree: "kd-tree", [Work(Bentley, ""), Work(Ericson, "7.3.7")];
        Octree: "octree", [Work(Meagher, ""), Work(Ericson, "7.3.1")];
        Node: "node", [Work(Ericson, "8.2.1"), Work(AtiSdk, "section 8")];
        Root: "root", [Work(Ericson, "8.1")];
        Subtree: "subtree", [Work(Knuth, "")];
        SplitPlane: "split-plane", [Work(Ericson, "8.1")];
        PlaneEquation: "plane-equation", [Work(Ericson, "3.6"), Work(DxFramework, "10.3.1")];
        Front: "front", [Work(Ericson, "3.6"), Work(DxFramework, "10.3.1")];
        Back: "back", [Work(Ericson, "3.6"), Work(DxFramework, "10.3.1")];
        Coplanar: "coplanar", [Work(Ericson, "8.3.3"), Work(Xuebuyuan, "")];
        Straddling: "straddling", [Work(Ericson, "8.3.3"), Work(Xuebuyuan, "")];
        Normal: "normal", [Work(Ericson, "3.6"), Work(AtiSdk, "section 1")];
        Face: "face", [Work(AtiSdk, "section 1")];
        SolidTriangle: "solid-triangle", [Work(AtiSdk, "section 1")];
        Fragment: "fragment", [Work(Ericson, "8.3.4"), Work(AtiSdk, "section 3")];
        Split: "split", [Work(Ericson, "8.3.4"), Work(AtiSdk, "section 3"), Work(DxFramework, "10.3.4")];
        Growth: "growth", [Program];
        Cell: "cell", [Work(Ericson, "")];
        Depth: "depth", [Work(Ericson, "")];
        MeanDepth: "mean-depth", [Work(Ericson, "")];
        Balance: "balance", [Work(Ericson, "8.3.2"), Work(Noslopforever, "")];
        EyePath: "eye-path", [Work(Xuebuyuan, "")];
        NodesByDepth: "nodes-by-depth", [Program];
        Icicle: "icicle", [Work(Kruskal, "")];
        Memory: "memory", [Program];
        BuildTime: "build-time", [Program];
        FinishedTree: "finished-tree", [Program];
    }
    Build {
        BuildRule: "build-rule", [Work(Ericson, "8.3.1"), Work(AtiSdk, "section 8"), Work(Noslopforever, "")];
        Candidate: "candidate", [Work(Ericson, "8.3.1"), Work(AtiSdk, "section 8")];
        Score: "score", [Work(Ericson, "8.3.2"), Work(AtiSdk, "section 8")];
        CutWeight: "cut-weight", [Work(AtiSdk, "section 8")];
        ImbalanceWeight: "imbalance-weight", [Work(AtiSdk, "section 8")];
        Sample: "sample", [Program];
        WhenSplit: "when-split", [Work(AtiSdk, "section 8")];
        QueryCost: "query-cost", [Work(Ize, "")];
        RandomSeed: "random-seed", [Program];
        MaxFragments: "max-fragments", [Program];
        Division: "division", [Work(Ericson, "8.3"), Work(AtiSdk, "section 8")];
        WhatIf: "what-if", [Program];
    }
    Leaves {
        Leaf: "leaf", [Work(Ericson, "8.2.3"), Work(Noslopforever, "")];
        EmptyLeaf: "empty-leaf", [Work(Ericson, "8.2.3"), Work(QuakeCompilers, "")];
        SolidLeaf: "solid-leaf", [Work(QuakeCompilers, ""), Work(Ericson, "")];
        Convex: "convex", [Work(Ericson, "3.7"), Work(Noslopforever, "")];
        Solidity: "solidity", [Work(Murali, "")];
        WindingNumber: "winding-number", [Work(Jacobson, "")];
        MinimumCut: "minimum-cut", [Work(Boykov, "")];
        Misclassified: "misclassified", [Program];
        Interface: "interface", [Work(Murali, "")];
        LeafFace: "leaf-face", [Work(Noslopforever, "")];
        Volume: "volume", [Program];
        Structural: "structural", [Work(QuakeCompilers, ""), Work(Noslopforever, "")];
        Detail: "detail", [Work(QuakeCompilers, ""), Work(Noslopforever, "")];
        DetailByName: "detail-by-name", [Work(QuakeCompilers, ""), Work(Noslopforever, "")];
        DetailByLetter: "detail-by-letter", [Work(Noslopforever, "")];
        DetailSize: "detail-size", [Program];
        StructureBudget: "structure-budget", [Program];
        StructureByHand: "structure-by-hand", [Program];
        Fill: "fill", [Work(QuakeCompilers, "")];
        Merge: "merge", [Program];
        PlaneTable: "plane-table", [Work(QuakeCompilers, ""), Work(Noslopforever, "")];
        WorldBox: "world-box", [Work(QuakeCompilers, "")];
        HintBrush: "hint-brush", [Work(QuakeCompilers, "")];
        OwnTree: "own-tree", [Work(QuakeCompilers, "")];
        Linedef: "linedef", [Work(DoomSpecs, "")];
        Sector: "sector", [Work(DoomSpecs, "")];
        Seg: "seg", [Work(DoomSpecs, "")];
        Subsector: "subsector", [Work(DoomSpecs, "")];
        Miniseg: "miniseg", [Work(Elfbsp, "")];
        ExpandedTree: "expanded-tree", [Work(Melax, "")];
        Bevel: "bevel", [Work(Melax, ""), Work(QuakeCompilers, "")];
        UncoveredFace: "uncovered-face", [Program];
    }
    Visibility {
        Portal: "portal", [Work(Teller, ""), Work(QuakeCompilers, "")];
        DirectedPortal: "directed-portal", [Work(QuakeCompilers, "")];
        Cluster: "cluster", [Work(QuakeThree, "")];
        Area: "area", [Work(QuakeCompilers, ""), Work(QuakeThree, "")];
        Visleaf: "visleaf", [Work(Quake, "")];
        Pvs: "pvs", [Work(Teller, ""), Work(QuakeCompilers, "")];
        MeanPvs: "mean-pvs", [Program];
        Mightsee: "mightsee", [Work(QuakeCompilers, "")];
        PortalFlow: "portal-flow", [Work(Teller, ""), Work(QuakeCompilers, "")];
        Sightline: "sightline", [Work(Teller, "")];
        Matrix: "matrix", [Work(QuakeCompilers, "")];
        Culling: "culling", [Work(QuakeCompilers, "")];
        Frustum: "frustum", [Work(Ericson, "")];
        Frozen: "frozen", [Program];
        DrawCall: "draw-call", [Program];
        Leak: "leak", [Work(QuakeCompilers, "")];
        StringPulling: "string-pulling", [Work(QuakeCompilers, "")];
        PainterOrder: "painter-order", [Work(Fuchs, "")];
        FrontToBack: "front-to-back", [Work(Gordon, "")];
        SolidColumn: "solid-column", [Work(Doom, ""), Work(Sanglard, "")];
        DepthBuffer: "depth-buffer", [Work(Catmull, "")];
        EdgeFunction: "edge-function", [Work(Pineda, "")];
    }
    Motion {
        Body: "body", [Work(AtiSdk, "section 7")];
        Cast: "cast", [Work(AtiSdk, "section 6")];
        Contact: "contact", [Work(Ericson, "5.1.5"), Work(AtiSdk, "section 7")];
        PenetrationDepth: "penetration-depth", [Work(Ericson, "")];
        Skin: "skin", [Work(Quake, "")];
        Depenetration: "depenetration", [Program];
        AtiSample: "ati-sample", [Work(AtiSdk, "section 7")];
        Ghost: "ghost", [Work(AtiSdk, "section 7")];
        TimeOfImpact: "time-of-impact", [Work(Ericson, "")];
        Sweep: "sweep", [Work(Ericson, "")];
        Slide: "slide", [Work(Quake, "")];
        EarlyOut: "early-out", [Work(Ericson, "")];
        Mailbox: "mailbox", [Work(Arnaldi, "")];
        WideNode: "wide-node", [Work(Dammertz, "")];
        SeparatingAxis: "separating-axis", [Work(Ericson, "5.2.9"), Work(Akenine, ""), Work(Ranbun, "")];
        CollisionMethod: "collision-method", [Work(Melax, ""), Work(AtiSdk, "section 7")];
        ClipHull: "clip-hull", [Work(QuakeCompilers, "")];
        Tick: "tick", [Program];
        Noclip: "noclip", [Work(Quake, "")];
        Movement: "movement", [Work(Quake, "")];
        Radius: "radius", [Work(AtiSdk, "section 7")];
        Speed: "speed", [Program];
        Height: "height", [Program];
        EyeHeight: "eye-height", [Program];
        StepHeight: "step-height", [Work(Quake, "")];
        Slope: "slope", [Work(Quake, "")];
        Jump: "jump", [Program];
        Gravity: "gravity", [Program];
    }
    Level {
        Spawn: "spawn", [Work(Quake, "")];
        Material: "material", [Program];
        Object: "object", [Program];
        Entity: "entity", [Work(Quake, "")];
        MovingPart: "moving-part", [Work(Quake, "")];
        UpAxis: "up-axis", [Program];
        Unit: "unit", [Program];
        FileLight: "file-light", [Work(QuakeCompilers, "")];
        LightStyle: "light-style", [Work(QuakeCompilers, "")];
        View: "view", [Program];
        SectionCut: "section-cut", [Work(Iso128, "")];
        Tint: "tint", [Program];
        Opacity: "opacity", [Program];
        Palette: "palette", [Work(Okabe, "")];
        PlanesOfSelection: "planes-of-selection", [Program];
        NodeNumber: "node-number", [Program];
        Neighbours: "neighbours", [Program];
        PlaneByHand: "plane-by-hand", [Program];
    }
    Program {
        Bookmark: "bookmark", [Program];
        FieldOfView: "field-of-view", [Program];
        Sensitivity: "sensitivity", [Program];
        PadDeadZone: "pad-dead-zone", [Program];
        PadCurve: "pad-curve", [Program];
        PadSensitivity: "pad-sensitivity", [Program];
        InvertY: "invert-y", [Program];
        HeadBob: "head-bob", [Program];
        Brightness: "brightness", [Program];
        Language: "language", [Program];
        RenderScale: "render-scale", [Program];
        ToolBar: "tool-bar", [Program];
        TextSize: "text-size", [Program];
        ReducedMotion: "reduced-motion", [Program];
        Hints: "hints", [Program];
        Median: "median", [Program];
        Percentile: "percentile", [Program];
        Course: "course", [Program];
    }
}
