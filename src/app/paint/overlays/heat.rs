//! Heat maps of ray costs over the picture: coarse while the view moves, then finer in the background.
//!
//! While you try another plane for a node, the trees before and after are shown side by side. The same applies to two
//! rules of the duel.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use bspwalk_text::text;
use std::sync::Arc;

use bspwalk_explain::films::Query as TreeQuery;
use bspwalk_levels::color::palette::Palette;
use bspwalk_overlays::{
    heat::{self, Heat, Measure, Trees},
    heat_beside::{self, HeatBeside},
    legend::Legend,
};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_session::{
    job::{Failure, Job},
    overlays::OverlayKind,
};
use bspwalk_trees::{LeafTree, NodeTree, solid_leaf::Pvs};
use egui::{LayerId, TextureHandle, TextureOptions};

use super::{
    OverlayReport,
    heat_picture::HeatPicture,
    heat_view::{HeatView, is_same_view},
};
use crate::app::{
    host::{
        schedule::{AppState, AppSystems},
        shown::Shown,
        state::{BuildFilm, Eye, ModelView, OpenedLevel, Overlays, QueryPlayer, TreeId},
    },
    level::{
        duel::{DuelState, heat::TreePair},
        leaf_tree::{LeafTreeId, LeafTreeState},
        what_if::Trial,
    },
};

/// Returns the names of the halves while you try another plane for a node.
fn sides() -> [String; 2] {
    [text!("overlay-before"), text!("overlay-after")].map(str::to_owned)
}

/// Edge lengths of the squares that share a ray, in pixels: the minimum for a moving view, then the refinements while
/// it rests.
const SQUARES: [u32; 4] = [12, 6, 3, 2];

/// Maximum number of rays per frame on the main thread. It is enough for a window of about 1280 × 720 pixels with the
/// first of [`SQUARES`].
const MOST_CASTS: u64 = 6_500;

/// Returns the edge length of the squares that share a ray while the view moves, in pixels. A picture of this size then
/// takes at most [`MOST_CASTS`] rays. `casts` is the number of rays per square.
fn moving_square(picture: [u32; 2], casts: u64) -> u32 {
    let of_picture = |square: u32| {
        let squares = picture.map(|side| u64::from(side.div_ceil(square)));
        squares[0] * squares[1] * casts
    };
    let squares = SQUARES[0]..;
    squares
        .into_iter()
        .find(|&square| of_picture(square) <= MOST_CASTS)
        .unwrap_or(u32::MAX)
}

/// Requests the film of the most expensive ray.
#[derive(Message, Clone, Copy, Debug)]
pub struct ShowCostliest;

#[derive(Clone, Debug, PartialEq)]
struct Key {
    tree: TreeId,
    /// Two trees shown side by side.
    pair: Option<[TreeId; 2]>,
    /// Whether they belong to the duel.
    of_duel: bool,
    view: HeatView,
    measure: Measure,
    square: u32,
    /// Solid-leaf tree, and whether its PVS is available.
    leaves: Option<(LeafTreeId, bool)>,
}

/// The displayed heat map.
#[derive(Resource, Default)]
pub struct HeatState {
    shown: Option<(Key, HeatPicture)>,
    finer: Job<Key, HeatPicture>,
    textures: Option<(Key, Palette, Vec<TextureHandle>)>,
}

impl HeatState {
    pub(in crate::app) fn legend(&self, palette: Palette) -> Option<Legend> {
        let (_, picture) = self.shown.as_ref()?;
        Some(match picture {
            HeatPicture::Over(heat) => heat.legend(palette),
            HeatPicture::Beside(beside, _) => beside.legend(palette),
        })
    }

    pub(in crate::app) fn is_of_duel(&self) -> bool {
        self.shown.as_ref().is_some_and(|(key, _)| key.of_duel)
    }

    /// Returns the view and the costs for the current tree; `None` if it is not one of the two.
    fn of_current(&self) -> Option<(&HeatView, &Heat)> {
        let (key, picture) = self.shown.as_ref()?;
        let is_current = |tree: &TreeId| *tree == key.tree;
        let which = match &key.pair {
            None => 0,
            Some(pair) => pair.iter().position(is_current)?,
        };
        Some((&key.view, picture.heats().get(which)?))
    }

    pub(in crate::app) fn has_film(&self) -> bool {
        self.of_current().is_some()
    }
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<HeatState>()
        .add_systems(PostUpdate, follow.in_set(AppSystems::Cull))
        .add_systems(
            Update,
            film.in_set(AppSystems::Command)
                .run_if(in_state(AppState::InLevel)),
        )
        .add_systems(
            EguiPrimaryContextPass,
            draw.before(AppSystems::Panel).run_if(in_state(AppState::InLevel)),
        );
}

#[derive(Clone)]
struct Measured {
    nodes: Arc<NodeTree>,
    leaves: Option<(Arc<LeafTree>, Arc<Pvs>)>,
    /// Two trees to show side by side.
    pair: Option<TreePair>,
}

impl Measured {
    /// Returns the number of rays per square: one per tree, and for a pair one more for shading.
    const fn casts(&self) -> u64 {
        match self.pair {
            None => 1,
            Some(_) => 3,
        }
    }

    fn picture(&self, key: &Key, progress: &Progress) -> Result<HeatPicture, Cancelled> {
        let grid = (key.view.picture(), key.square);
        let through = |place| key.view.ray(&self.nodes, place);
        let heat = |nodes: &NodeTree| {
            let leaves = self.leaves.as_ref().map(|(tree, pvs)| (&**tree, &**pvs));
            Heat::new(&Trees { nodes, leaves }, grid, key.measure, through, progress)
        };
        let Some(TreePair { names, trees }) = &self.pair else {
            return Ok(HeatPicture::Over(heat(&self.nodes)?));
        };
        let [left, right] = trees.each_ref().map(|tree| heat(tree));
        let beside = HeatBeside::new([left?, right?], names.clone());
        let shades = heat_beside::shades(&self.nodes, grid, through, progress)?;
        Ok(HeatPicture::Beside(beside, shades))
    }
}

/// Returns the measured quantity, if a heat map is on.
fn measure(overlays: &Overlays) -> Option<Measure> {
    let mut shown = OverlayKind::ALL.into_iter().filter(|&kind| overlays.is_on(kind));
    shown.find_map(heat::measure)
}

/// Returns the trees before and after a trial change of a plane, if the current tree resulted from it.
fn of_trial(trial: &Trial, current: &OpenedLevel) -> Option<TreePair> {
    let trees = &trial.last()?.trees;
    Arc::ptr_eq(&trees[1], &current.tree).then(|| TreePair {
        names: sides(),
        trees: trees.clone(),
    })
}

/// Counts the costs of rays through the view: coarsely at once with at most [`MOST_CASTS`] rays, then finer in the
/// background.
fn follow(
    cameras: Query<(&Camera, &Transform, &Projection), With<Eye>>,
    (current, leaf_tree, trial, duel): (
        Option<Shown<OpenedLevel>>,
        Shown<LeafTreeState>,
        Option<Shown<Trial>>,
        Option<Res<DuelState>>,
    ),
    (overlays, model): (Res<Overlays>, Res<ModelView>),
    mut state: ResMut<HeatState>,
    mut report: ResMut<OverlayReport>,
) {
    let state = state.bypass_change_detection();
    let wanted = measure(&overlays).zip(cameras.single().ok()).zip(current);
    let Some(((measure, (camera, transform, projection)), current)) = wanted else {
        if state.shown.take().is_some() {
            state.finer.cancel();
            report.set_busy(OverlayKind::Cost, false);
        }
        state.textures = None;
        return;
    };
    let size = camera
        .physical_target_size()
        .map_or([1280, 720], |size| size.to_array());
    let clip_from_view = projection.get_clip_from_view().as_dmat4();
    let world_from_clip = transform.to_matrix().as_dmat4() * clip_from_view.inverse();
    let built = leaf_tree
        .built()
        .filter(|built| built.level == current.level_id());
    let of_duel = duel.as_ref().and_then(|duel| duel.heat.shown().cloned());
    let is_of_duel = of_duel.is_some();
    let pair = of_duel.or_else(|| of_trial(&*trial?, &current));
    let pair = pair.filter(|_| measure.is_of_nodes());
    let halves = pair.as_ref().map(|_| HeatView::zoom(model.is_cut()));
    let of_pair = pair.as_ref().map(|pair| pair.trees.each_ref().map(TreeId::of));
    let measured = Measured {
        pair,
        nodes: Arc::clone(&current.tree),
        leaves: built.and_then(|built| Some((Arc::clone(&built.tree), built.pvs.clone()?))),
    };
    let leaves = built.map(|built| (LeafTreeId::of(&built.tree), built.pvs.is_some()));
    // Interpolation between steps changes the last bits of a resting camera in every frame.
    let shown = state.shown.as_ref().map(|(key, _)| key.view.world_from_clip);
    let world_from_clip = shown
        .filter(|shown| is_same_view(shown, &world_from_clip))
        .unwrap_or(world_from_clip);
    let key = |square| Key {
        leaves: leaves.clone(),
        tree: current.tree_id(),
        of_duel: is_of_duel && of_pair.is_some(),
        pair: of_pair.clone(),
        view: HeatView {
            world_from_clip,
            size,
            halves,
        },
        measure,
        square,
    };
    let is_here = |known: &Key| *known == key(known.square);
    if let Some(finer) = state.finer.take()
        && let Some(of) = state.finer.wanted().cloned().filter(is_here)
    {
        state.shown = Some((of, finer));
    }
    if !state.shown.as_ref().is_some_and(|(known, _)| is_here(known)) {
        let square = moving_square(key(SQUARES[0]).view.picture(), measured.casts());
        let key = key(square);
        let picture = Progress::uncancellable(|progress| measured.picture(&key, progress));
        state.shown = Some((key, picture));
    }
    let shown = state.shown.as_ref().map_or(SQUARES[0], |(key, _)| key.square);
    let next = SQUARES.into_iter().find(|square| *square < shown);
    report.set_busy(OverlayKind::Cost, next.is_some());
    if let Some(square) = next {
        let key = key(square);
        let of = key.clone();
        state.finer.request_cancellable(key, move |progress| {
            measured.picture(&of, progress).map_err(|_| Failure::Cancelled)
        });
    }
}

/// Draws the heat map over the level and below all cards, with a mark at the maximum.
fn draw(mut contexts: EguiContexts, overlays: Res<Overlays>, mut state: ResMut<HeatState>) -> Result {
    let state = state.bypass_change_detection();
    let Some((key, picture)) = &state.shown else {
        return Ok(());
    };
    let context = contexts.ctx_mut()?;
    let palette = overlays.palette;
    let is_drawn = state
        .textures
        .as_ref()
        .is_some_and(|(of, colors, _)| of == key && *colors == palette);
    if !is_drawn {
        // Reuse one texture for all views. A new texture would appear a frame late, and never while the view moves.
        let kept = state.textures.take().map(|(_, _, textures)| textures);
        let mut kept = kept.unwrap_or_default().into_iter();
        let textures = picture.images(palette).into_iter().map(|image| {
            if let Some(mut texture) = kept.next() {
                texture.set(image, TextureOptions::NEAREST);
                texture
            } else {
                context.load_texture("cost", image, TextureOptions::NEAREST)
            }
        });
        state.textures = Some((key.clone(), palette, textures.collect()));
    }
    let Some((_, _, textures)) = &state.textures else {
        return Ok(());
    };
    let painter = context.layer_painter(LayerId::background());
    let window = context.content_rect();
    let points = window.width() / key.view.size[0] as f32;
    let textures: Vec<_> = textures.iter().map(TextureHandle::id).collect();
    picture.draw(&painter, &textures, (window, points), palette);
    Ok(())
}

fn film(
    mut asked: MessageReader<ShowCostliest>,
    (state, current): (Res<HeatState>, Shown<OpenedLevel>),
    (mut player, mut build): (ResMut<QueryPlayer>, ResMut<BuildFilm>),
) {
    if asked.read().count() == 0 {
        return;
    }
    let Some((view, heat)) = state.of_current() else {
        return;
    };
    let Some((at, _)) = heat.map.greatest() else {
        return;
    };
    let middle = at.map(|at| (f64::from(at) + 0.5) * f64::from(heat.square));
    let [from, to] = view.ray(&current.tree, middle);
    build.open = false;
    player.from_eyes = false;
    player.begin(&TreeQuery::Cast { from, to });
}

#[cfg(test)]
mod tests {
    use bspwalk_trees::{BuildParams, Rule};

    use super::*;
    use crate::app::paint::overlays::test_trees;

    #[test]
    fn casts_of_a_moving_view_are_bounded() {
        let sizes = [
            [640, 360],
            [1280, 720],
            [1920, 1080],
            [3840, 2160],
            [7680, 4320],
            [60_000, 1],
            [1, 1],
        ];
        for size in sizes {
            for halves in [None, Some(HeatView::zoom(false))] {
                let view = HeatView {
                    world_from_clip: glam::DMat4::IDENTITY,
                    size,
                    halves,
                };
                let casts = if halves.is_some() { 3 } else { 1 };
                let picture = view.picture();
                let square = moving_square(picture, casts);
                let squares = picture.map(|side| u64::from(side.div_ceil(square)));
                assert!(
                    squares[0] * squares[1] * casts <= MOST_CASTS,
                    "{size:?}: {square}"
                );
                // A finer picture follows while the view rests.
                assert!(square >= SQUARES[0] && SQUARES.iter().any(|&finer| finer < square));
            }
        }
        assert_eq!(moving_square([1280, 720], 1), SQUARES[0]);
    }

    #[test]
    fn the_halves_are_the_pictures_of_the_trees_before_and_after() {
        let current = test_trees::current();
        let (after, level) = (current.tree.clone(), current.level.clone());
        let random = BuildParams::preset(Rule::Random);
        let before = NodeTree::build(&level.solid_triangles(), &random).expect("it can be built");
        let before = Arc::new(before);
        let pose = Transform::from_translation(level.spawn.eye.as_vec3());
        let projection = Mat4::perspective_infinite_reverse_rh(0.9, 1.78, 0.02);
        let key = Key {
            tree: TreeId::of(&after),
            pair: Some([&before, &after].map(TreeId::of)),
            of_duel: false,
            view: HeatView {
                world_from_clip: pose.to_matrix().as_dmat4() * projection.as_dmat4().inverse(),
                size: [160, 90],
                halves: Some(HeatView::zoom(false)),
            },
            measure: Measure::Nodes,
            square: 3,
            leaves: None,
        };
        let picture = |nodes: &Arc<NodeTree>, pair: Option<[&Arc<NodeTree>; 2]>| {
            let measured = Measured {
                nodes: Arc::clone(nodes),
                leaves: None,
                pair: pair.map(|trees| TreePair {
                    names: sides(),
                    trees: trees.map(Arc::clone),
                }),
            };
            Progress::uncancellable(|progress| measured.picture(&key, progress))
        };
        let both = picture(&after, Some([&before, &after]));
        let alone = [&before, &after].map(|tree| picture(tree, None));
        for (half, alone) in both.heats().iter().zip(&alone) {
            assert_eq!(half.map, alone.heats()[0].map);
        }
        assert_ne!(both.heats()[0].map, both.heats()[1].map);
        assert_eq!(both.heats()[0].full, both.heats()[1].full);
        let same = picture(&after, Some([&after, &after]));
        assert_eq!(same.heats()[0], same.heats()[1]);
        // The film shows the most expensive pixel of the current tree, on whichever side it is.
        let other = test_trees::current().tree.clone();
        for (walked, of) in [(&before, Some(0)), (&after, Some(1)), (&other, None)] {
            let key = Key {
                tree: TreeId::of(walked),
                ..key.clone()
            };
            let state = HeatState {
                shown: Some((key, both.clone())),
                ..HeatState::default()
            };
            let map = state.of_current().map(|(_, heat)| &heat.map);
            assert_eq!(map, of.map(|which: usize| &both.heats()[which].map));
            assert_eq!(state.has_film(), of.is_some());
        }
    }
}
