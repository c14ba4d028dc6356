//! Keyboard and mouse: from the table of controls to [`MoveIntent`] and [`Command`]s.

mod capture;
pub mod controls;
mod input_queue;
mod labels;
mod zoom;

use bevy::{
    input::{
        InputSystems,
        keyboard::{KeyboardFocusLost, KeyboardInput},
        mouse::MouseButtonInput,
    },
    prelude::*,
    window::WindowFocused,
};
use bevy_egui::input::EguiWantsInput;
use bevy_enhanced_input::prelude::{
    Action, ActionEvents, ActionOf, ActionSources, ActionValue, Binding, BindingOf, EnhancedInputPlugin,
    EnhancedInputSystems, InputAction, InputContextAppExt,
};

use self::input_queue::InputQueue;
use super::{
    schedule::AppSystems,
    settings::Settings,
    state::{Command, Player, Ui},
};
use controls::{CONTROLS, Effect, Hold, Source};
pub use labels::KeyLabels;
pub use zoom::UiZoom;
use zoom::Zooming;

/// What a person holds down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holds(u8);

impl Holds {
    /// Whether this is among it.
    #[must_use]
    pub fn contains(self, hold: Hold) -> bool {
        self.0 & 1 << hold as u8 != 0
    }

    /// To the right, up in the world, and back against the view; each −1 to 1.
    #[must_use]
    pub fn direction(self) -> Vec3 {
        let axis = |plus, minus| f32::from(i8::from(self.contains(plus)) - i8::from(self.contains(minus)));
        Vec3::new(
            axis(Hold::Right, Hold::Left),
            axis(Hold::Up, Hold::Down),
            axis(Hold::Back, Hold::Forward),
        )
    }

    fn add(&mut self, hold: Hold) {
        self.0 |= 1 << hold as u8;
    }
}

/// Where the person wants to go.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveIntent {
    /// What is held.
    pub held: Holds,
    /// What has been pressed since the last fixed step, and may have been let go again: steps can be further apart than a
    /// tap is long.
    pressed: Holds,
}

impl MoveIntent {
    /// What a step is to heed: what is held, and what was pressed since the step before.
    pub fn take(&mut self) -> Holds {
        Holds(self.held.0 | std::mem::take(&mut self.pressed).0)
    }

    /// Forgets what was pressed.
    pub fn forget(&mut self) {
        self.pressed = Holds::default();
    }
}

/// Turns keys and mouse into [`MoveIntent`], [`Command`]s and a new view.
pub struct InputPlugin;

impl Plugin for InputPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(EnhancedInputPlugin)
            .add_input_context::<Keyboard>()
            .init_resource::<MoveIntent>()
            .init_resource::<KeyLabels>()
            .init_resource::<UiZoom>()
            .init_resource::<Zooming>()
            .init_resource::<capture::Lent>()
            .init_resource::<InputQueue<KeyboardInput>>()
            .init_resource::<InputQueue<MouseButtonInput>>()
            .add_message::<WindowFocused>()
            .add_systems(Startup, bind)
            .add_systems(
                PreUpdate,
                (
                    input_queue::remember::<KeyboardInput>,
                    input_queue::remember::<MouseButtonInput>,
                )
                    .before(InputSystems),
            )
            .add_systems(
                PreUpdate,
                (
                    (input_queue::take::<KeyboardInput>, labels::learn, zoom::read).chain(),
                    input_queue::take::<MouseButtonInput>,
                    sources,
                )
                    .after(InputSystems)
                    .before(EnhancedInputSystems::Update),
            )
            .add_systems(PreUpdate, (read, look).chain().in_set(AppSystems::Input))
            .add_systems(
                Update,
                (capture::handle, capture::focus, capture::apply)
                    .chain()
                    .in_set(AppSystems::Command),
            );
    }
}

/// The context that all actions belong to.
#[derive(Component)]
struct Keyboard;

/// A key or button.
#[derive(InputAction)]
#[action_output(bool)]
struct Press;

/// Mouse motion or the wheel.
#[derive(InputAction)]
#[action_output(Vec2)]
struct Axis;

/// What an action entity does.
#[derive(Component, Clone, Copy)]
struct Does(Effect);

/// Spawns an action for every control of the table.
fn bind(mut commands: Commands) {
    let context = commands.spawn(Keyboard).id();
    for control in CONTROLS {
        let mut action = match control.effect {
            Effect::Look | Effect::Speed => commands.spawn(Action::<Axis>::new()),
            Effect::Hold(_) | Effect::Press(_) | Effect::Capture => commands.spawn(Action::<Press>::new()),
            // Read by [`zoom`], before there are actions.
            Effect::Zoom => continue,
        };
        let action = action
            .insert((Does(control.effect), ActionOf::<Keyboard>::new(context)))
            .id();
        for source in control.sources {
            let binding: Binding = match *source {
                Source::Key(key) => key.into(),
                Source::Button(button) => button.into(),
                Source::Motion => Binding::mouse_motion(),
                Source::Wheel => Binding::mouse_wheel(),
                Source::Zoom => continue,
            };
            commands.spawn((BindingOf(action), binding));
        }
    }
}

/// Leaves to the panel what is meant for the panel.
fn sources(egui: Option<Res<EguiWantsInput>>, ui: Res<Ui>, mut sources: ResMut<ActionSources>) {
    let keyboard = egui.as_ref().is_some_and(|egui| egui.wants_any_keyboard_input());
    let wanted = egui.as_ref().is_some_and(|egui| egui.wants_any_pointer_input());
    let pointer = !ui.captured && (ui.pointer_on_panel || wanted);
    sources.keyboard = !keyboard;
    sources.mouse_buttons = !pointer;
    // The help scrolls by the wheel.
    sources.mouse_wheel = !pointer && !ui.help;
    sources.mouse_motion = ui.captured;
}

/// Reads the actions.
fn read(
    actions: Query<(&Does, &ActionValue, &ActionEvents)>,
    mut lost: MessageReader<KeyboardFocusLost>,
    mut intent: ResMut<MoveIntent>,
    mut ui: ResMut<Ui>,
    zooming: Res<Zooming>,
    mut messages: MessageWriter<Command>,
) {
    if lost.read().count() > 0 {
        intent.forget();
    }
    let mut new = MoveIntent {
        held: Holds::default(),
        ..*intent
    };
    for (does, value, events) in &actions {
        match does.0 {
            // Ctrl is held to zoom, and not to move down.
            Effect::Hold(Hold::Down) if zooming.is_on() => {}
            Effect::Hold(hold) => {
                if value.as_bool() {
                    new.held.add(hold);
                }
                if events.contains(ActionEvents::START) {
                    new.pressed.add(hold);
                }
            }
            // The arrows scroll the help.
            Effect::Press(
                Command::SelectParent | Command::SelectFront | Command::SelectBack | Command::ClearSelection,
            ) if ui.help => {}
            Effect::Press(command) if events.contains(ActionEvents::START) => {
                messages.write(command);
            }
            Effect::Capture if events.contains(ActionEvents::START) => ui.captured = true,
            Effect::Press(_) | Effect::Capture | Effect::Look | Effect::Speed | Effect::Zoom => {}
        }
    }
    intent.set_if_neq(new);
}

/// Steepest view, in radians: short of straight up, where turning left and right would lose its meaning.
const STEEPEST: f32 = 89.0 * std::f32::consts::PI / 180.0;

/// Least and greatest speed in metres a second.
pub const SPEEDS: [f32; 2] = [0.1, 100.0];

/// Turns the view and changes the speed.
fn look(actions: Query<(&Does, &ActionValue)>, settings: Res<Settings>, mut player: ResMut<Player>) {
    for (does, value) in &actions {
        let delta = value.as_axis2d();
        if delta == Vec2::ZERO {
            continue;
        }
        match does.0 {
            Effect::Look => {
                let turn = delta * settings.sensitivity.to_radians();
                let down = if settings.invert_y { -turn.y } else { turn.y };
                player.yaw = (player.yaw - turn.x).rem_euclid(std::f32::consts::TAU);
                player.pitch = (player.pitch - down).clamp(-STEEPEST, STEEPEST);
            }
            Effect::Speed => {
                player.speed = (player.speed * 1.15f32.powf(delta.y)).clamp(SPEEDS[0], SPEEDS[1]);
            }
            Effect::Hold(_) | Effect::Press(_) | Effect::Capture | Effect::Zoom => {}
        }
    }
}
