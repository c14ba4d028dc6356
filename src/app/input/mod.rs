//! Keyboard and mouse: from the table of controls to [`MoveIntent`], [`Action`]s and the view.

mod capture;
mod film_keys;
mod input_queue;
mod intent;
mod key_codes;
mod labels;
pub(super) mod pads;
pub(super) mod touch;
mod typed;
pub(super) mod zoom;

use bevy::{
    input::{
        InputSystems,
        gamepad::RawGamepadEvent,
        keyboard::{KeyboardFocusLost, KeyboardInput},
        mouse::{MouseButtonInput, MouseWheel},
        touch::Touches,
    },
    prelude::*,
    window::WindowFocused,
};
use bevy_egui::input::EguiWantsInput;
use bevy_enhanced_input::prelude::{
    Action, ActionEvents, ActionOf, ActionSettings, ActionSources, Binding, BindingOf, Clamp,
    EnhancedInputPlugin, EnhancedInputSystems, InputAction, InputContextAppExt, Negate, SwizzleAxis,
};
use bspwalk_session::{
    actions::{self, Axis, Effect, Front, Motion, Source, TURN_RATE, controls},
    pads::PadSettings,
    view::View,
};

use self::input_queue::InputQueue;
use super::{
    bindings::{Bindings, KeysHeard, Listening},
    menu::MenuBar,
    schedule::AppSystems,
    settings::Settings,
    shown::ShownMut,
    state::{Act, ModelView, Player, Ui},
};
pub use intent::{MoveIntent, MoveKeys};
pub use key_codes::keys;
pub use labels::KeyLabels;
pub(super) use typed::Typed;
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
            .init_resource::<pads::PadInputs>()
            .init_resource::<capture::Reclaim>()
            .init_resource::<InputQueue<KeyboardInput>>()
            .init_resource::<InputQueue<MouseButtonInput>>()
            .add_message::<WindowFocused>()
            .add_message::<RawGamepadEvent>()
            .add_message::<MouseWheel>()
            .add_message::<CursorMoved>()
            .add_systems(Startup, bind)
            .add_systems(PreUpdate, labels::follow.run_if(resource_changed::<Bindings>))
            .add_systems(
                PreUpdate,
                // What the old actions had is ignored while it is down, which the engine sees to in `Prepare`: a frame later it
                // would take a new press for one of before.
                bind.run_if(resource_changed::<Bindings>.and_then(not(resource_added::<Bindings>)))
                    .after(KeysHeard)
                    .before(EnhancedInputSystems::Prepare),
            )
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
                        .chain()
                        .in_set(KeysQueued),
                    input_queue::pop::<MouseButtonInput>,
                    sources.in_set(SourcesChosen),
                )
                    .after(InputSystems)
                    .after(KeysHeard)
                    .before(EnhancedInputSystems::Update),
            )
            .add_systems(
                PreUpdate,
                ((pads::use_keys, pads::stage).chain(), pads::leave)
                    .after(InputSystems)
                    .before(KeysHeard)
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

/// The systems that read the keyboard before there are actions.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct KeysQueued;

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

/// What the engine binds for a key or button of a control.
fn bindings(effect: Effect, source: Source, pads: &pads::PadInputs) -> Vec<Binding> {
    if let Some(binding) = pads.binding(source) {
        return vec![binding];
    }
    match source {
        Source::Click => vec![MouseButton::Left.into()],
        // `model_view` tells a click of the right button from a drag.
        Source::RightClick if matches!(effect, Effect::Send(_)) => Vec::new(),
        Source::RightClick => vec![MouseButton::Right.into()],
        Source::MiddleClick => vec![MouseButton::Middle.into()],
        Source::BackClick => vec![MouseButton::Back.into()],
        Source::ForwardClick => vec![MouseButton::Forward.into()],
        Source::Mouse => vec![Binding::mouse_motion()],
        Source::Wheel => vec![Binding::mouse_wheel()],
        // `zoom` reads its keys before there are actions, and Tab is egui's.
        Source::Zoom | Source::WithCtrl(_) | Source::WithCtrlShift(_) => Vec::new(),
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

/// Spawns the actions with the keys of the user, in place of those that there were.
fn bind(
    mut commands: Commands,
    (keys, pads): (Res<Bindings>, Res<pads::PadInputs>),
    before: Query<Entity, With<Keyboard>>,
) {
    let is_anew = !before.is_empty();
    for entity in &before {
        commands.entity(entity).despawn();
    }
    let keyboard = commands.spawn(Keyboard).id();
    // The key that was just bound is still down.
    let settings = ActionSettings {
        require_reset: is_anew,
        ..default()
    };
    let of = || (ActionOf::<Keyboard>::new(keyboard), settings);
    // The mouse and its wheel are never down: the view turns on under a hand that moves.
    let of_axis = || ActionOf::<Keyboard>::new(keyboard);
    // Two keys of one direction together are no faster than one.
    let clamp = Clamp {
        min: Vec3::NEG_ONE,
        max: Vec3::ONE,
    };
    let walk = commands.spawn((of(), Action::<Move>::new(), clamp)).id();
    let jump = commands.spawn((of(), Action::<Jump>::new())).id();
    let crouch = commands.spawn((of(), Action::<Crouch>::new())).id();
    // A stick that is pushed as far as it goes may turn faster than a key.
    let fast = PadSettings::SENSITIVITIES[1];
    let clamp = Clamp {
        min: Vec3::splat(-fast),
        max: Vec3::splat(fast),
    };
    let turn = commands.spawn((of(), Action::<TurnView>::new(), clamp)).id();
    for control in controls().filter(|control| control.is_in(Front::Window)) {
        let action = match control.effect {
            Effect::Move(Motion::Fast) => commands.spawn((of(), Action::<Fast>::new())).id(),
            Effect::Move(_) => walk,
            Effect::Turn(_) => turn,
            Effect::Look => commands.spawn((of_axis(), Action::<Look>::new())).id(),
            Effect::Speed => commands.spawn((of_axis(), Action::<Speed>::new())).id(),
            Effect::Capture => commands.spawn((of(), Action::<Capture>::new())).id(),
            Effect::Send(action) => commands.spawn((of(), Action::<Send>::new(), Sends(action))).id(),
            Effect::Zoom | Effect::Focus => continue,
        };
        let sources = keys.0.sources_in(control, Front::Window);
        for binding in sources.flat_map(|source| bindings(control.effect, source, &pads)) {
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
    (ui, view, listening, menus): (Res<Ui>, Res<ModelView>, Res<Listening>, Option<Res<MenuBar>>),
    mut sources: ResMut<ActionSources>,
) {
    // What is pressed now is to be bound, or for the menu.
    let listens = listening.takes_keys() || menus.is_some_and(|menus| menus.open().is_some());
    let keyboard = egui.as_ref().is_some_and(|egui| egui.wants_any_keyboard_input());
    let wanted = egui.as_ref().is_some_and(|egui| egui.wants_any_pointer_input());
    let pointer = !ui.captured && (ui.pointer_on_panel || wanted);
    sources.keyboard = !keyboard && !listens;
    // In the model view the mouse turns and moves the model. A click beside an open menu only closes it.
    sources.mouse_buttons = !pointer && view.is_eye() && !listens;
    // The help scrolls by the wheel.
    sources.mouse_wheel = !pointer && !ui.help && view.is_eye() && !listens;
    sources.mouse_motion = ui.captured && !listens;
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
        uses: false,
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
    (settings, keys): (Res<Settings>, Res<Bindings>),
    (ui, time): (Res<Ui>, Res<Time<Real>>),
    mut view: ResMut<ModelView>,
    mut player: ShownMut<Player>,
) {
    let (counts, notches) = (***look, ***speed);
    if counts != Vec2::ZERO {
        let turn = counts * settings.sensitivity.to_radians();
        let right = keys.0.along(Axis::LookSideways, turn.x);
        let down = keys.0.along(Axis::LookUpAndDown, turn.y);
        player.turn(-right, -down);
    }
    // The arrow keys scroll the help while it is open.
    let held = ***turn * TURN_RATE.to_radians() * time.delta_secs().min(LONGEST_FRAME);
    if held != Vec2::ZERO && !ui.help {
        match view.orbit {
            Some(mut orbit) if !view.is_eye() => {
                let up = if view.view == View::Plan { 0.0 } else { held.y };
                orbit.turn(-Vec2::new(held.x, up));
                // Whoever moves the camera leads it.
                (view.orbit, view.goal) = (Some(orbit), None);
            }
            _ => player.turn(held.x, held.y),
        }
    }
    if notches.y != 0.0 {
        player.change_speed(keys.0.along(Axis::Speed, notches.y));
    }
}
