//! A list of triangles with a k-d tree, an octree or a BVH over it.

use bspwalk_collision::Capsule;
use bspwalk_geometry::{Aabb, Shape, TaggedTriangle};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use bspwalk_trees::{CastHit, ObstacleTriangle, Obstacles, QueryCounters, TriangleId, TriangleList};
use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::{
    bounds::Bounds, bvh::Bvh, kd_tree::KdTree, mailbox::Mailbox, motion::Motion, octree::Octree,
    shape::TreeShape,
};

/// Kind of spatial tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SpatialTreeKind {
    /// A tree of planes perpendicular to an axis.
    KdTree,
    /// A tree of cubes, with up to eight children per node.
    Octree,
    /// A bounding volume hierarchy: a tree of boxes that may overlap.
    Bvh,
}

impl SpatialTreeKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::KdTree, Self::Octree, Self::Bvh];

    /// Returns the name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::KdTree => "kd",
            Self::Octree => "octree",
            Self::Bvh => "bvh",
        }
    }

    /// Returns the title shown to the user.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::KdTree => text!("duel-tree-kd"),
            Self::Octree => text!("duel-tree-octree"),
            Self::Bvh => text!("duel-tree-bvh"),
        }
    }
}

/// A k-d tree, an octree or a BVH over triangles.
///
/// Like a BSP tree, it skips degenerate triangles. Hits and contacts have no node: their `node` is the invalid number
/// that a [`TriangleList`] also reports.
#[derive(Clone, Debug)]
pub struct SpatialTree {
    kind: SpatialTreeKind,
    triangles: TriangleList,
    hierarchy: Hierarchy,
    shape: TreeShape,
}

#[derive(Clone, Debug)]
enum Hierarchy {
    KdTree(KdTree),
    Octree(Octree),
    Bvh(Bvh),
}

impl SpatialTree {
    /// Builds a tree.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn build(
        kind: SpatialTreeKind,
        triangles: &[TaggedTriangle],
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        progress.begin("Building the tree", 0);
        let triangles = TriangleList::new(triangles);
        let faces: Vec<[Vec3; 3]> = triangles
            .triangle_ids()
            .filter_map(|number| Some(triangles.triangle(number)?.corners))
            .collect();
        let boxes: Vec<Bounds> = faces.iter().copied().map(Bounds::of_triangle).collect();
        let (hierarchy, outlines, bytes) = match kind {
            SpatialTreeKind::KdTree => {
                let (tree, outlines) = KdTree::build(&boxes, progress)?;
                let bytes = tree.bytes();
                (Hierarchy::KdTree(tree), outlines, bytes)
            }
            SpatialTreeKind::Octree => {
                let (tree, outlines) = Octree::build(&faces, progress)?;
                let bytes = tree.bytes();
                (Hierarchy::Octree(tree), outlines, bytes)
            }
            SpatialTreeKind::Bvh => {
                let (tree, outlines) = Bvh::build(&boxes, progress)?;
                let bytes = tree.bytes();
                (Hierarchy::Bvh(tree), outlines, bytes)
            }
        };
        let is_binary = kind != SpatialTreeKind::Octree;
        let bytes = bytes as u64 + triangles.bytes();
        let shape = TreeShape::new(&outlines, is_binary, bytes);
        Ok(Self {
            kind,
            triangles,
            hierarchy,
            shape,
        })
    }

    /// Returns the kind of the tree.
    #[must_use]
    pub fn kind(&self) -> SpatialTreeKind {
        self.kind
    }

    /// Returns the statistics of the tree.
    #[must_use]
    pub fn shape(&self) -> &TreeShape {
        &self.shape
    }

    /// Returns the number of triangles, not counting degenerate ones.
    #[must_use]
    pub fn triangle_count(&self) -> u32 {
        self.triangles.triangle_count()
    }

    /// Calls `test` with each triangle in the leaves that a body reaches along its path, roughly in the order of the
    /// path. `test` returns the fraction of the path that still has to be searched.
    ///
    /// Adds the work done to the [`QueryCounters`], and returns the number of visited nodes.
    fn search(&self, motion: &Motion, mut test: impl FnMut(TriangleId) -> f32) -> u32 {
        let mut mailbox = Mailbox::default();
        let (mut faces, mut limit) = (0, 1.0);
        let leaf = |references: &[u32]| {
            faces += references.len() as u32;
            for &triangle in references {
                if !mailbox.already_tested(triangle) {
                    limit = test(TriangleId(triangle));
                }
            }
            limit
        };
        let nodes = match &self.hierarchy {
            Hierarchy::KdTree(tree) => tree.visit(motion, leaf),
            Hierarchy::Octree(tree) => tree.visit(motion, leaf),
            Hierarchy::Bvh(tree) => tree.visit(motion, leaf),
        };
        QueryCounters::record(nodes, faces);
        nodes
    }
}

impl Obstacles for SpatialTree {
    fn cast(&self, from: Vec3, to: Vec3) -> Option<CastHit> {
        let mut cast = self.triangles.begin_cast(from, to)?;
        let motion = Motion::new(Capsule::sphere(0.0), from, to, &self.bounds());
        self.search(&motion, |triangle| {
            cast.test(triangle);
            cast.reach()
        });
        cast.hit()
    }

    fn visit_swept(
        &self,
        shape: &Shape,
        from: Vec3,
        to: Vec3,
        mut visit: impl FnMut(&ObstacleTriangle) -> f64,
    ) -> u32 {
        let motion = Motion::new(shape.bounding_capsule(), from, to, &self.bounds());
        let mut limit = 1.0;
        self.search(&motion, |triangle| {
            if let Some(triangle) = self.triangles.triangle(triangle) {
                limit = visit(&triangle);
            }
            limit as f32
        })
    }

    fn visit_near(&self, shape: &Shape, center: Vec3, mut visit: impl FnMut(&ObstacleTriangle)) {
        let motion = Motion::new(shape.bounding_capsule(), center, center, &self.bounds());
        self.search(&motion, |triangle| {
            if let Some(triangle) = self.triangles.triangle(triangle) {
                visit(&triangle);
            }
            1.0
        });
    }

    fn bounds(&self) -> Aabb {
        self.triangles.bounds()
    }
}
