//! Overlays whose drawing takes longer than a frame: each is computed beside the main thread, and again when what it
//! depends on has changed.

use bevy::{ecs::system::SystemParam, prelude::*};
use bspwalk_overlays::{drawing::Drawing, layer::Layer};
use bspwalk_session::overlays::OverlayKind;

use super::{layers::Layers, report::OverlayReport, tree_stats::CurrentTreeStats};
use crate::app::{
    leaf_tree::{ChosenLeaf, LeafTreeState, SightFrom},
    schedule::AppSystems,
    shown::Shown,
    state::{ModelView, OpenedLevel, Overlays, Player, Selection},
    worker::Job,
};

/// What the drawings are computed from.
#[derive(SystemParam)]
pub(in crate::app) struct Inputs<'w, 's> {
    pub(super) current: Shown<'w, 's, OpenedLevel>,
    pub(super) tree_stats: Res<'w, CurrentTreeStats>,
    pub(super) leaf_tree: Shown<'w, 's, LeafTreeState>,
    pub(super) overlays: Res<'w, Overlays>,
    pub(super) selection: Shown<'w, 's, Selection>,
    pub(super) chosen: Shown<'w, 's, ChosenLeaf>,
    pub(super) sight_from: Shown<'w, 's, SightFrom>,
    pub(super) player: Shown<'w, 's, Player>,
    pub(super) view: Res<'w, ModelView>,
}

impl Inputs<'_, '_> {
    /// The eye's position in steps of so many metres, for keys that change only once a step.
    pub(super) fn eye_in_steps(&self, step: f32) -> IVec3 {
        (self.player.position / step).round().as_ivec3()
    }

    /// The height at which the model is cut open, in millimetres; none in the eyes.
    pub(super) fn cut(&self) -> Option<i64> {
        let height = self.view.height(&self.player);
        self.view
            .is_cut()
            .then(|| (f64::from(height) * 1000.0).round() as i64)
    }
}

/// An overlay that is computed in the background.
pub(in crate::app) trait BackgroundOverlay: Send + Sync + 'static {
    const KIND: OverlayKind;
    /// The layer that it fills.
    const LAYER: Layer;
    /// What the drawing depends on: another key, another drawing.
    type Key: Clone + PartialEq + Send + Sync;
    /// What its legend says besides the counts.
    type Answer: Default + Send + Sync;

    /// Whether it is shown.
    fn is_on(overlays: &Overlays) -> bool {
        overlays.is_on(Self::KIND)
    }

    /// The key of the drawing and the work that draws it; `None` where there is nothing to draw.
    fn request(inputs: &Inputs<'_, '_>) -> Option<(Self::Key, Work<Self::Answer>)>;
}

/// Work that draws an overlay and finds what its legend says besides the counts.
pub(in crate::app) type Work<A> = Box<dyn FnOnce() -> (Drawing, A) + Send>;

/// The state of an overlay that is computed in the background.
#[derive(Resource)]
pub(in crate::app) struct Background<O: BackgroundOverlay> {
    job: Job<Option<O::Key>, (Drawing, O::Answer)>,
    /// What the legend says besides the counts.
    pub(super) answer: O::Answer,
}

impl<O: BackgroundOverlay> Default for Background<O> {
    fn default() -> Self {
        Self {
            job: Job::default(),
            answer: O::Answer::default(),
        }
    }
}

pub(super) fn plugin<O: BackgroundOverlay>(app: &mut App) {
    app.init_resource::<Background<O>>()
        .add_systems(Update, compute::<O>.in_set(AppSystems::Overlays));
}

/// Computes the overlay where its key has changed.
fn compute<O: BackgroundOverlay>(
    inputs: Inputs,
    mut background: ResMut<Background<O>>,
    mut layers: ResMut<Layers>,
    mut report: ResMut<OverlayReport>,
) {
    if inputs.tree_stats.tree_id != Some(inputs.current.tree_id()) {
        return;
    }
    let request = O::is_on(&inputs.overlays).then(|| O::request(&inputs));
    let (key, work) = request.flatten().unzip();
    let background = background.bypass_change_detection();
    background
        .job
        .request(key, || work.map_or_else(Default::default, |work| work()));
    if let Some((drawing, answer)) = background.job.take() {
        report.count(O::KIND, drawing.counts);
        background.answer = answer;
        layers.set(O::LAYER, drawing);
    }
    report.set_busy(O::KIND, background.job.is_busy());
}
