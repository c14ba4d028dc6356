//! Renderer of a walk. It draws the level by traversing one of its trees, with colouring, light and culling.

use std::sync::Arc;

use bspwalk_draw::{
    light::Lightmaps,
    raster::{
        Camera, Coloring, FaceSet, Frame, FrameLeaves, FrameStats, FrameStyle, Frames, PaintedLevel,
        RasterFaces, VisibilityMethod,
    },
};
use bspwalk_levels::{Level, light_styles::StyleFactors, mechanisms::Pose};
use bspwalk_text::{Message, message};
use bspwalk_trees::{
    ExpandedTree, LeafTree,
    node_storing::NodeId,
    solid_leaf::{LeafId, Pvs},
};
use glam::Vec3;

use crate::{
    OpenError, Opened,
    background::{BackgroundResult, LeafTreeData},
    culling::{self, CullingMode, CullingView},
    overlays::{OverlayKind, Overlays},
    seen::LeafFaces,
};

/// Returns the colouring of the faces.
pub fn coloring(overlays: &Overlays) -> Coloring {
    match overlays.face_coloring_kind() {
        OverlayKind::Nodes => Coloring::Node,
        OverlayKind::Depth => Coloring::Depth,
        OverlayKind::Triangles => Coloring::Triangle,
        OverlayKind::Fragments => Coloring::Fragment,
        OverlayKind::Visible => Coloring::VisibleLeaf,
        _ => Coloring::Material,
    }
}

/// Hidden surface removal methods with their names, in the order that the key cycles through them.
const METHODS: [(VisibilityMethod, Message); 3] = [
    (VisibilityMethod::FrontToBack, message!("walk-front-to-back")),
    (VisibilityMethod::Painter, message!("walk-painter")),
    (VisibilityMethod::DepthBuffer, message!("walk-depth-buffer")),
];

/// Parameters of a picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shot<'a> {
    pub(super) camera: Camera,
    /// Position of the body's eye, in metres. The camera may be elsewhere.
    pub(super) eye: Vec3,
    pub(super) size: [u32; 2],
    pub(super) selected: Option<NodeId>,
    /// Number of fragments to paint, or `None` for all.
    pub(super) limit: Option<u32>,
    pub(super) overlays: &'a Overlays,
    pub(super) culling: CullingMode,
    pub(super) frozen: Option<&'a CullingView>,
    pub(super) smooth: bool,
}

/// Renderer of a walk, with its settings and its last frame.
#[derive(Debug)]
pub struct WalkRenderer {
    /// Renderer with the tree of the solid faces, for views of that tree.
    frames: Frames,
    /// Renderer with a tree that includes liquids and moving parts, if there are any. It shows the level as
    /// it looks in the game.
    with_liquids: Option<Frames>,
    level: Arc<Level>,
    light: Option<Arc<Lightmaps>>,
    /// Current brightness of the light styles.
    light_styles: StyleFactors,
    pub(super) built: Option<Arc<LeafTreeData>>,
    leaf_faces: Option<Arc<LeafFaces>>,
    /// Reason why the tree or data derived from it could not be built.
    pub(super) failure: Option<String>,
    /// Index into [`METHODS`].
    method: usize,
    /// Whether the film paints front to back instead of back to front.
    pub film_is_front_to_back: bool,
    /// For the next picture: the leaf that contains the eye, the faces that culling keeps, and whether culling hides
    /// any faces.
    seen_from: Option<LeafId>,
    seen: FaceSet,
    hides: bool,
    /// Poses of the mechanisms, and their faces, which are never culled.
    poses: Vec<Pose>,
    moving_faces: FaceSet,
    /// Statistics of the last picture.
    pub stats: FrameStats,
    /// Whether the last picture used the renderer with liquids.
    by_liquids: bool,
    /// Parameters of the last picture, or `None` if the picture must be redrawn.
    drawn: Option<(Camera, [u32; 2], FrameStyle, bool)>,
}

impl WalkRenderer {
    pub(super) fn new(opened: &Opened) -> Result<Self, OpenError> {
        let level = &opened.level;
        let frames = |painted: &PaintedLevel| Frames::of_painted(level, painted.clone());
        Ok(Self {
            frames: frames(opened.painted()),
            with_liquids: opened.painted_with_liquids()?.map(frames),
            level: Arc::clone(level),
            light: None,
            light_styles: StyleFactors::default(),
            built: None,
            leaf_faces: None,
            failure: None,
            method: 0,
            film_is_front_to_back: false,
            seen_from: None,
            seen: FaceSet::new(),
            hides: false,
            poses: Vec::new(),
            moving_faces: moving_faces(level),
            stats: FrameStats::default(),
            by_liquids: false,
            drawn: None,
        })
    }

    /// Creates the renderer for another level, with the settings of this renderer.
    pub(super) fn of_level(&self, opened: &Opened) -> Result<Self, OpenError> {
        Ok(Self {
            method: self.method,
            film_is_front_to_back: self.film_is_front_to_back,
            ..Self::new(opened)?
        })
    }

    pub(super) fn store_background_result(&mut self, part: BackgroundResult) {
        match part {
            BackgroundResult::Light(light) => {
                self.light_styles = StyleFactors::default();
                self.set_light(light);
            }
            BackgroundResult::Leaves(built) => self.built = Some(built),
            BackgroundResult::Faces(faces) => self.leaf_faces = Some(faces),
            BackgroundResult::Failed(reason) => self.failure = Some(reason),
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

    fn light_up(&mut self, said: &StyleFactors) {
        if let Some(light) = self.light.as_ref().filter(|_| self.light_styles != *said) {
            let mut light = Lightmaps::clone(light);
            light.set_styles(&self.level, said);
            self.light_styles = said.clone();
            self.set_light(Arc::new(light));
        }
    }

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

    /// Returns the renderer that drew the last frame.
    fn last_frames(&self) -> &Frames {
        let with_liquids = self.with_liquids.as_ref().filter(|_| self.by_liquids);
        with_liquids.unwrap_or(&self.frames)
    }

    /// Returns the faces of the last frame.
    pub fn faces(&self) -> &RasterFaces {
        self.last_frames().faces()
    }

    /// Returns the solid-leaf tree and its data, once they are available.
    pub fn built(&self) -> Option<&Arc<LeafTreeData>> {
        self.built.as_ref()
    }

    /// Returns the planes of the solid-leaf tree, once they are available.
    pub fn planes(&self) -> Option<Arc<ExpandedTree>> {
        self.built.as_ref().map(|built| Arc::clone(&built.planes))
    }

    /// Returns the reason why the solid-leaf tree, or data derived from it, could not be built.
    pub(super) fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Returns the solid-leaf tree, once it is available.
    pub fn leaves(&self) -> Option<&Arc<LeafTree>> {
        self.built.as_ref().map(|built| &built.tree)
    }

    /// Returns the PVS, once it is available.
    pub fn pvs(&self) -> Option<&Arc<Pvs>> {
        self.built.as_ref()?.pvs.as_ref()
    }

    /// Returns the name of the hidden surface removal method.
    pub fn method_name(&self) -> &'static str {
        METHODS[self.method].1.text()
    }

    /// Redraws the picture with the current culling.
    pub(super) fn forget_culled(&mut self) {
        (self.drawn, self.seen_from) = (None, None);
    }

    pub(super) fn next_method(&mut self) -> &'static str {
        self.method = (self.method + 1) % METHODS.len();
        METHODS[self.method].1.text()
    }

    /// Returns the fragments in painting order, if the last picture belongs to the film.
    pub(super) fn fragments_of_film(&self) -> impl Iterator<Item = u32> + '_ {
        self.frames.in_view()
    }

    pub(super) fn frame(&self) -> &Frame {
        self.last_frames().frame()
    }

    /// Updates the visible faces when the eye enters another leaf.
    fn look(&mut self, shot: &Shot<'_>) {
        let (Some(built), Some(faces)) = (&self.built, &self.leaf_faces) else {
            return;
        };
        let (tree, frozen) = (&built.tree, shot.frozen);
        let leaf = tree.locate(frozen.map_or(shot.eye.as_dvec3(), |view| view.eye.as_dvec3()));
        if self.seen_from == Some(leaf) {
            return;
        }
        self.seen_from = Some(leaf);
        self.hides = match (shot.culling, frozen, &built.pvs) {
            (CullingMode::None, ..) => false,
            (mode, Some(view), _) => {
                faces.collect_touching(culling::kept_leaves(built, mode, view).0, &mut self.seen);
                true
            }
            (CullingMode::Pvs, None, Some(pvs)) => {
                faces.collect_visible_from(tree, pvs, leaf, &mut self.seen)
            }
            // The renderer itself skips everything outside the current view, so no faces need to be hidden.
            (CullingMode::Frustum | CullingMode::Pvs, None, _) => false,
        };
        self.seen.union_with(&self.moving_faces);
        self.frames.set_leaves(Some(FrameLeaves {
            tree: Arc::clone(tree),
            pvs: built.pvs.clone(),
            from: leaf,
        }));
    }

    /// Draws the view of a camera. PVS culling uses the leaf that contains the eye.
    pub(super) fn draw(&mut self, shot: &Shot<'_>) -> &Frame {
        let Shot {
            camera, size, limit, ..
        } = *shot;
        let overlays = shot.overlays;
        self.look(shot);
        self.light_up(&overlays.light_styles);
        let style = FrameStyle {
            coloring: coloring(overlays),
            wireframe: overlays.is_on(OverlayKind::Wireframe),
            palette: overlays.palette,
            selected: shot.selected,
            method: match limit {
                Some(_) if self.film_is_front_to_back => VisibilityMethod::FrontToBack,
                Some(_) => VisibilityMethod::Painter,
                None => METHODS[self.method].0,
            },
            limit,
            smooth: shot.smooth,
        };
        // Overlays show the tree of the solid faces.
        let shows_tree = style.coloring != Coloring::Material
            || style.wireframe
            || style.selected.is_some()
            || limit.is_some();
        // The model and the colouring by visible leaf also show faces outside the PVS, unless the view is frozen.
        let shows_hidden = style.coloring == Coloring::VisibleLeaf || camera.cut.is_some();
        let culls = self.hides && limit.is_none() && (shot.frozen.is_some() || !shows_hidden);
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

fn moving_faces(level: &Level) -> FaceSet {
    let all = (0..level.mechanisms.len()).filter(|_| level.apart);
    let faces = all.flat_map(|mechanism| level.drawn_moving_triangles(mechanism));
    faces.map(|triangle| triangle.source).collect()
}
