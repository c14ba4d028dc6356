//! What the cast of each pixel costs, as colours over the picture: coarse while the view moves, then finer beside the main thread. While
//! the plane of a node is changed on trial, the trees before and after it stand side by side.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
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
    leaf_tree::{LeafTreeId, LeafTreeState},
    schedule::{AppState, AppSystems},
    shown::Shown,
    state::{BuildFilm, Eye, ModelView, OpenedLevel, Overlays, QueryPlayer, TreeId},
    what_if::Trial,
};

/// What the halves are called while the plane of a node is changed on trial.
const SIDES: [&str; 2] = ["before", "after"];

/// Edges of the squares that share a cast, in pixels: that of a view that moves, and those that follow while it rests.
const SQUARES: [u32; 4] = [12, 6, 3, 2];

/// Asks for the film of the cast that costs most.
#[derive(Message, Clone, Copy, Debug)]
pub struct ShowCostliest;

/// From where the pixels are looked at, and what is counted.
#[derive(Clone, Debug, PartialEq)]
struct Key {
    tree: TreeId,
    /// The tree before the plane of a node was changed, which is shown beside.
    before: Option<TreeId>,
    view: HeatView,
    measure: Measure,
    square: u32,
    /// The solid-leaf tree, and whether its PVS is there.
    leaves: Option<(LeafTreeId, bool)>,
}

/// The colours that are shown.
#[derive(Resource, Default)]
pub struct HeatState {
    shown: Option<(Key, HeatPicture)>,
    finer: Job<Key, HeatPicture>,
    textures: Option<(Key, Palette, Vec<TextureHandle>)>,
}

impl HeatState {
    /// The legend of what is shown.
    pub(super) fn legend(&self, palette: Palette) -> Option<Legend> {
        let (_, picture) = self.shown.as_ref()?;
        Some(match picture {
            HeatPicture::Over(heat) => heat.legend(palette),
            HeatPicture::Beside(beside, _) => beside.legend(palette),
        })
    }
}

pub(super) fn plugin(app: &mut App) {
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

/// The trees that are measured.
#[derive(Clone)]
struct Measured {
    nodes: Arc<NodeTree>,
    leaves: Option<(Arc<LeafTree>, Arc<Pvs>)>,
    /// The tree before the plane of a node was changed.
    before: Option<Arc<NodeTree>>,
}

impl Measured {
    fn picture(&self, key: &Key, progress: &Progress) -> Result<HeatPicture, Cancelled> {
        let grid = (key.view.picture(), key.square);
        let through = |place| key.view.ray(&self.nodes, place);
        let heat = |nodes: &NodeTree| {
            let leaves = self.leaves.as_ref().map(|(tree, pvs)| (&**tree, &**pvs));
            Heat::new(&Trees { nodes, leaves }, grid, key.measure, through, progress)
        };
        let Some(before) = &self.before else {
            return Ok(HeatPicture::Over(heat(&self.nodes)?));
        };
        let beside = HeatBeside::new([heat(before)?, heat(&self.nodes)?], SIDES.map(str::to_owned));
        let shades = heat_beside::shades(&self.nodes, grid, through, progress)?;
        Ok(HeatPicture::Beside(beside, shades))
    }
}

/// What is counted, where the colours show it.
fn measure(overlays: &Overlays) -> Option<Measure> {
    let mut shown = OverlayKind::ALL.into_iter().filter(|&kind| overlays.is_on(kind));
    shown.find_map(heat::measure)
}

/// The tree before the plane of a node was changed, where that is what the current tree came of.
fn before(trial: &Trial, current: &OpenedLevel) -> Option<Arc<NodeTree>> {
    let change = trial.last()?;
    let [before, after] = &change.trees;
    Arc::ptr_eq(after, &current.tree).then(|| Arc::clone(before))
}

/// Counts what casts through the view cost: coarsely at once, and then finer.
fn follow(
    cameras: Query<(&Camera, &Transform, &Projection), With<Eye>>,
    (current, leaf_tree, trial): (
        Option<Shown<OpenedLevel>>,
        Shown<LeafTreeState>,
        Option<Shown<Trial>>,
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
    let before = trial
        .filter(|_| measure.is_of_nodes())
        .and_then(|trial| before(&trial, &current));
    let halves = before.as_ref().map(|_| HeatView::zoom(model.is_cut()));
    let of_before = before.as_ref().map(TreeId::of);
    let measured = Measured {
        before,
        nodes: Arc::clone(&current.tree),
        leaves: built.and_then(|built| Some((Arc::clone(&built.tree), built.pvs.clone()?))),
    };
    let leaves = built.map(|built| (LeafTreeId::of(&built.tree), built.pvs.is_some()));
    // A camera that rests is not the same to the last bit in every frame: it is interpolated between steps.
    let shown = state.shown.as_ref().map(|(key, _)| key.view.world_from_clip);
    let world_from_clip = shown
        .filter(|shown| is_same_view(shown, &world_from_clip))
        .unwrap_or(world_from_clip);
    let key = |square| Key {
        leaves: leaves.clone(),
        tree: current.tree_id(),
        before: of_before.clone(),
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
        let key = key(SQUARES[0]);
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

/// Draws the colours over the level, with a mark where the greatest is, below all cards.
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
        // One texture for all views: a new one is seen a frame late, and so never while the view moves.
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

/// Shows the film of the cast that costs most.
fn film(
    mut asked: MessageReader<ShowCostliest>,
    (state, current): (Res<HeatState>, Shown<OpenedLevel>),
    (mut player, mut build): (ResMut<QueryPlayer>, ResMut<BuildFilm>),
) {
    if asked.read().count() == 0 {
        return;
    }
    let Some((key, picture)) = &state.shown else {
        return;
    };
    let heat = picture.current();
    let Some((at, _)) = heat.map.greatest() else {
        return;
    };
    let middle = at.map(|at| (f64::from(at) + 0.5) * f64::from(heat.square));
    let [from, to] = key.view.ray(&current.tree, middle);
    build.open = false;
    player.from_eyes = false;
    player.begin(&TreeQuery::Cast { from, to });
}

#[cfg(test)]
mod tests {
    use bspwalk_trees::{BuildParams, Rule};

    use super::*;
    use crate::app::overlays::test_trees;

    #[test]
    fn the_halves_are_the_pictures_of_the_trees_before_and_after() {
        let OpenedLevel {
            tree: after, level, ..
        } = test_trees::current();
        let random = BuildParams::preset(Rule::Random);
        let before = NodeTree::build(&level.solid_triangles(), &random).expect("it can be built");
        let before = Arc::new(before);
        let pose = Transform::from_translation(level.spawn.eye.as_vec3());
        let projection = Mat4::perspective_infinite_reverse_rh(0.9, 1.78, 0.02);
        let key = Key {
            tree: TreeId::of(&after),
            before: Some(TreeId::of(&before)),
            view: HeatView {
                world_from_clip: pose.to_matrix().as_dmat4() * projection.as_dmat4().inverse(),
                size: [160, 90],
                halves: Some(HeatView::zoom(false)),
            },
            measure: Measure::Nodes,
            square: 3,
            leaves: None,
        };
        let picture = |nodes: &Arc<NodeTree>, before: Option<&Arc<NodeTree>>| {
            let measured = Measured {
                nodes: Arc::clone(nodes),
                leaves: None,
                before: before.cloned(),
            };
            Progress::uncancellable(|progress| measured.picture(&key, progress))
        };
        let both = picture(&after, Some(&before));
        let alone = [&before, &after].map(|tree| picture(tree, None));
        for (half, alone) in both.heats().iter().zip(&alone) {
            assert_eq!(half.map, alone.current().map);
        }
        assert_ne!(both.heats()[0].map, both.heats()[1].map);
        assert_eq!(both.heats()[0].full, both.heats()[1].full);
        let same = picture(&after, Some(&after));
        assert_eq!(same.heats()[0], same.heats()[1]);
    }
}
