//! The table of controls: key bindings and help are made from it.

use bevy::{input::mouse::MouseButton, math::Vec3, prelude::KeyCode};
use bspwalk_session::overlays::OverlayKind;

use crate::app::state::Command;

/// What a control does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effect {
    /// Moves along this axis while it is held: +x to the right, +y up in the world, −z along the view. Up also jumps, down
    /// also crouches.
    Move(Vec3),
    /// Moves faster while it is held.
    Fast,
    /// Sends a command once a press.
    Send(Command),
    /// Turns the view.
    Look,
    /// Changes the speed.
    Speed,
    /// Captures the mouse.
    Capture,
    /// Changes the size of text and cards.
    Zoom,
}

/// Where input comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A key, by its place on the keyboard.
    Key(KeyCode),
    /// A mouse button.
    Button(MouseButton),
    /// Moving the mouse.
    Motion,
    /// Turning the wheel.
    Wheel,
    /// Ctrl together with +, − or 0.
    Zoom,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Control {
    /// What it does.
    pub effect: Effect,
    /// Any of these does it.
    pub sources: &'static [Source],
    /// What the help says.
    pub help: &'static str,
}

/// The controls under one heading of the help.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The heading.
    pub title: &'static str,
    /// Its controls.
    pub controls: &'static [Control],
}

/// A group: its title, then a row a control.
macro_rules! group {
    { $title:literal: $($effect:expr, [$($source:expr),+], $help:expr;)+ } => {
        Group {
            title: $title,
            controls: &[$(Control { effect: $effect, sources: &[$($source),+], help: $help }),+],
        }
    };
}

/// The help of an overlay's key, which the table of overlays has.
const fn overlay(key: char) -> &'static str {
    OverlayKind::key_title(key).expect("an overlay has this key")
}

use Effect::{Capture, Fast, Look, Move, Send, Speed, Zoom};
use Source::{Button, Key, Motion, Wheel};

/// Every control, in the order of the help.
pub const GROUPS: &[Group] = &[
    group! { "Moving":
        Move(Vec3::NEG_Z), [Key(KeyCode::KeyW)], "forward, along the view";
        Move(Vec3::NEG_X), [Key(KeyCode::KeyA)], "left";
        Move(Vec3::Z), [Key(KeyCode::KeyS)], "back";
        Move(Vec3::X), [Key(KeyCode::KeyD)], "right";
        Move(Vec3::Y), [Key(KeyCode::Space)], "up; jump";
        Move(Vec3::NEG_Y), [Key(KeyCode::ControlLeft), Key(KeyCode::ControlRight)], "down; crouch";
        Fast, [Key(KeyCode::ShiftLeft), Key(KeyCode::ShiftRight)], "fast";
        Look, [Motion], "look around, while the mouse is captured";
        Speed, [Wheel], "change the speed";
        Send(Command::ToggleWalking), [Key(KeyCode::KeyG)], "walk or fly";
        Send(Command::ToggleNoclip), [Key(KeyCode::KeyV)], "through the walls (noclip)";
        Send(Command::Respawn), [Key(KeyCode::KeyR)], "back to the spawn";
    },
    group! { "Motion":
        Send(Command::Why), [Key(KeyCode::KeyY)], "why did I stop?";
        Send(Command::Slower), [Key(KeyCode::Comma)], "slow motion";
        Send(Command::TogglePause), [Key(KeyCode::KeyP)], "pause";
        Send(Command::SingleStep), [Key(KeyCode::Period)], "a single step";
        Send(Command::ToggleReplay), [Key(KeyCode::KeyB)], "replay the last seconds, beside the ATI sample's push (2006)";
        Send(Command::ToggleRecording), [Key(KeyCode::F9)], "record a script";
        Send(Command::PlayScript), [Key(KeyCode::F10)], "play the last script";
    },
    group! { "Model":
        Send(Command::ToggleModel), [Key(KeyCode::KeyU)], "the level as a model, cut open; back into the eyes";
        Send(Command::TogglePlan), [Key(KeyCode::KeyI)], "the model from straight above: the plan";
        Send(Command::ToggleBuildFilm), [Key(KeyCode::KeyH)], "how the tree was built, step by step";
        Send(Command::ToggleQueryFilm), [Key(KeyCode::F4)], "what a query does in the tree: cast, push, sweep and others, step by step";
        Send(Command::ToggleDuel), [Key(KeyCode::F6)], "the build rules in a duel: what each costs";
        Send(Command::NextMap), [Key(KeyCode::F5)], "the map in the corner; larger, to go where you click; off";
        Send(Command::NextDivision), [Key(KeyCode::Slash)], "the next step of the film";
        Send(Command::PreviousDivision), [Key(KeyCode::Backslash)], "the step before";
    },
    group! { "Selected node":
        Send(Command::SelectUnderCrosshair), [Key(KeyCode::KeyE)], "select the node of the face under the crosshair";
        Send(Command::SelectUnderPointer), [Button(MouseButton::Right)], "select what is under the mouse pointer";
        Send(Command::SelectParent), [Key(KeyCode::ArrowUp), Key(KeyCode::PageUp)], "its parent";
        Send(Command::SelectFront), [Key(KeyCode::ArrowLeft)], "its front child";
        Send(Command::SelectBack), [Key(KeyCode::ArrowRight)], "its back child";
        Send(Command::ClearSelection), [Key(KeyCode::KeyQ), Key(KeyCode::ArrowDown)], "select nothing";
        Send(Command::SelectionBack), [Key(KeyCode::Semicolon)], "the selection before";
        Send(Command::SelectionForward), [Key(KeyCode::Quote)], "the selection after";
        Send(Command::LookAtSelection), [Key(KeyCode::KeyF)], "look at the selected node or leaf";
        Send(Command::ToggleTreeDock), [Key(KeyCode::KeyJ)], "the tree as a picture";
        Send(Command::TogglePlanarPage), [Key(KeyCode::F3)], "the planar tree: draw a polygon, see its tree";
    },
    group! { "Overlays":
        Send(Command::Overlay('1')), [Key(KeyCode::Digit1)], overlay('1');
        Send(Command::Overlay('2')), [Key(KeyCode::Digit2)], overlay('2');
        Send(Command::Overlay('3')), [Key(KeyCode::Digit3)], overlay('3');
        Send(Command::Overlay('4')), [Key(KeyCode::Digit4)], overlay('4');
        Send(Command::Overlay('5')), [Key(KeyCode::Digit5)], overlay('5');
        Send(Command::Overlay('6')), [Key(KeyCode::Digit6)], overlay('6');
        Send(Command::Overlay('7')), [Key(KeyCode::Digit7)], overlay('7');
        Send(Command::Overlay('8')), [Key(KeyCode::Digit8)], overlay('8');
        Send(Command::Overlay('9')), [Key(KeyCode::Digit9)], overlay('9');
        Send(Command::Overlay('T')), [Key(KeyCode::KeyT)], overlay('T');
        Send(Command::Overlay('L')), [Key(KeyCode::KeyL)], overlay('L');
        Send(Command::Overlay('X')), [Key(KeyCode::KeyX)], overlay('X');
        Send(Command::Overlay('K')), [Key(KeyCode::KeyK)], overlay('K');
        Send(Command::Shallower), [Key(KeyCode::BracketLeft)], "planes and cells: one depth less";
        Send(Command::Deeper), [Key(KeyCode::BracketRight)], "planes and cells: one depth more";
        Send(Command::Overlay('0')), [Key(KeyCode::Digit0)], "hide all overlays";
    },
    group! { "Visibility":
        Send(Command::NextCulling), [Key(KeyCode::KeyC)], "culling: off, by the view, by the view and the PVS";
        Send(Command::ToggleFrozenCulling), [Key(KeyCode::KeyZ)], "freeze culling, to fly out and look back";
        Send(Command::AlongLeak), [Key(KeyCode::KeyN)], "follow the leak to the outside";
        Send(Command::BackAlongLeak), [Key(KeyCode::KeyM)], "follow it back";
    },
    group! { "Window":
        Capture, [Button(MouseButton::Left)], "capture the mouse";
        Send(Command::Escape), [Key(KeyCode::Escape)], "close what is on top: help, page or map; then free the mouse; then end a replay or a script; then cancel loading";
        Send(Command::AcceptOffer), [Key(KeyCode::Enter), Key(KeyCode::NumpadEnter)], "do what a card offers; the next station of the tour";
        Send(Command::DeclineOffer), [Key(KeyCode::Backspace)], "decline the offer; the station before";
        Send(Command::TogglePanel), [Key(KeyCode::Tab)], "open the panel, which frees the mouse; close it";
        Send(Command::OpenDialog), [Key(KeyCode::KeyO)], "open a level";
        Send(Command::ToggleHelp), [Key(KeyCode::F1)], "this help";
        Send(Command::Tour), [Key(KeyCode::F2)], "the tour: ten stations, taken up where it was left";
        Send(Command::ToggleFullScreen), [Key(KeyCode::F11)], "full screen";
        Zoom, [Source::Zoom], "larger or smaller text; Ctrl 0 for the usual size; Ctrl Q quits";
        Send(Command::Screenshot), [Key(KeyCode::F12)], "save a screenshot";
    },
];

/// The controls of all groups.
pub fn controls() -> impl Iterator<Item = &'static Control> {
    GROUPS.iter().flat_map(|group| group.controls)
}
