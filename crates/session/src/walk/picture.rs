//! Renderer of a walk, which draws the level by one of its trees, with colouring, light and culling.

use std::sync::Arc;

use bspwalk_draw::{
    light::Lightmaps,
    raster::{Camera, Coloring, Faces, Frame, FrameLeaves, FrameStats, FrameStyle, Frames, Method},
};
use bspwalk_levels::{Level, light_styles::StyleFactors, mechanisms::Pose};
use bspwalk_text::{Message, message};
use bspwalk_trees::{
    LeafTree, NodeTree,
    node_storing::NodeId,
    solid_leaf::{ExpandedTree, LeafId, Pvs},
};
use fixedbitset::FixedBitSet;
use glam::{DVec3, Vec3};

use crate::{
    background::Part,
    overlays::{OverlayKind, Overlays},
    seen::LeafFaces,
};

/// Returns the colouring of the faces.
#[must_use]
pub fn coloring(overlays: &Overlays) -> Coloring {
    match overlays.coloring() {
        OverlayKind::Nodes => Coloring::Node,
        OverlayKind::Depth => Coloring::Depth,
        OverlayKind::Triangles => Coloring::Triangle,
        OverlayKind::Fragments => Coloring::Fragment,
        OverlayKind::Visible => Coloring::VisibleLeaf,
        _ => Coloring::Material,
    }
}

/// Methods of hidden surface removal with their names, in the order of the key.
const METHODS: [(Method, Message); 3] = [
    (Method::FrontToBack, message!("walk-front-to-back")),
    (Method::Painter, message!("walk-painter")),
    (Method::DepthBuffer, message!("walk-depth-buffer")),
];

/// Parameters of a picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shot<'a> {
    pub(super) camera: Camera,
    /// Eye position of the body, in metres. The camera may be elsewhere.
    pub(super) eye: Vec3,
    pub(super) size: [u32; 2],
    pub(super) selected: Option<NodeId>,
    /// Number of fragments to paint, or `None` for all.
    pub(super) limit: Option<u32>,
    pub(super) overlays: &'a Overlays,
    pub(super) smooth: bool,
}

/// Renderer of a walk, with its settings and its last frame.
#[derive(Debug)]
pub struct Picture {
    /// Renderer with the tree of the solid faces, for views of that tree.
    frames: Frames,
    /// Renderer with a tree that includes liquids and moving parts, if there are any. It shows the level as
    /// it looks in the game.
    with_liquids: Option<Frames>,
    level: Arc<Level>,
    light: Option<Arc<Lightmaps>>,
    /// Current brightness of the light styles.
    light_styles: StyleFactors,
    leaves: Option<(Arc<LeafTree>, Arc<LeafFaces>)>,
    pvs: Option<Arc<Pvs>>,
    planes: Option<Arc<ExpandedTree>>,
    /// Reason why a part could not be built.
    failure: Option<String>,
    /// Index into [`METHODS`].
    method: usize,
    /// Whether the film shows front-to-back order instead of painter's order.
    pub film_is_front_to_back: bool,
    /// Whether faces that are not visible from the eye's leaf are culled.
    pub culls: bool,
    /// Whether culling stays frozen at the leaf where the eye was.
    pub is_frozen: bool,
    /// Leaf of the eye, faces visible from it, and whether the PVS hides any, for the next picture.
    seen_from: Option<LeafId>,
    seen: FixedBitSet,
    hides: bool,
    /// Poses of the mechanisms, and their faces, which are never culled.
    poses: Vec<Pose>,
    moving_faces: FixedBitSet,
    /// Statistics of the last picture, and whether it used the tree with liquids.
    stats: FrameStats,
    by_liquids: bool,
    /// Parameters of the last picture, or `None` if the next one must be redrawn.
    drawn: Option<(Camera, [u32; 2], FrameStyle, bool)>,
}

impl Picture {
    pub(super) fn new(level: &Arc<Level>, tree: &Arc<NodeTree>, painted: &Arc<NodeTree>) -> Self {
        Self {
            frames: Frames::new(level, tree),
            with_liquids: (!Arc::ptr_eq(tree, painted)).then(|| Frames::new(level, painted)),
            level: Arc::clone(level),
            light: None,
            light_styles: StyleFactors::default(),
            leaves: None,
            pvs: None,
            planes: None,
            failure: None,
            method: 0,
            film_is_front_to_back: false,
            culls: true,
            is_frozen: false,
            seen_from: None,
            seen: FixedBitSet::new(),
            hides: false,
            poses: Vec::new(),
            moving_faces: moving_faces(level),
            stats: FrameStats::default(),
            by_liquids: false,
            drawn: None,
        }
    }

    /// Creates the renderer of another level with the settings of this one.
    pub(super) fn of_level(&self, level: &Arc<Level>, tree: &Arc<NodeTree>, painted: &Arc<NodeTree>) -> Self {
        Self {
            method: self.method,
            film_is_front_to_back: self.film_is_front_to_back,
            culls: self.culls,
            ..Self::new(level, tree, painted)
        }
    }

    /// Stores a finished part.
    pub(super) fn take(&mut self, part: Part) {
        match part {
            Part::Light(light) => {
                self.light_styles = StyleFactors::default();
                self.set_light(light);
            }
            Part::Leaves(tree, faces) => self.leaves = Some((tree, faces)),
            Part::Planes(planes) => self.planes = Some(planes),
            Part::Pvs(pvs) => self.pvs = Some(pvs),
            Part::Failed(reason) => self.failure = Some(reason),
        }
        self.drawn = None;
        self.seen_from = None;
    }

    fn set_light(&mut self, light: Arc<Lightmaps>) {
        for frames in [Some(&mut self.frames), self.with_liquids.as_mut()]
            .into_iter()
            .flatten()
        {
            frames.set_light(Arc::clone(&light));
        }
        self.light = Some(light);
        self.drawn = None;
    }

    /// Updates the brightness of the light styles.
    fn light_up(&mut self, said: &StyleFactors) {
        if let Some(light) = self.light.as_ref().filter(|_| self.light_styles != *said) {
            let mut light = Lightmaps::clone(light);
            light.set_styles(&self.level, said);
            self.light_styles = said.clone();
            self.set_light(Arc::new(light));
        }
    }

    /// Updates the poses of the mechanisms.
    pub(super) fn set_poses(&mut self, poses: Vec<Pose>) {
        if poses != self.poses {
            self.frames.set_poses(&poses);
            if let Some(frames) = &mut self.with_liquids {
                frames.set_poses(&poses);
            }
            self.poses = poses;
            self.drawn = None;
        }
    }

    /// Returns the faces of the last frame.
    #[must_use]
    pub fn faces(&self) -> &Faces {
        match &self.with_liquids {
            Some(frames) if self.by_liquids => frames.faces(),
            _ => self.frames.faces(),
        }
    }

    /// Returns the planes of the solid-leaf tree, once they are available.
    #[must_use]
    pub fn planes(&self) -> Option<Arc<ExpandedTree>> {
        self.planes.clone()
    }

    /// Returns the reason why the solid-leaf tree, or a part derived from it, could not be built.
    #[must_use]
    pub(super) fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Returns the solid-leaf tree, once it is available.
    #[must_use]
    pub fn leaves(&self) -> Option<&Arc<LeafTree>> {
        self.leaves.as_ref().map(|(tree, _)| tree)
    }

    /// Returns the PVS, once it is available.
    #[must_use]
    pub fn pvs(&self) -> Option<&Arc<Pvs>> {
        self.pvs.as_ref()
    }

    /// Returns the name of the hidden surface removal method.
    #[must_use]
    pub fn method_name(&self) -> &'static str {
        METHODS[self.method].1.text()
    }

    /// Returns the statistics of the last picture.
    #[must_use]
    pub fn stats(&self) -> FrameStats {
        self.stats
    }

    /// Returns the faces that are potentially visible from the eye, or `None` if all faces are drawn.
    #[must_use]
    pub fn seen(&self) -> Option<&FixedBitSet> {
        (self.culls && self.hides).then_some(&self.seen)
    }

    pub(super) fn next_method(&mut self) -> &'static str {
        self.method = (self.method + 1) % METHODS.len();
        METHODS[self.method].1.text()
    }

    /// Returns the number of fragments in view, which the film paints one by one.
    pub(super) fn fragments_in_view(&mut self, camera: &Camera) -> u32 {
        let size = self.frame().size;
        let frame = self.draw(&Shot {
            camera: *camera,
            eye: camera.eye.as_vec3(),
            size,
            selected: None,
            limit: Some(0),
            overlays: &Overlays::none(),
            smooth: false,
        });
        frame.stats.limited.map_or(0, |(in_view, _)| in_view)
    }

    /// Returns the fragments in the order of the film, if the last picture belongs to it.
    pub(super) fn fragments_of_film(&self) -> impl Iterator<Item = u32> + '_ {
        self.frames.in_view()
    }

    /// Returns the last frame.
    #[must_use]
    pub(super) fn frame(&self) -> &Frame {
        match &self.with_liquids {
            Some(frames) if self.by_liquids => frames.frame(),
            _ => self.frames.frame(),
        }
    }

    /// Updates the visible faces when the eye enters another leaf.
    fn look(&mut self, eye: DVec3) {
        let Some((tree, faces)) = &self.leaves else { return };
        let leaf = tree.locate(eye);
        if self.seen_from == Some(leaf) || (self.is_frozen && self.seen_from.is_some()) {
            return;
        }
        self.seen_from = Some(leaf);
        self.hides = match &self.pvs {
            Some(pvs) => faces.seen_from(tree, pvs, leaf, &mut self.seen),
            None => false,
        };
        self.seen.union_with(&self.moving_faces);
        self.frames.set_leaves(Some(FrameLeaves {
            tree: Arc::clone(tree),
            pvs: self.pvs.clone(),
            from: leaf,
        }));
    }

    /// Draws the view of a camera. The eye's leaf determines which faces are visible.
    pub(super) fn draw(&mut self, shot: &Shot<'_>) -> &Frame {
        let Shot {
            camera,
            eye,
            size,
            selected,
            limit,
            overlays,
            smooth,
        } = *shot;
        self.look(eye.as_dvec3());
        self.light_up(&overlays.light_styles);
        let style = FrameStyle {
            coloring: coloring(overlays),
            wireframe: overlays.is_on(OverlayKind::Wireframe),
            palette: overlays.palette,
            selected,
            method: match limit {
                Some(_) if self.film_is_front_to_back => Method::FrontToBack,
                Some(_) => Method::Painter,
                None => METHODS[self.method].0,
            },
            limit,
            smooth,
        };
        // Overlays show the tree of the solid faces. The colouring by visible leaf shows what the PVS hides,
        // so it draws all faces.
        let shows_tree =
            style.coloring != Coloring::Material || style.wireframe || selected.is_some() || limit.is_some();
        let culls = self.culls
            && self.hides
            && style.coloring != Coloring::VisibleLeaf
            && limit.is_none()
            && camera.cut.is_none();
        self.by_liquids = !shows_tree && self.with_liquids.is_some();
        // Reuse the last picture if nothing changed.
        let drawn = Some((camera, size, style, culls));
        let is_drawn = std::mem::replace(&mut self.drawn, drawn) == drawn;
        let frames = match &mut self.with_liquids {
            Some(frames) if !shows_tree => frames,
            _ => &mut self.frames,
        };
        frames.set_visible(culls.then_some(&self.seen));
        if is_drawn || size.contains(&0) {
            return frames.frame();
        }
        let frame = frames.draw(&camera, size, &style);
        self.stats = frame.stats;
        frame
    }
}

/// Returns the numbers of the movable faces.
fn moving_faces(level: &Level) -> FixedBitSet {
    let all = (0..level.mechanisms.len()).filter(|_| level.apart);
    let faces = all.flat_map(|mechanism| level.moving(mechanism));
    faces.map(|triangle| triangle.source as usize).collect()
}
