//! When what happens: the states of the window and the sets of its systems, in the order of a frame.
//!
//! | Schedule | Sets, one after the other |
//! |---|---|
//! | [`First`] | [`Clock`](AppSystems::Clock) |
//! | [`PreUpdate`] | [`Input`](AppSystems::Input), [`Settle`](AppSystems::Settle); then the engine changes the states |
//! | [`FixedUpdate`] | [`Step`](AppSystems::Step), as often as the clock asks |
//! | [`RunFixedMainLoop`] | [`Camera`](AppSystems::Camera), after the steps |
//! | [`Update`] | [`Load`](AppSystems::Load), [`Enter`](AppSystems::Enter), [`Replay`](AppSystems::Replay), [`Command`](AppSystems::Command), [`Select`](AppSystems::Select), [`LeafTreeState`](AppSystems::Rooms), [`Overlays`](AppSystems::Overlays), [`Show`](AppSystems::Show) |
//! | [`PostUpdate`] | [`Cull`](AppSystems::Cull), with the camera where it is drawn from |
//! | `EguiPrimaryContextPass` | [`Panel`](AppSystems::Panel), [`Hud`](AppSystems::Hud) |
//! | [`Last`] | [`Save`](AppSystems::Save) |
//!
//! A new level is taken over in `Load` and entered in `Enter`, both before the next step: no step is ever made in it from
//! a place of the level before.

use bevy::{
    asset::AssetEventSystems,
    camera::{CameraUpdateSystems, visibility::VisibilitySystems},
    prelude::*,
    state::app::StatesPlugin,
    time::TimeSystems,
};
use bevy_egui::EguiPrimaryContextPass;
use bevy_enhanced_input::prelude::EnhancedInputSystems;

use super::{clock::TimeScale, replay, state::CurrentLevel};

/// Whether there is a level. It follows from [`CurrentLevel`], which comes with the first level and then stays: another level
/// loads behind the one that is shown.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AppState {
    /// The first level is being loaded: there is nothing to move in, to draw or to select.
    #[default]
    Loading,
    /// There is a level, and [`CurrentLevel`] with it.
    InLevel,
}

/// What becomes of the body. It follows from [`replay::Replay`] and [`TimeScale`].
#[derive(SubStates, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[source(AppState = AppState::InLevel)]
pub enum Simulation {
    /// It moves by keys or by a script.
    #[default]
    Playing,
    /// The clock stands still, but for single steps.
    Paused,
    /// What it did is shown again: the body waits, the eye is free.
    Replaying,
}

/// What systems do. Each set belongs to the schedule that is named with it.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AppSystems {
    /// [`First`], before time passes: stops, slows and steps the clock.
    Clock,
    /// [`PreUpdate`], after the engine has read the devices: keys and mouse become intents, commands and a view.
    Input,
    /// [`PreUpdate`], last: the states follow what there is.
    Settle,
    /// [`FixedUpdate`], in a level: the body moves.
    Step,
    /// [`RunFixedMainLoop`], after the steps: the camera is placed between the last two.
    Camera,
    /// [`Update`]: what was asked for is loaded; what has been loaded is shown.
    Load,
    /// [`Update`], where the level is another than a frame ago: what belonged to the old one ends, and the body is put at
    /// the spawn.
    Enter,
    /// [`Update`], in a level: a replay begins, goes on or ends, before any command moves the body.
    Replay,
    /// [`Update`]: commands are heeded.
    Command,
    /// [`Update`]: overlays are switched, and nodes selected.
    Select,
    /// [`Update`], in a level: its rooms are made, and commands about them heeded.
    LeafTreeState,
    /// [`Update`], in a level: overlays are made.
    Overlays,
    /// [`Update`]: what is drawn follows all of this.
    Show,
    /// [`PostUpdate`], in a level, after transforms and projections and before the engine looks for what has changed and what
    /// is visible: what the camera cannot see is hidden.
    Cull,
    /// `EguiPrimaryContextPass`: the panel and the cards beside it.
    Panel,
    /// `EguiPrimaryContextPass`: what is drawn over the picture.
    Hud,
    /// [`Last`]: what outlives the window is written.
    Save,
}

/// The states, and the order of the sets.
pub(super) struct SchedulePlugin;

impl Plugin for SchedulePlugin {
    fn build(&self, app: &mut App) {
        if !app.is_plugin_added::<StatesPlugin>() {
            app.add_plugins(StatesPlugin);
        }
        let in_level = in_state(AppState::InLevel);
        app.init_state::<AppState>()
            .add_sub_state::<Simulation>()
            .configure_sets(First, AppSystems::Clock.before(TimeSystems))
            .configure_sets(
                PreUpdate,
                (AppSystems::Input, AppSystems::Settle)
                    .chain()
                    .after(EnhancedInputSystems::Apply),
            )
            .configure_sets(FixedUpdate, AppSystems::Step.run_if(in_level.clone()))
            .configure_sets(
                RunFixedMainLoop,
                AppSystems::Camera.in_set(RunFixedMainLoopSystems::AfterFixedMainLoop),
            )
            .configure_sets(
                Update,
                (
                    AppSystems::Load,
                    AppSystems::Enter.run_if(entered),
                    AppSystems::Replay.run_if(in_level.clone()),
                    AppSystems::Command,
                    AppSystems::Select,
                    AppSystems::LeafTreeState.run_if(in_level.clone()),
                    AppSystems::Overlays.run_if(in_level.clone()),
                    AppSystems::Show,
                )
                    .chain(),
            )
            .configure_sets(
                PostUpdate,
                AppSystems::Cull
                    .after(TransformSystems::Propagate)
                    .after(CameraUpdateSystems)
                    .before(AssetEventSystems)
                    .before(VisibilitySystems::VisibilityPropagate)
                    .run_if(in_level),
            )
            .configure_sets(
                EguiPrimaryContextPass,
                (AppSystems::Panel, AppSystems::Hud).chain(),
            )
            .add_systems(PreUpdate, settle.in_set(AppSystems::Settle));
    }
}

/// Whether the level that is shown is another than when this was last asked.
fn entered(current: Option<Res<CurrentLevel>>, mut known: Local<Option<u64>>) -> bool {
    let level = current.map(|current| current.level_revision);
    std::mem::replace(&mut *known, level) != level
}

/// The states follow what there is, so that nobody else sets them.
fn settle(
    current: Option<Res<CurrentLevel>>,
    replay: Option<Res<replay::Replay>>,
    time_scale: Option<Res<TimeScale>>,
    (level, now): (Res<State<AppState>>, Option<Res<State<Simulation>>>),
    (mut next_level, mut next): (ResMut<NextState<AppState>>, ResMut<NextState<Simulation>>),
) {
    if current.is_none() {
        return;
    }
    if *level.get() != AppState::InLevel {
        next_level.set(AppState::InLevel);
    }
    let wanted = if replay.is_some() {
        Simulation::Replaying
    } else if time_scale.is_some_and(|time_scale| time_scale.paused) {
        Simulation::Paused
    } else {
        Simulation::Playing
    };
    if now.is_none_or(|now| *now.get() != wanted) {
        next.set(wanted);
    }
}
