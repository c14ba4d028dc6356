//! Heat maps of ray costs over the view. They are coarse while the view moves, and then refined in the background.
//!
//! While you try a different plane for a node, the trees before and after the change are shown side by side. The same
//! view compares two rules of the duel.

use bevy::prelude::*;
use std::sync::Arc;

use bspwalk_explain::{doom_load::LoadMap, films::Query as TreeQuery};
use bspwalk_levels::Level;
use bspwalk_overlays::heat::{self, Heat, Measure, Trees};
use bspwalk_overlays::heat_beside::{self, HeatBeside};
use bspwalk_overlays::{inputs::Shared, legend::Legend};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_session::job::{Failure, Job};
use bspwalk_session::{doom_load::DoomLoads, duel::TreePair, overlays::OverlayKind, trial::Trial};
use bspwalk_trees::{LeafTree, NodeTree, solid_leaf::Pvs};
use egui::{LayerId, TextureHandle, TextureOptions};

use super::heat_view::{HeatView, is_same_view};
use super::{OverlayReport, heat_picture::HeatPicture};
use crate::app::kit::prelude::*;
use crate::app::level::duel::DuelState;
use crate::app::level::leaf_tree::LeafTreeState;

/// Edge lengths of the squares that share a ray, in pixels. The first is the minimum while the view moves; the others
/// are the refinements once it rests.
const SQUARES: [u32; 4] = [12, 6, 3, 2];

/// Maximum number of rays per frame on the main thread. This suffices for a window of about 1280×720 pixels with the
/// first of [`SQUARES`].
const MOST_CASTS: u64 = 6_500;

/// Returns the number of rays needed for an image. `casts` is the number of rays per square.
fn casts_of(picture: [u32; 2], square: u32, casts: u64) -> u64 {
    let [across, down] = picture.map(|side| u64::from(side.div_ceil(square)));
    across * down * casts
}

/// Returns the edge length (in pixels) of the squares that share a ray while the view moves. With this length, an image
/// of the given size takes at most [`MOST_CASTS`] rays.
fn moving_square(picture: [u32; 2], casts: u64) -> u32 {
    let mut squares = SQUARES[0]..;
    let square = squares.find(|&square| casts_of(picture, square, casts) <= MOST_CASTS);
    square.unwrap_or(u32::MAX)
}

/// Requests a query film of the most expensive ray.
#[derive(Message, Clone, Copy, Debug)]
pub struct ShowCostliest;

/// Inputs of a heat map.
#[derive(Clone, PartialEq)]
struct Inputs {
    nodes: Shared<NodeTree>,
    leaves: Option<(Shared<LeafTree>, Shared<Pvs>)>,
    /// The level with the load of DOOM's renderer, if the heat map shows it.
    doom: Option<(Shared<Level>, Shared<LoadMap>)>,
    /// The two trees shown side by side, with their names.
    pair: Option<([String; 2], [Shared<NodeTree>; 2])>,
    /// Whether the two trees belong to the duel.
    of_duel: bool,
    view: HeatView,
    measure: Measure,
    square: u32,
}

impl Inputs {
    /// Returns the number of rays per square: one for a single tree, and three for a pair, including one for shading.
    const fn casts(&self) -> u64 {
        if self.pair.is_some() { 3 } else { 1 }
    }

    fn picture(&self, progress: &Progress) -> Result<HeatPicture, Cancelled> {
        let grid = (self.view.picture(), self.square);
        let through = |place| self.view.ray(&self.nodes, place);
        let heat = |nodes: &NodeTree| {
            let leaves = self.leaves.as_ref().map(|(tree, pvs)| (&**tree, &**pvs));
            let doom = self.doom.as_ref().map(|(level, loads)| (&**level, &**loads));
            let trees = Trees { nodes, leaves, doom };
            Heat::new(&trees, grid, self.measure, through, progress)
        };
        let Some((names, trees)) = &self.pair else {
            return Ok(HeatPicture::Over(heat(&self.nodes)?));
        };
        let [left, right] = trees.each_ref().map(|tree| heat(tree));
        let beside = HeatBeside::new([left?, right?], names.clone());
        let shades = heat_beside::render_shading(&self.nodes, grid, through, progress)?;
        Ok(HeatPicture::Beside(beside, shades))
    }
}

/// The heat map on screen.
#[derive(Resource, Default)]
pub struct HeatState {
    shown: Option<(Inputs, HeatPicture)>,
    finer: Job<Inputs, HeatPicture>,
    doom: DoomLoads,
    textures: Option<(Inputs, Palette, Vec<TextureHandle>)>,
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

    /// Returns the view and the costs for the current tree, or `None` if the heat map does not show this tree.
    fn of_current(&self) -> Option<(&HeatView, &Heat)> {
        let (inputs, picture) = self.shown.as_ref()?;
        let which = match &inputs.pair {
            None => 0,
            Some((_, trees)) => trees.iter().position(|tree| *tree == inputs.nodes)?,
        };
        Some((&inputs.view, picture.heats().get(which)?))
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
            film.in_set(AppSystems::Follow)
                .run_if(in_state(AppState::InLevel)),
        )
        .add_systems(
            EguiPrimaryContextPass,
            draw.before(AppSystems::Panel).run_if(in_state(AppState::InLevel)),
        );
}

/// Returns the quantity that the heat map measures, or `None` if no heat map is on.
fn measure(overlays: &Overlays) -> Option<Measure> {
    let mut shown = OverlayKind::ALL.into_iter().filter(|&kind| overlays.is_on(kind));
    shown.find_map(heat::measure)
}

/// Returns the trees before and after the last plane change, if the current tree is its result.
fn of_trial(trial: &Trial, current: &OpenedLevel) -> Option<TreePair> {
    let trees = trial.last()?.trees.clone();
    let names = [text!("overlay-before"), text!("overlay-after")].map(str::to_owned);
    Arc::ptr_eq(&trees[1], &current.tree).then_some(TreePair { names, trees })
}

/// Counts the costs of rays through the view: first coarsely, with at most [`MOST_CASTS`] rays per frame, and then more
/// finely in the background.
fn follow(
    cameras: Query<(&Camera, &Transform, &Projection), With<Eye>>,
    (current, leaf_tree, duel): (
        Option<Shown<OpenedLevel>>,
        Shown<LeafTreeState>,
        Option<Res<DuelState>>,
    ),
    program: Res<ProgramState>,
    mut state: ResMut<HeatState>,
    mut report: ResMut<OverlayReport>,
) {
    let (state, overlays) = (state.bypass_change_detection(), &program.overlays);
    let wanted = measure(overlays).zip(cameras.single().ok()).zip(current);
    let Some(((measure, (camera, transform, projection)), current)) = wanted else {
        if state.shown.take().is_some() {
            state.finer.cancel();
            report.set_busy(OverlayKind::Cost, false);
        }
        state.textures = None;
        return;
    };
    let size = camera.physical_target_size();
    let size = size.map_or([1280, 720], |size| size.to_array());
    let clip_from_view = projection.get_clip_from_view().as_dmat4();
    let world_from_clip = transform.to_matrix().as_dmat4() * clip_from_view.inverse();
    state.doom.follow(&current.level, overlays);
    let doom = state.doom.of(&current.level, overlays);
    let doom = doom.filter(|_| measure.limit().is_some());
    let doom = doom.map(|loads| (Shared::of(&current.level), Shared::of(loads)));
    if measure.limit().is_some() && doom.is_none() {
        // There is nothing to draw yet.
        state.shown = None;
        state.finer.cancel();
        report.set_busy(OverlayKind::Cost, current.level.doom_surfaces.is_some());
        return;
    }
    let built = leaf_tree
        .built()
        .filter(|built| built.level == current.level_id());
    let of_duel = duel.as_ref().and_then(|duel| duel.heat.shown().cloned());
    let is_of_duel = of_duel.is_some();
    let pair = of_duel.or_else(|| of_trial(&program.level.trial, &current));
    let pair = pair.filter(|_| measure.is_of_nodes());
    // Interpolation between fixed steps changes the last bits of a resting camera's pose in every frame.
    let shown = state
        .shown
        .as_ref()
        .map(|(inputs, _)| inputs.view.world_from_clip);
    let shown = shown.filter(|shown| is_same_view(shown, &world_from_clip));
    let world_from_clip = shown.unwrap_or(world_from_clip);
    let inputs = Inputs {
        nodes: Shared::of(&current.tree),
        leaves: built.and_then(|built| Some((Shared::of(&built.tree), Shared::of(built.pvs.as_ref()?)))),
        doom,
        of_duel: is_of_duel && pair.is_some(),
        view: HeatView {
            world_from_clip,
            size,
            halves: pair.as_ref().map(|_| HeatView::zoom(program.view.is_cut())),
        },
        pair: pair.map(|pair| (pair.names, pair.trees.each_ref().map(Shared::of))),
        measure,
        square: SQUARES[0],
    };
    let with = |square| Inputs {
        square,
        ..inputs.clone()
    };
    let is_here = |known: &Inputs| *known == with(known.square);
    if let Some(finer) = state.finer.take()
        && let Some(of) = state.finer.wanted().cloned().filter(is_here)
    {
        state.shown = Some((of, finer));
    }
    if !state.shown.as_ref().is_some_and(|(known, _)| is_here(known)) {
        let inputs = with(moving_square(inputs.view.picture(), inputs.casts()));
        let picture = Progress::uncancellable(|progress| inputs.picture(progress));
        state.shown = Some((inputs, picture));
    }
    let shown = state.shown.as_ref().map_or(SQUARES[0], |(known, _)| known.square);
    let next = SQUARES.into_iter().find(|square| *square < shown);
    report.set_busy(OverlayKind::Cost, next.is_some());
    if let Some(square) = next {
        let of = with(square);
        state.finer.request_cancellable(with(square), move |progress| {
            of.picture(progress).map_err(|_| Failure::Cancelled)
        });
    }
}

/// Draws the heat map over the level and below all cards, and marks its maximum.
fn draw(mut contexts: EguiContexts, program: Res<ProgramState>, mut state: ResMut<HeatState>) -> Result {
    let state = state.bypass_change_detection();
    let Some((key, picture)) = &state.shown else {
        return Ok(());
    };
    let context = contexts.ctx_mut()?;
    let palette = program.overlays.palette;
    let textures = state.textures.as_ref();
    if !textures.is_some_and(|(of, colors, _)| of == key && *colors == palette) {
        // Reuse the same textures for all views. A new texture would appear one frame late, and never while the view
        // moves.
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
    mut program: ResMut<ProgramState>,
) {
    if asked.read().count() == 0 {
        return;
    }
    let of_current = state.of_current();
    let Some((view, heat, (at, _))) =
        of_current.and_then(|(view, heat)| Some((view, heat, heat.map.greatest()?)))
    else {
        return;
    };
    let middle = at.map(|at| (f64::from(at) + 0.5) * f64::from(heat.square));
    let [from, to] = view.ray(&current.tree, middle);
    program.build.open = false;
    program.query.from_eyes = false;
    program.query.begin(&TreeQuery::Cast { from, to });
}

#[cfg(test)]
mod tests {
    use bspwalk_trees::{BuildParams, Rule};

    use super::*;
    use crate::app::paint::overlays::test_trees;

    #[test]
    fn casts_of_a_moving_view_are_bounded() {
        let widths = [[640, 360], [1280, 720], [3840, 2160], [60_000, 1], [1, 1]];
        for (picture, casts) in widths.into_iter().flat_map(|size| [(size, 1), (size, 3)]) {
            let square = moving_square(picture, casts);
            assert!(casts_of(picture, square, casts) <= MOST_CASTS, "{picture:?}");
            // A finer map follows once the view rests.
            assert!(square >= SQUARES[0] && SQUARES.iter().any(|&finer| finer < square));
        }
        assert_eq!(moving_square([1280, 720], 1), SQUARES[0]);
    }

    #[test]
    fn halves_are_the_pictures_of_two_trees() {
        let current = test_trees::current();
        let random = BuildParams::preset(Rule::Random);
        let before = NodeTree::build(&current.level.solid_triangles(), &random).expect("it can be built");
        let [before, after] = [Arc::new(before), current.tree.clone()];
        let pose = Transform::from_translation(current.level.spawn.eye.as_vec3());
        let projection = Mat4::perspective_infinite_reverse_rh(0.9, 1.78, 0.02);
        let inputs = |nodes: &Arc<NodeTree>, pair: Option<[&Arc<NodeTree>; 2]>| Inputs {
            nodes: Shared::of(nodes),
            leaves: None,
            doom: None,
            pair: pair.map(|trees| (Default::default(), trees.map(Shared::of))),
            of_duel: false,
            view: HeatView {
                world_from_clip: pose.to_matrix().as_dmat4() * projection.as_dmat4().inverse(),
                size: [160, 90],
                halves: Some(HeatView::zoom(false)),
            },
            measure: Measure::Nodes,
            square: 3,
        };
        let picture = |inputs: &Inputs| Progress::uncancellable(|progress| inputs.picture(progress));
        let both = picture(&inputs(&after, Some([&before, &after])));
        for (half, tree) in both.heats().iter().zip([&before, &after]) {
            assert_eq!(half.map, picture(&inputs(tree, None)).heats()[0].map);
        }
        assert_ne!(both.heats()[0].map, both.heats()[1].map);
        assert_eq!(both.heats()[0].full, both.heats()[1].full);
        let same = picture(&inputs(&after, Some([&after, &after])));
        assert_eq!(same.heats()[0], same.heats()[1]);
        // The film follows the cast of the most expensive pixel of the current tree, in the half of the picture that
        // shows this tree.
        let other = test_trees::current().tree.clone();
        for (walked, of) in [(&before, Some(0)), (&after, Some(1)), (&other, None)] {
            let state = HeatState {
                shown: Some((inputs(walked, Some([&before, &after])), both.clone())),
                ..HeatState::default()
            };
            let map = state.of_current().map(|(_, heat)| &heat.map);
            assert_eq!(map, of.map(|which: usize| &both.heats()[which].map));
        }
    }
}
