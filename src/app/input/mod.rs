//! Keyboard and mouse: from the table of controls to [`MoveIntent`], [`Action`]s and the view.

mod capture;
mod film_keys;
mod input_queue;
mod intent;
mod key_codes;
mod labels;
pub(super) mod touch;
mod typed;
pub(super) mod zoom;

use bevy::{
    input::{
        InputSystems,
        keyboard::{KeyboardFocusLost, KeyboardInput},
        mouse::MouseButtonInput,
        touch::Touches,
    },
    prelude::*,
    window::WindowFocused,
};
use bevy_egui::input::EguiWantsInput;
use bevy_enhanced_input::prelude::{
    Action, ActionEvents, ActionOf, ActionSources, Binding, BindingOf, Clamp, EnhancedInputPlugin,
    EnhancedInputSystems, InputAction, InputContextAppExt, Negate, SwizzleAxis,
};
use bspwalk_session::actions::{self, Effect, Front, Motion, Source, TURN_RATE, controls};

use self::input_queue::InputQueue;
use super::{
    schedule::AppSystems,
    settings::Settings,
    shown::ShownMut,
    state::{Act, ModelView, Player, Ui},
};
pub use intent::{MoveIntent, MoveKeys};
pub use key_codes::keys;
pub use labels::KeyLabels;
pub use typed::Typing;
pub use zoom::UiZoom;
use zoom::Zooming;

/// Turns keys and mouse into [`MoveIntent`], [`Action`]s and a new view.
pub struct InputPlugin;

impl Plugin for InputPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(EnhancedInputPlugin)
            .add_input_context::<Keyboard>()
            .init_resource::<MoveIntent>()
            .init_resource::<touch::Fingers>()
            .init_resource::<touch::Tapped>()
            .init_resource::<Touches>()
            .init_resource::<Zooming>()
            .init_resource::<Typing>()
            .init_resource::<typed::Typed>()
            .init_resource::<capture::Reclaim>()
            .init_resource::<InputQueue<KeyboardInput>>()
            .init_resource::<InputQueue<MouseButtonInput>>()
            .add_message::<WindowFocused>()
            .add_message::<CursorMoved>()
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
                    (
                        input_queue::pop::<KeyboardInput>,
                        labels::learn,
                        zoom::quit,
                        zoom::read,
                        film_keys::read,
                        typed::keep,
                    )
                        .chain(),
                    input_queue::pop::<MouseButtonInput>,
                    sources.in_set(SourcesChosen),
                )
                    .after(InputSystems)
                    .before(EnhancedInputSystems::Update),
            )
            .add_systems(
                PreUpdate,
                (movement, send, look, touch::read)
                    .chain()
                    .in_set(AppSystems::Input),
            )
            .add_systems(
                Update,
                (capture::handle, capture::focus, capture::apply)
                    .chain()
                    .in_set(AppSystems::Command),
            );
    }
}

/// The system that decides, each frame, which devices reach the actions.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct SourcesChosen;

/// A frame that took longer turns the view no further, in seconds.
const LONGEST_FRAME: f32 = 0.25;

/// The input context of all actions.
#[derive(Component)]
struct Keyboard;

/// Moves; the axes are those of [`MoveKeys::direction`].
#[derive(InputAction)]
#[action_output(Vec3)]
struct Move;

/// Jumps.
#[derive(InputAction)]
#[action_output(bool)]
struct Jump;

/// Crouches.
#[derive(InputAction)]
#[action_output(bool)]
struct Crouch;

/// Moves faster.
#[derive(InputAction)]
#[action_output(bool)]
struct Fast;

/// Turns the view, in counts of the mouse.
#[derive(InputAction)]
#[action_output(Vec2)]
struct Look;

/// Changes the speed, by notches of the wheel along y.
#[derive(InputAction)]
#[action_output(Vec2)]
struct Speed;

/// Captures the mouse.
#[derive(InputAction)]
#[action_output(bool)]
struct Capture;

/// Turns the view while it is held, by parts of [`TURN_RATE`] to the left along x and upwards along y.
#[derive(InputAction)]
#[action_output(Vec2)]
struct TurnView;

/// Sends the [`Sends`] beside it.
#[derive(InputAction)]
#[action_output(bool)]
struct Send;

/// The command of a [`Send`].
#[derive(Component, Clone, Copy)]
struct Sends(actions::Action);

/// What the engine binds for a row of the table.
fn bindings(source: Source) -> Vec<Binding> {
    match source {
        Source::Click => vec![MouseButton::Left.into()],
        Source::Mouse => vec![Binding::mouse_motion()],
        Source::Wheel => vec![Binding::mouse_wheel()],
        // `model_view` tells a click of the right button from a drag, `zoom` reads its keys before there are actions, and Tab is egui's.
        Source::RightClick | Source::Zoom | Source::WithCtrl(_) => Vec::new(),
        key => keys(key).into_iter().map(Binding::from).collect(),
    }
}

/// The direction of a key of movement: +x to the right, +y up in the world, −z along the view.
const fn direction(motion: Motion) -> Vec3 {
    match motion {
        Motion::Forward => Vec3::NEG_Z,
        Motion::Back => Vec3::Z,
        Motion::Left => Vec3::NEG_X,
        Motion::Right => Vec3::X,
        Motion::Up => Vec3::Y,
        Motion::Down => Vec3::NEG_Y,
        Motion::Fast => Vec3::ZERO,
    }
}

/// Spawns the actions with the bindings of the table.
fn bind(mut commands: Commands) {
    let keyboard = commands.spawn(Keyboard).id();
    let of = || ActionOf::<Keyboard>::new(keyboard);
    // Two keys of one direction together are no faster than one.
    let clamp = Clamp {
        min: Vec3::NEG_ONE,
        max: Vec3::ONE,
    };
    let walk = commands.spawn((of(), Action::<Move>::new(), clamp)).id();
    let jump = commands.spawn((of(), Action::<Jump>::new())).id();
    let crouch = commands.spawn((of(), Action::<Crouch>::new())).id();
    let turn = commands.spawn((of(), Action::<TurnView>::new(), clamp)).id();
    for control in controls().filter(|control| control.is_in(Front::Window)) {
        let action = match control.effect {
            Effect::Move(Motion::Fast) => commands.spawn((of(), Action::<Fast>::new())).id(),
            Effect::Move(_) => walk,
            Effect::Turn(_) => turn,
            Effect::Look => commands.spawn((of(), Action::<Look>::new())).id(),
            Effect::Speed => commands.spawn((of(), Action::<Speed>::new())).id(),
            Effect::Capture => commands.spawn((of(), Action::<Capture>::new())).id(),
            Effect::Send(action) => commands.spawn((of(), Action::<Send>::new(), Sends(action))).id(),
            Effect::Zoom | Effect::Focus => continue,
        };
        for binding in control.sources.iter().copied().flat_map(bindings) {
            let spawned = commands.spawn((BindingOf(action), binding)).id();
            let axis = match control.effect {
                Effect::Move(motion) => direction(motion),
                Effect::Turn(turn) => {
                    let [left, up] = turn.left_and_up();
                    Vec3::new(left, up, 0.0)
                }
                _ => continue,
            };
            if axis.min_element() < 0.0 {
                commands.entity(spawned).insert(Negate::all());
            }
            if axis.y != 0.0 {
                commands.entity(spawned).insert(SwizzleAxis::YXZ);
            } else if axis.z != 0.0 {
                commands.entity(spawned).insert(SwizzleAxis::ZYX);
            }
            match control.effect {
                Effect::Move(Motion::Up) => _ = commands.spawn((BindingOf(jump), binding)),
                Effect::Move(Motion::Down) => _ = commands.spawn((BindingOf(crouch), binding)),
                _ => {}
            }
        }
    }
}

/// Keeps input that is meant for the panel away from the actions.
fn sources(
    egui: Option<Res<EguiWantsInput>>,
    (ui, view): (Res<Ui>, Res<ModelView>),
    mut sources: ResMut<ActionSources>,
) {
    let keyboard = egui.as_ref().is_some_and(|egui| egui.wants_any_keyboard_input());
    let wanted = egui.as_ref().is_some_and(|egui| egui.wants_any_pointer_input());
    let pointer = !ui.captured && (ui.pointer_on_panel || wanted);
    sources.keyboard = !keyboard;
    // In the model view the mouse turns and moves the model.
    sources.mouse_buttons = !pointer && view.is_eye();
    // The help scrolls by the wheel.
    sources.mouse_wheel = !pointer && !ui.help && view.is_eye();
    sources.mouse_motion = ui.captured;
}

/// Reads the movement keys.
fn movement(
    direction: Single<&Action<Move>>,
    jump: Single<&Action<Jump>>,
    crouch: Single<&Action<Crouch>>,
    fast: Single<&Action<Fast>>,
    zooming: Res<Zooming>,
    mut lost: MessageReader<KeyboardFocusLost>,
    mut intent: ResMut<MoveIntent>,
) {
    if lost.read().count() > 0 {
        intent.forget();
    }
    let mut held = MoveKeys {
        direction: ***direction,
        jump: ***jump,
        crouch: ***crouch,
        fast: ***fast,
    };
    if zooming.is_on() {
        // Ctrl is held to zoom, not to move down.
        held.direction.y = held.direction.y.max(0.0);
        held.crouch = false;
    }
    let pressed = held.without(intent.held).or(intent.pressed);
    intent.set_if_neq(MoveIntent { held, pressed });
}

/// Sends the commands of the keys that were pressed, and captures the mouse.
fn send(
    sends: Query<(&Sends, &ActionEvents)>,
    capture: Single<&ActionEvents, With<Action<Capture>>>,
    mut ui: ResMut<Ui>,
    mut messages: MessageWriter<Act>,
) {
    for (&Sends(command), events) in &sends {
        // These keys scroll the help while it is open.
        let scrolls = matches!(
            command,
            actions::Action::SelectParent | actions::Action::ClearSelection
        );
        if events.contains(ActionEvents::START) && !(ui.help && scrolls) {
            messages.write(Act(command));
        }
    }
    if capture.contains(ActionEvents::START) {
        ui.captured = true;
    }
}

/// Turns the view and changes the speed.
fn look(
    look: Single<&Action<Look>>,
    speed: Single<&Action<Speed>>,
    turn: Single<&Action<TurnView>>,
    (settings, ui, time): (Res<Settings>, Res<Ui>, Res<Time<Real>>),
    mut player: ShownMut<Player>,
) {
    let (counts, notches) = (***look, ***speed);
    if counts != Vec2::ZERO {
        let turn = counts * settings.sensitivity.to_radians();
        let down = if settings.invert_y { -turn.y } else { turn.y };
        player.turn(-turn.x, -down);
    }
    // The arrow keys scroll the help while it is open.
    let held = ***turn * TURN_RATE.to_radians() * time.delta_secs().min(LONGEST_FRAME);
    if held != Vec2::ZERO && !ui.help {
        player.turn(held.x, held.y);
    }
    if notches.y != 0.0 {
        player.change_speed(notches.y);
    }
}
