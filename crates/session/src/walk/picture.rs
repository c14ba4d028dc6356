//! What a walk draws: the level by one of its trees, with colours, light and culling.

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

/// What the colours of the faces show.
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

/// The methods of removing hidden surfaces, in the order in which the key goes through them, with their names.
const METHODS: [(Method, Message); 3] = [
    (Method::FrontToBack, message!("walk-front-to-back")),
    (Method::Painter, message!("walk-painter")),
    (Method::DepthBuffer, message!("walk-depth-buffer")),
];

/// A picture that is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shot<'a> {
    pub(super) camera: Camera,
    /// The eye of the body, in metres, which may be elsewhere.
    pub(super) eye: Vec3,
    pub(super) size: [u32; 2],
    pub(super) selected: Option<NodeId>,
    /// How many fragments are painted; all where it is none.
    pub(super) limit: Option<u32>,
    pub(super) overlays: &'a Overlays,
    pub(super) smooth: bool,
}

/// What is drawn, and how.
#[derive(Debug)]
pub struct Picture {
    /// By the tree of the solid faces: shows that tree.
    frames: Frames,
    /// By a tree with the liquids and what moves, where there are any: shows the level as it looks.
    with_liquids: Option<Frames>,
    level: Arc<Level>,
    light: Option<Arc<Lightmaps>>,
    /// How bright the styles of the file's light are in it.
    light_styles: StyleFactors,
    leaves: Option<(Arc<LeafTree>, Arc<LeafFaces>)>,
    pvs: Option<Arc<Pvs>>,
    planes: Option<Arc<ExpandedTree>>,
    /// Why a part could not be built.
    failure: Option<String>,
    /// An index into [`METHODS`].
    method: usize,
    /// Whether the film shows the order front to back, instead of the painter's.
    pub film_is_front_to_back: bool,
    /// Whether what the eye's leaf cannot see is skipped.
    pub culls: bool,
    /// Whether that leaf stays the one that the eye was in, wherever the eye goes.
    pub is_frozen: bool,
    /// The leaf that the eye was in, whether the PVS hides anything from there, and with which PVS; for the next picture.
    seen_from: Option<LeafId>,
    seen: FixedBitSet,
    hides: bool,
    /// Where the mechanisms of the level are, and their faces, which are always drawn.
    poses: Vec<Pose>,
    moving_faces: FixedBitSet,
    /// What the last picture took, and whether it was by the tree with the liquids.
    stats: FrameStats,
    by_liquids: bool,
    /// What the last picture was drawn for; `None` where another would differ.
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

    /// A picture of another level, with what this one shows.
    pub(super) fn of_level(&self, level: &Arc<Level>, tree: &Arc<NodeTree>, painted: &Arc<NodeTree>) -> Self {
        Self {
            method: self.method,
            film_is_front_to_back: self.film_is_front_to_back,
            culls: self.culls,
            ..Self::new(level, tree, painted)
        }
    }

    /// Takes a part that is ready.
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

    /// Shows the styles of the file's light as bright as it is said.
    fn light_up(&mut self, said: &StyleFactors) {
        if let Some(light) = self.light.as_ref().filter(|_| self.light_styles != *said) {
            let mut light = Lightmaps::clone(light);
            light.set_styles(&self.level, said);
            self.light_styles = said.clone();
            self.set_light(Arc::new(light));
        }
    }

    /// Puts the mechanisms of the level where they are.
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

    /// The faces of the frame that was drawn last.
    #[must_use]
    pub fn faces(&self) -> &Faces {
        match &self.with_liquids {
            Some(frames) if self.by_liquids => frames.faces(),
            _ => self.frames.faces(),
        }
    }

    /// The planes of the solid-leaf tree, once they are there.
    #[must_use]
    pub fn planes(&self) -> Option<Arc<ExpandedTree>> {
        self.planes.clone()
    }

    /// Why the solid-leaf tree, or what follows from it, could not be built.
    #[must_use]
    pub(super) fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// The solid-leaf tree, once it is there.
    #[must_use]
    pub fn leaves(&self) -> Option<&Arc<LeafTree>> {
        self.leaves.as_ref().map(|(tree, _)| tree)
    }

    /// What can be seen from where, once it is known.
    #[must_use]
    pub fn pvs(&self) -> Option<&Arc<Pvs>> {
        self.pvs.as_ref()
    }

    /// The name of the method of removing hidden surfaces.
    #[must_use]
    pub fn method_name(&self) -> &'static str {
        METHODS[self.method].1.text()
    }

    /// What the last picture took.
    #[must_use]
    pub fn stats(&self) -> FrameStats {
        self.stats
    }

    /// The faces that may be seen from where the eye is, and all that could be; `None` where all are drawn.
    #[must_use]
    pub fn seen(&self) -> Option<&FixedBitSet> {
        (self.culls && self.hides).then_some(&self.seen)
    }

    pub(super) fn next_method(&mut self) -> &'static str {
        self.method = (self.method + 1) % METHODS.len();
        METHODS[self.method].1.text()
    }

    /// How many fragments of the tree are in view, which the film paints one after the other.
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

    /// The fragments that the film paints, in its order, where the last picture was one of it.
    pub(super) fn fragments_of_film(&self) -> impl Iterator<Item = u32> + '_ {
        self.frames.in_view()
    }

    /// The frame that was drawn last.
    #[must_use]
    pub(super) fn frame(&self) -> &Frame {
        match &self.with_liquids {
            Some(frames) if self.by_liquids => frames.frame(),
            _ => self.frames.frame(),
        }
    }

    /// Finds what may be seen when the eye has come into another leaf.
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

    /// Draws what a camera sees. The leaf of the eye decides what can be seen.
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
        // Overlays show the tree of the solid faces. Colours by visible leaf show what the PVS hides.
        let shows_tree =
            style.coloring != Coloring::Material || style.wireframe || selected.is_some() || limit.is_some();
        let culls = self.culls
            && self.hides
            && style.coloring != Coloring::VisibleLeaf
            && limit.is_none()
            && camera.cut.is_none();
        self.by_liquids = !shows_tree && self.with_liquids.is_some();
        // While nothing moves the picture stays.
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

/// The numbers of the faces that move.
fn moving_faces(level: &Level) -> FixedBitSet {
    let all = (0..level.mechanisms.len()).filter(|_| level.apart);
    let faces = all.flat_map(|mechanism| level.moving(mechanism));
    faces.map(|triangle| triangle.source as usize).collect()
}
