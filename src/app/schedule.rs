//! The order of a frame: whether there is a level, and the sets of systems in their schedules.
//!
//! | Schedule | Sets, one after the other |
//! |---|---|
//! | [`First`] | [`Clock`](AppSystems::Clock) |
//! | [`PreUpdate`] | [`Input`](AppSystems::Input), [`Settle`](AppSystems::Settle); then the engine changes the state |
//! | [`FixedUpdate`] | [`Step`](AppSystems::Step), as often as the clock asks |
//! | [`RunFixedMainLoop`] | [`Camera`](AppSystems::Camera), after the steps |
//! | [`Update`] | [`Load`](AppSystems::Load), [`Enter`](AppSystems::Enter), [`Replay`](AppSystems::Replay), [`Action`](AppSystems::Command), [`Select`](AppSystems::Select), [`LeafTree`](AppSystems::LeafTree), [`Overlays`](AppSystems::Overlays), [`Show`](AppSystems::Show) |
//! | [`PostUpdate`] | [`Cull`](AppSystems::Cull), with the camera of this frame |
//! | `EguiPrimaryContextPass` | [`Panel`](AppSystems::Panel), [`Hud`](AppSystems::Hud) |
//! | [`Last`] | [`Leave`](AppSystems::Leave), [`Save`](AppSystems::Save), after the engine has noticed that its windows are closed |
//!
//! A new level is taken over in `Load` and entered in `Enter`, both before the next step: no step is made in it from a place
//! of the level before.

use bevy::{
    asset::AssetEventSystems,
    camera::{CameraUpdateSystems, visibility::VisibilitySystems},
    input::InputSystems,
    prelude::*,
    state::app::StatesPlugin,
    time::TimeSystems,
    window::ExitSystems,
};
use bevy_egui::EguiPrimaryContextPass;

use super::state::{Act, Action, OpenedLevel};
use crate::app::shown::IsShown;

/// Whether there is a level. It follows from [`OpenedLevel`], which comes with the first level and then stays: another level
/// loads behind the one that is shown.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AppState {
    /// The first level is being loaded: there is nothing to move in, to draw or to select.
    #[default]
    Loading,
    /// There is a level, and [`OpenedLevel`] with it.
    InLevel,
}

/// What systems do. Each set belongs to the schedule that is named with it.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AppSystems {
    /// [`First`], before time passes: pauses, slows and steps the clock.
    Clock,
    /// [`PreUpdate`], after the engine has read the devices: keys and mouse become intents, commands and a view.
    Input,
    /// [`PreUpdate`], last: [`AppState`] follows [`OpenedLevel`].
    Settle,
    /// [`FixedUpdate`], in a level: the body moves.
    Step,
    /// [`RunFixedMainLoop`], after the steps: the camera is placed between the last two.
    Camera,
    /// [`Update`]: levels are loaded and trees built; a level that is ready is shown.
    Load,
    /// [`Update`], in the first frame of a level: what belonged to the old one ends, and the body is put at the spawn.
    Enter,
    /// [`Update`], in a level: commands of the body are handled; a replay begins, goes on or ends.
    Replay,
    /// [`Update`]: commands are handled.
    Command,
    /// [`Update`]: overlays are switched, and nodes selected.
    Select,
    /// [`Update`], in a level: its solid-leaf tree is built, and commands about it are handled.
    LeafTree,
    /// [`Update`], in a level: overlays are built.
    Overlays,
    /// [`Update`]: what is drawn follows all of this.
    Show,
    /// [`PostUpdate`], in a level, after transforms and projections and before the engine looks for what has changed and what
    /// is visible: what the camera cannot see is hidden.
    Cull,
    /// `EguiPrimaryContextPass`: the panel and the cards beside it.
    Panel,
    /// `EguiPrimaryContextPass`: what is drawn over the level.
    Hud,
    /// [`Last`], where the program ends: what the user has lent is given back.
    Leave,
    /// [`Last`]: what outlives the window is written.
    Save,
}

/// The state, and the order of the sets.
pub(super) struct SchedulePlugin;

impl Plugin for SchedulePlugin {
    fn build(&self, app: &mut App) {
        if !app.is_plugin_added::<StatesPlugin>() {
            app.add_plugins(StatesPlugin);
        }
        let in_level = in_state(AppState::InLevel);
        app.init_state::<AppState>()
            .configure_sets(First, AppSystems::Clock.before(TimeSystems))
            .configure_sets(
                PreUpdate,
                (AppSystems::Input, AppSystems::Settle)
                    .chain()
                    .after(InputSystems),
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
                    AppSystems::LeafTree.run_if(in_level.clone()),
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
            .configure_sets(Last, (ExitSystems, AppSystems::Leave, AppSystems::Save).chain())
            .configure_sets(
                EguiPrimaryContextPass,
                (AppSystems::Panel, AppSystems::Hud).chain(),
            )
            .add_systems(
                PreUpdate,
                settle
                    .in_set(AppSystems::Settle)
                    .run_if(in_state(AppState::Loading).and_then(any_with_component::<OpenedLevel>)),
            );
    }
}

/// Whether the level that is shown is another than when this was last asked; the same that was read again is not.
fn entered(
    level: Option<Single<Entity, (With<OpenedLevel>, With<IsShown>)>>,
    mut known: Local<Option<Entity>>,
) -> bool {
    let level = level.map(|level| *level);
    std::mem::replace(&mut *known, level) != level
}

/// Whether this command was sent since the last frame.
pub(super) fn sent(action: Action) -> impl FnMut(MessageReader<Act>) -> bool + Clone {
    move |mut messages: MessageReader<Act>| messages.read().any(|sent| **sent == action)
}

fn settle(mut next: ResMut<NextState<AppState>>) {
    next.set(AppState::InLevel);
}
