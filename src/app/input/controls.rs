//! The one table of controls: the bindings are made from it and the help is drawn from it.

use bevy::input::mouse::MouseButton;
use bevy::prelude::KeyCode;

use super::labels::KeyLabels;
use crate::{app::state::Command, cli::overlays::OverlayKind};

/// What a control does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Moves as long as it is held.
    Hold(Hold),
    /// Asks for something once a press.
    Press(Command),
    /// Turns the view.
    Look,
    /// Changes the speed.
    Speed,
    /// Captures the mouse.
    Capture,
    /// Changes the size of text and cards.
    Zoom,
}

/// What a held key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hold {
    /// Along the view.
    Forward,
    /// Against the view.
    Back,
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Up in the world.
    Up,
    /// Down in the world.
    Down,
    /// Faster.
    Fast,
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

/// Headings of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Moving.
    Move,
    /// Looking at the motion.
    Motion,
    /// The tree.
    Tree,
    /// Overlays.
    Overlays,
    /// What can be seen from where.
    LeafTreeState,
    /// The window.
    Window,
}

impl Group {
    /// All groups, as the help shows them.
    pub const ALL: [Self; 6] = [
        Self::Move,
        Self::Motion,
        Self::Tree,
        Self::Overlays,
        Self::LeafTreeState,
        Self::Window,
    ];

    /// The heading.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Move => "Moving",
            Self::Motion => "Motion",
            Self::Tree => "Selected node",
            Self::Overlays => "Overlays",
            Self::LeafTreeState => "Visibility",
            Self::Window => "Window",
        }
    }
}

/// A line of the table.
#[derive(Clone, Copy, Debug)]
pub struct Control {
    /// What it does.
    pub effect: Effect,
    /// What does it; any of these.
    pub sources: &'static [Source],
    /// Under which heading the help shows it.
    pub group: Group,
    /// What the help says.
    pub help: &'static str,
}

const fn control(group: Group, effect: Effect, sources: &'static [Source], help: &'static str) -> Control {
    Control {
        effect,
        sources,
        group,
        help,
    }
}

/// The key of an overlay, as the table of overlays has it.
const fn overlay(key: char, sources: &'static [Source]) -> Control {
    let help = match OverlayKind::key_title(key) {
        Some(help) => help,
        None => "",
    };
    control(
        Group::Overlays,
        Effect::Press(Command::Overlay(key)),
        sources,
        help,
    )
}

use Source::{Button, Key, Motion, Wheel};

/// Every control there is.
pub const CONTROLS: &[Control] = &[
    control(
        Group::Move,
        Effect::Hold(Hold::Forward),
        &[Key(KeyCode::KeyW)],
        "forward, along the view",
    ),
    control(
        Group::Move,
        Effect::Hold(Hold::Left),
        &[Key(KeyCode::KeyA)],
        "left",
    ),
    control(
        Group::Move,
        Effect::Hold(Hold::Back),
        &[Key(KeyCode::KeyS)],
        "back",
    ),
    control(
        Group::Move,
        Effect::Hold(Hold::Right),
        &[Key(KeyCode::KeyD)],
        "right",
    ),
    control(
        Group::Move,
        Effect::Hold(Hold::Up),
        &[Key(KeyCode::Space)],
        "up; jump",
    ),
    control(
        Group::Move,
        Effect::Hold(Hold::Down),
        &[Key(KeyCode::ControlLeft), Key(KeyCode::ControlRight)],
        "down; crouch",
    ),
    control(
        Group::Move,
        Effect::Hold(Hold::Fast),
        &[Key(KeyCode::ShiftLeft), Key(KeyCode::ShiftRight)],
        "fast",
    ),
    control(
        Group::Move,
        Effect::Look,
        &[Motion],
        "look around, while the mouse is captured",
    ),
    control(Group::Move, Effect::Speed, &[Wheel], "change the speed"),
    control(
        Group::Move,
        Effect::Press(Command::ToggleWalking),
        &[Key(KeyCode::KeyG)],
        "walk, or fly",
    ),
    control(
        Group::Move,
        Effect::Press(Command::ToggleNoclip),
        &[Key(KeyCode::KeyV)],
        "through the walls (noclip)",
    ),
    control(
        Group::Move,
        Effect::Press(Command::Respawn),
        &[Key(KeyCode::KeyR)],
        "back to the spawn",
    ),
    control(
        Group::Motion,
        Effect::Press(Command::Why),
        &[Key(KeyCode::KeyY)],
        "why did I stop?",
    ),
    control(
        Group::Motion,
        Effect::Press(Command::Slower),
        &[Key(KeyCode::Comma)],
        "slow motion",
    ),
    control(
        Group::Motion,
        Effect::Press(Command::TogglePause),
        &[Key(KeyCode::KeyP)],
        "pause",
    ),
    control(
        Group::Motion,
        Effect::Press(Command::SingleStep),
        &[Key(KeyCode::Period)],
        "a single step",
    ),
    control(
        Group::Motion,
        Effect::Press(Command::ToggleReplay),
        &[Key(KeyCode::KeyB)],
        "replay the last seconds, beside the ATI sample's push (2006)",
    ),
    control(
        Group::Motion,
        Effect::Press(Command::ToggleRecording),
        &[Key(KeyCode::F9)],
        "record a script",
    ),
    control(
        Group::Motion,
        Effect::Press(Command::PlayScript),
        &[Key(KeyCode::F10)],
        "play the last script",
    ),
    control(
        Group::Tree,
        Effect::Press(Command::SelectUnderCrosshair),
        &[Key(KeyCode::KeyE)],
        "select the node of the face under the crosshair",
    ),
    control(
        Group::Tree,
        Effect::Press(Command::SelectParent),
        &[Key(KeyCode::ArrowUp), Key(KeyCode::PageUp)],
        "its parent",
    ),
    control(
        Group::Tree,
        Effect::Press(Command::SelectFront),
        &[Key(KeyCode::ArrowLeft)],
        "its front child",
    ),
    control(
        Group::Tree,
        Effect::Press(Command::SelectBack),
        &[Key(KeyCode::ArrowRight)],
        "its back child",
    ),
    control(
        Group::Tree,
        Effect::Press(Command::ClearSelection),
        &[Key(KeyCode::KeyQ), Key(KeyCode::ArrowDown)],
        "select nothing",
    ),
    overlay('1', &[Key(KeyCode::Digit1)]),
    overlay('2', &[Key(KeyCode::Digit2)]),
    overlay('3', &[Key(KeyCode::Digit3)]),
    overlay('4', &[Key(KeyCode::Digit4)]),
    overlay('5', &[Key(KeyCode::Digit5)]),
    overlay('6', &[Key(KeyCode::Digit6)]),
    overlay('7', &[Key(KeyCode::Digit7)]),
    overlay('8', &[Key(KeyCode::Digit8)]),
    overlay('9', &[Key(KeyCode::Digit9)]),
    overlay('T', &[Key(KeyCode::KeyT)]),
    overlay('L', &[Key(KeyCode::KeyL)]),
    overlay('K', &[Key(KeyCode::KeyK)]),
    control(
        Group::Overlays,
        Effect::Press(Command::Shallower),
        &[Key(KeyCode::BracketLeft)],
        "planes and cells: one depth less",
    ),
    control(
        Group::Overlays,
        Effect::Press(Command::Deeper),
        &[Key(KeyCode::BracketRight)],
        "planes and cells: one depth more",
    ),
    control(
        Group::Overlays,
        Effect::Press(Command::Overlay('0')),
        &[Key(KeyCode::Digit0)],
        "hide all overlays",
    ),
    control(
        Group::LeafTreeState,
        Effect::Press(Command::NextCulling),
        &[Key(KeyCode::KeyC)],
        "culling: off, by the view, by the view and the PVS",
    ),
    control(
        Group::LeafTreeState,
        Effect::Press(Command::ToggleFrozenCulling),
        &[Key(KeyCode::KeyZ)],
        "freeze culling, to fly out and look back",
    ),
    control(
        Group::LeafTreeState,
        Effect::Press(Command::AlongLeak),
        &[Key(KeyCode::KeyN)],
        "follow the leak to the outside",
    ),
    control(
        Group::LeafTreeState,
        Effect::Press(Command::BackAlongLeak),
        &[Key(KeyCode::KeyM)],
        "follow it back",
    ),
    control(
        Group::Window,
        Effect::Capture,
        &[Button(MouseButton::Left)],
        "capture the mouse",
    ),
    control(
        Group::Window,
        Effect::Press(Command::Escape),
        &[Key(KeyCode::Escape)],
        "free the mouse, close the help, cancel loading",
    ),
    control(
        Group::Window,
        Effect::Press(Command::AcceptOffer),
        &[Key(KeyCode::Enter), Key(KeyCode::NumpadEnter)],
        "do what a card offers",
    ),
    control(
        Group::Window,
        Effect::Press(Command::DeclineOffer),
        &[Key(KeyCode::Backspace)],
        "leave it",
    ),
    control(
        Group::Window,
        Effect::Press(Command::TogglePanel),
        &[Key(KeyCode::Tab)],
        "open the panel, which frees the mouse; close it",
    ),
    control(
        Group::Window,
        Effect::Press(Command::OpenDialog),
        &[Key(KeyCode::KeyO)],
        "open a level",
    ),
    control(
        Group::Window,
        Effect::Press(Command::ToggleHelp),
        &[Key(KeyCode::F1)],
        "this help",
    ),
    control(
        Group::Window,
        Effect::Press(Command::ToggleFullScreen),
        &[Key(KeyCode::F11)],
        "full screen",
    ),
    control(
        Group::Window,
        Effect::Zoom,
        &[Source::Zoom],
        "larger or smaller text; Ctrl 0 for the usual size",
    ),
    control(
        Group::Window,
        Effect::Press(Command::Screenshot),
        &[Key(KeyCode::F12)],
        "save a screenshot",
    ),
];

impl Control {
    /// What is printed on its keys: each name once.
    #[must_use]
    pub fn keys(&self, labels: &KeyLabels) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for &source in self.sources {
            let name = labels.source(source);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}
