//! Order of systems in a frame: the state that indicates whether a level is open, and the system sets of each schedule.
//!
//! | Schedule | Sets in order |
//! |---|---|
//! | [`First`] | [`Clock`](AppSystems::Clock) |
//! | [`PreUpdate`] | [`Input`](AppSystems::Input), [`Settle`](AppSystems::Settle); then Bevy changes the state |
//! | [`FixedUpdate`] | [`Step`](AppSystems::Step), as often as the clock requires |
//! | [`RunFixedMainLoop`] | [`Camera`](AppSystems::Camera), after the steps |
//! | [`Update`] | [`Point`](AppSystems::Point), [`Command`](AppSystems::Command), [`Load`](AppSystems::Load), [`Enter`](AppSystems::Enter), [`Replay`](AppSystems::Replay), [`Follow`](AppSystems::Follow), [`Select`](AppSystems::Select), [`LeafTree`](AppSystems::LeafTree), [`Overlays`](AppSystems::Overlays), [`Show`](AppSystems::Show) |
//! | [`PostUpdate`] | [`Cull`](AppSystems::Cull), with the camera of this frame |
//! | `EguiPrimaryContextPass` | [`Panel`](AppSystems::Panel), [`Hud`](AppSystems::Hud) |
//! | [`Last`] | [`Leave`](AppSystems::Leave), [`Save`](AppSystems::Save), after Bevy has detected that its windows are closed |
//!
//! A new level replaces the old one in `Load` and is entered in `Enter`, both before the next fixed step. No step in
//! the new level therefore starts from a position in the old one.

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

use super::state::OpenedLevel;
use crate::app::host::shown::IsShown;

/// Whether a level is open. This follows from [`OpenedLevel`], which exists once the first level has loaded. Later
/// levels load in the background.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AppState {
    /// The first level is still loading, so there is nothing to walk through, draw or select.
    #[default]
    Loading,
    /// A level is open, so [`OpenedLevel`] exists.
    InLevel,
}

/// System sets. Each set belongs to the schedule named in its documentation.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AppSystems {
    /// [`First`], before time advances: pauses, slows or steps the clock.
    Clock,
    /// [`PreUpdate`], after Bevy has read the devices: turns key and mouse input into intents, commands and view
    /// changes.
    Input,
    /// [`PreUpdate`], last: updates [`AppState`] from [`OpenedLevel`].
    Settle,
    /// [`FixedUpdate`], in a level: moves the player.
    Step,
    /// [`RunFixedMainLoop`], after the fixed steps: places the camera between the last two poses.
    Camera,
    /// [`Update`], in a level: applies the mouse pointer to the level as it was last drawn.
    Point,
    /// [`Update`]: executes commands on the level as it was last drawn.
    Command,
    /// [`Update`]: loads levels, builds trees, and shows a level once it is ready.
    Load,
    /// [`Update`], in the first frame of a level: ends all activity in the old level, and moves the player to the
    /// spawn.
    Enter,
    /// [`Update`], in a level: advances or ends the replay.
    Replay,
    /// [`Update`]: lets background work, dialogs and films react to commands.
    Follow,
    /// [`Update`]: updates selections after the tree has changed.
    Select,
    /// [`Update`], in a level: builds the level's solid-leaf tree.
    LeafTree,
    /// [`Update`], in a level: builds overlays.
    Overlays,
    /// [`Update`]: updates everything that is drawn from the results of all sets above.
    Show,
    /// [`PostUpdate`], in a level: hides objects that the camera cannot see. It runs after transform and projection
    /// updates, and before Bevy checks for changes and visibility.
    Cull,
    /// `EguiPrimaryContextPass`: draws the panel and the cards next to it.
    Panel,
    /// `EguiPrimaryContextPass`: draws the head-up display over the level.
    Hud,
    /// [`Last`], when the program exits: restores the user's own state after the tour or a worked example.
    Leave,
    /// [`Last`]: writes all state that persists after the window closes.
    Save,
}

/// Sets up the app state and the order of the system sets.
pub(in crate::app) struct SchedulePlugin;

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
                    AppSystems::Point,
                    AppSystems::Command,
                    AppSystems::Load,
                    AppSystems::Enter.run_if(entered),
                    AppSystems::Replay.run_if(in_level.clone()),
                    AppSystems::Follow,
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

/// Returns whether the level on screen has changed since the last call. A reloaded level counts as unchanged.
fn entered(
    level: Option<Single<Entity, (With<OpenedLevel>, With<IsShown>)>>,
    mut known: Local<Option<Entity>>,
) -> bool {
    let level = level.map(|level| *level);
    std::mem::replace(&mut *known, level) != level
}

fn settle(mut next: ResMut<NextState<AppState>>) {
    next.set(AppState::InLevel);
}
