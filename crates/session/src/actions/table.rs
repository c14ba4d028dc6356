//! The table of controls, which defines the keys and the help of all front ends.

use bspwalk_text::{Message, find_message, message, text};

use super::{
    action::{Action, Export},
    source::{Device, PadHold, Source, Turn},
};
use crate::overlays::OverlayKind;
use bspwalk_pads::{Button, Stick};

/// Effect of a control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Moves the body while held.
    Move(Motion),
    /// Turns the view while held.
    Turn(Turn),
    /// Sends an action once per press.
    Send(Action),
    /// Turns the view with the mouse.
    Look,
    /// Changes the speed.
    Speed,
    /// Captures the mouse.
    Capture,
    /// Moves the focus to the next control.
    Focus,
}

impl Effect {
    /// Returns the name in the settings file, in lower case with hyphens.
    pub fn name(self) -> String {
        let of_overlay = |key| OverlayKind::ALL.into_iter().find(|kind| kind.key() == key);
        match self {
            Self::Move(motion) => format!("move-{}", motion.name()),
            Self::Turn(turn) => format!("turn-{}", turn.name()),
            Self::Send(Action::Overlay(key)) => of_overlay(key).map_or_else(
                || "hide-overlays".to_owned(),
                |kind| format!("show-{}", kind.name()),
            ),
            Self::Send(Action::Show(kind)) => format!("overlay-{}", kind.name()),
            Self::Send(Action::Export(export)) => export.name().to_owned(),
            Self::Send(action) => action.name().to_owned(),
            Self::Look => "look".to_owned(),
            Self::Speed => "speed".to_owned(),
            Self::Capture => "capture-mouse".to_owned(),
            Self::Focus => "next-control".to_owned(),
        }
    }
}

named! {
    /// Movement controlled by a key.
    pub enum Motion {
        /// Along the view direction.
        Forward = "forward",
        /// Against the view direction.
        Back = "back",
        /// To the left of the view direction.
        Left = "left",
        /// To the right of the view direction.
        Right = "right",
        /// Up, or jump.
        Up = "up",
        /// Down, or crouch.
        Down = "down",
        /// Faster movement.
        Fast = "fast",
    }
}

impl Motion {
    /// All movements.
    pub const ALL: [Self; 7] = [
        Self::Forward,
        Self::Back,
        Self::Left,
        Self::Right,
        Self::Up,
        Self::Down,
        Self::Fast,
    ];
}

/// Front end of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FrontEnd {
    /// The window, rendered by the graphics driver.
    Window,
    /// The window, rendered in software without a graphics driver.
    SoftwareWindow,
    /// A terminal.
    Terminal,
}

impl FrontEnd {
    /// All front ends.
    pub const ALL: [Self; 3] = [Self::Window, Self::SoftwareWindow, Self::Terminal];

    /// Returns the title shown in tables.
    pub fn title(self) -> &'static str {
        match self {
            Self::Window => text!("action-front-window"),
            Self::SoftwareWindow => text!("action-front-software-window"),
            Self::Terminal => text!("action-front-terminal"),
        }
    }

    /// Returns the name used in machine-readable output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Window => "window",
            Self::SoftwareWindow => "software window",
            Self::Terminal => "terminal",
        }
    }

    /// Returns the reason why this front end can never receive a source, or `None` if it can.
    pub fn why_without(self, source: Source) -> Option<&'static str> {
        match (self, source) {
            (Self::Terminal, pad) if pad.device() == Device::Pad => Some(text!("keys-why-pad")),
            (Self::Terminal, Source::BackClick | Source::ForwardClick) => Some(text!("keys-why-side-button")),
            (Self::Terminal, WithCtrl('i')) => Some(text!("keys-why-tab")),
            (Self::Terminal, WithCtrl('m')) => Some(text!("keys-why-enter")),
            (Self::Terminal, WithCtrl('[')) => Some(text!("keys-why-escape")),
            (Self::Window | Self::SoftwareWindow, Char(_)) if source.codes().is_empty() => {
                Some(text!("keys-why-sign"))
            }
            _ => None,
        }
    }
}

impl Source {
    /// Returns whether a front end can receive this source. Terminals do not support gamepads.
    pub fn is_in(self, front: FrontEnd) -> bool {
        self.device() == Device::Keys || front != FrontEnd::Terminal
    }
}

/// Availability of a control in the front ends.
#[derive(Clone, Copy, Debug)]
struct Where {
    fronts: &'static [FrontEnd],
    /// Reason why the other front ends lack the control.
    why: Message,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Control {
    /// Effect of the control.
    pub effect: Effect,
    /// Default sources. They apply in all front ends that have the control. The user can change them in a
    /// [`Keymap`](super::Keymap).
    pub sources: &'static [Source],
    /// Name in menus, the command palette, tooltips and the help.
    pub title: Message,
    place: Where,
    /// Whether this row belongs to [`FILM_KEYS`].
    pub is_of_film: bool,
}

impl Control {
    /// Returns whether a front end has this control.
    pub fn is_in(&self, front: FrontEnd) -> bool {
        self.place.fronts.contains(&front)
    }

    /// Returns the default sources in a front end.
    pub fn sources_in(&self, front: FrontEnd) -> impl Iterator<Item = Source> + use<> {
        self.sources
            .iter()
            .copied()
            .filter(move |source| source.is_in(front))
    }

    /// Returns the default sources on a device.
    pub fn sources_of(&self, device: Device) -> impl Iterator<Item = Source> + use<> {
        self.sources
            .iter()
            .copied()
            .filter(move |source| source.device() == device)
    }

    /// Returns an explanation that supplements the title, or `None` if the title is sufficient.
    pub fn details(&self) -> Option<&'static str> {
        let of = |attribute: &str| find_message(&format!("{}.{attribute}", self.title.id()));
        of("more").or_else(|| of("what"))
    }

    /// Returns the title followed by the explanation.
    pub fn description(&self) -> String {
        let title = self.title.text();
        self.details().map_or_else(
            || title.to_owned(),
            |details| text!("action-with-details", title, details),
        )
    }

    /// Returns the control's unique name in the settings file.
    pub fn id(&self) -> String {
        let name = self.effect.name();
        if self.is_of_film {
            format!("film-{name}")
        } else if self.is_further_row() {
            format!("{name}-in-terminal")
        } else {
            name
        }
    }

    /// Returns whether an earlier row has the same effect but different keys. Terminals have different keys for some
    /// effects.
    pub(super) fn is_further_row(&self) -> bool {
        let first = controls().find(|control| control.effect == self.effect);
        first.is_some_and(|first| first.sources != self.sources)
    }

    /// Returns whether the control must keep a key in every front end that has it. The user must always be able to quit
    /// and to get help.
    pub const fn is_kept_reachable(&self) -> bool {
        matches!(
            self.effect,
            Send(Action::Escape | Action::Leave | Action::TogglePanel | Action::ToggleHelp)
        )
    }

    /// Returns the reason why a source cannot be bound to this control, or `None` if it can.
    pub fn why_not_bindable(&self, source: Source) -> Option<&'static str> {
        let is_with_another = matches!(source, WithCtrl(_) | Source::WithCtrlShift(_) | PadWith(..));
        let is_stick = matches!(source, Source::Stick(..));
        match self.effect {
            _ if matches!(source, Pad(Button::LeftShoulder | Button::RightShoulder)) => {
                Some(text!("keys-why-shoulder"))
            }
            Look => (source != Mouse).then_some(text!("keys-why-mouse")),
            Speed => (source != Wheel).then_some(text!("keys-why-wheel")),
            Focus => (source != Tab).then_some(text!("access-why-tab")),
            _ if source.is_axis() => Some(text!("keys-why-button")),
            _ if self.is_of_film && !source.is_key_alone() => Some(text!("keys-why-film")),
            Move(_) | Effect::Turn(_) | Capture if is_with_another => Some(text!("keys-why-by-itself")),
            Send(_) | Capture if is_stick => Some(text!("keys-why-stick")),
            _ => None,
        }
    }

    /// Returns the reason why some front ends lack this control, or `None` if no front end lacks it.
    pub fn why_not_everywhere(&self) -> Option<&'static str> {
        (self.place.fronts.len() < FrontEnd::ALL.len()).then(|| self.place.why.text())
    }
}

/// Controls under one heading of the help.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The heading.
    pub title: Message,
    /// Controls of the group.
    pub controls: &'static [Control],
}

impl Group {
    /// Returns the controls that a front end has.
    pub fn of(&self, front: FrontEnd) -> impl Iterator<Item = &'static Control> + use<> {
        self.controls.iter().filter(move |control| control.is_in(front))
    }
}

const EVERYWHERE: Where = Where {
    fronts: &FrontEnd::ALL,
    why: message!("action-why-everywhere"),
};
const fn in_window(why: Message) -> Where {
    let fronts = &[FrontEnd::Window];
    Where { fronts, why }
}
const fn in_windows(why: Message) -> Where {
    let fronts = &[FrontEnd::Window, FrontEnd::SoftwareWindow];
    Where { fronts, why }
}
const fn in_terminal(why: Message) -> Where {
    let fronts = &[FrontEnd::Terminal];
    Where { fronts, why }
}
const BY_ENGINE: Where = in_window(message!("action-why-engine"));
const BY_POINTER: Where = in_window(message!("action-why-pointer"));
const BY_SOFTWARE: Where = Where {
    fronts: &[FrontEnd::SoftwareWindow, FrontEnd::Terminal],
    why: message!("action-why-depth-buffer"),
};
const BY_PAD: Where = in_windows(message!("action-why-pad"));
const BY_TERMINAL: Where = in_terminal(message!("action-why-terminals"));

/// Builds a group from its title and one row per control.
///
/// A row contains the effect, the default keys, the title, and, unless all front ends have the control, the front ends.
macro_rules! group {
    { @rows $is_of_film:expr, $title:expr; $($effect:expr, [$($source:expr),*], $control:expr $(, $place:expr)?;)+ } => {
        Group {
            title: $title,
            controls: &[$(Control {
                effect: $effect,
                sources: &[$($source),*],
                title: $control,
                place: group!(@place $($place)?),
                is_of_film: $is_of_film,
            }),+],
        }
    };
    (@place) => { EVERYWHERE };
    (@place $place:expr) => { $place };
    { $title:expr; $($row:tt)+ } => { group! { @rows false, $title; $($row)+ } };
}

/// Returns the title of an overlay key, from the table of overlays.
const fn overlay(key: char) -> Message {
    OverlayKind::key_title(key).expect("an overlay has this key")
}

use Effect::{Capture, Focus, Look, Move, Send, Speed};
use Source::{
    Arrow, Backspace, Char, Click, Ctrl, End, Enter, Escape, F, Home, Mouse, Pad, PadWith, PageUp,
    RightClick, Shift, Space, Tab, Wheel, WithCtrl, WithCtrlShift,
};

/// Combines a gamepad button with the left shoulder button.
const fn left(button: Button) -> Source {
    PadWith(PadHold::Left, button)
}
const fn right(button: Button) -> Source {
    PadWith(PadHold::Right, button)
}
const fn both(button: Button) -> Source {
    PadWith(PadHold::Both, button)
}

/// All controls, in the order of the help. A key has the same effect in every front end.
///
/// Only frequent commands have default keys. The other commands are in the menus and the command palette.
pub const GROUPS: &[Group] = &[
    group! { message!("action-group-moving");
        Move(Motion::Forward), [Char('w'), Source::Stick(Stick::Left, Turn::Up)], message!("action-forward");
        Move(Motion::Left), [Char('a'), Source::Stick(Stick::Left, Turn::Left)], message!("action-left");
        Move(Motion::Back), [Char('s'), Source::Stick(Stick::Left, Turn::Down)], message!("action-back");
        Move(Motion::Right), [Char('d'), Source::Stick(Stick::Left, Turn::Right)], message!("action-right");
        Move(Motion::Up), [Space, Pad(Button::South)], message!("action-up");
        Move(Motion::Down), [Ctrl, Pad(Button::LeftTrigger)], message!("action-down"), in_windows(message!("action-why-ctrl"));
        Move(Motion::Down), [Char('x')], message!("action-down-in-terminal"), in_terminal(message!("action-why-windows-crouch"));
        Move(Motion::Fast), [Shift, Pad(Button::RightTrigger)], message!("action-fast");
        Look, [Mouse], message!("action-look");
        Effect::Turn(Turn::Left), [Arrow(Turn::Left), Source::Stick(Stick::Right, Turn::Left)], message!("action-look-left");
        Effect::Turn(Turn::Right), [Arrow(Turn::Right), Source::Stick(Stick::Right, Turn::Right)], message!("action-look-right");
        Effect::Turn(Turn::Up), [Arrow(Turn::Up), Source::Stick(Stick::Right, Turn::Up)], message!("action-look-up");
        Effect::Turn(Turn::Down), [Arrow(Turn::Down), Source::Stick(Stick::Right, Turn::Down)], message!("action-look-down");
        Speed, [Wheel], message!("action-speed");
        Send(Action::SpeedUp), [both(Button::Up)], message!("action-speed-up"), BY_PAD;
        Send(Action::SpeedDown), [both(Button::Down)], message!("action-speed-down"), BY_PAD;
        Send(Action::ToggleWalking), [Char('g'), Pad(Button::LeftThumb)], message!("action-mode");
        Send(Action::ToggleNoclip), [Char('v'), left(Button::LeftThumb)], message!("action-noclip");
        Send(Action::Respawn), [both(Button::Left)], message!("action-respawn");
    },
    group! { message!("action-group-motion");
        Send(Action::Why), [Char('y'), both(Button::West)], message!("action-why");
        Send(Action::NextCollision), [], message!("action-method");
        Send(Action::Slower), [both(Button::East)], message!("action-slow");
        Send(Action::TogglePause), [both(Button::South)], message!("action-pause");
        Send(Action::SingleStep), [both(Button::RightTrigger)], message!("action-step");
        Send(Action::ToggleReplay), [both(Button::LeftTrigger)], message!("action-replay");
        Send(Action::ToggleRecording), [], message!("action-record");
        Send(Action::PlayScript), [], message!("action-play");
    },
    group! { message!("action-group-films");
        Send(Action::FirstPerson), [], message!("action-first-person");
        Send(Action::ToggleModel), [Char('u'), Pad(Button::RightThumb)], message!("action-model");
        Send(Action::TogglePlan), [left(Button::RightThumb)], message!("action-plan");
        Send(Action::ToggleDivision), [], message!("action-division"), BY_ENGINE;
        Send(Action::ToggleBuildFilm), [left(Button::South)], message!("action-build-film");
        Send(Action::ToggleQueryFilm), [left(Button::East)], message!("action-query-film");
        Send(Action::NextQueryMode), [], message!("action-query-mode");
        Send(Action::NextStep), [Pad(Button::Right)], message!("action-next-step");
        Send(Action::PreviousStep), [Pad(Button::Left)], message!("action-previous-step");
        Send(Action::ToggleDuel), [both(Button::Select)], message!("action-duel"), BY_ENGINE;
        Send(Action::ToggleQuiz), [left(Button::Select)], message!("action-quiz");
        Send(Action::NextMap), [both(Button::North)], message!("action-map"), BY_ENGINE;
    },
    group! { message!("action-group-selection");
        Send(Action::SelectUnderCrosshair), [Char('e'), Pad(Button::West)], message!("action-select");
        Send(Action::SelectUnderPointer), [RightClick], message!("action-select-pointer"), BY_POINTER;
        Send(Action::SelectParent), [PageUp, left(Button::Up)], message!("action-parent");
        Send(Action::SelectFront), [Home, left(Button::Left)], message!("action-front-child");
        Send(Action::SelectBack), [End, left(Button::Right)], message!("action-back-child");
        Send(Action::ClearSelection), [left(Button::Down)], message!("action-select-nothing");
        Send(Action::SelectionBack), [left(Button::LeftTrigger)], message!("action-selection-before");
        Send(Action::SelectionForward), [left(Button::RightTrigger)], message!("action-selection-after");
        Send(Action::LookAtSelection), [left(Button::West)], message!("action-look-at-selection");
        Send(Action::ListExpensive), [], message!("action-list-expensive");
        Send(Action::ToggleTreeDock), [both(Button::RightThumb)], message!("action-icicle"), BY_ENGINE;
        Send(Action::TogglePlanarPage), [], message!("action-planar"), BY_ENGINE;
        Send(Action::ToggleTreeOwner), [], message!("action-own-tree"), BY_ENGINE;
        Send(Action::UndoPlane), [], message!("action-undo-plane"), BY_ENGINE;
        Send(Action::RedoPlane), [], message!("action-redo-plane"), BY_ENGINE;
        Send(Action::KeepPlanes), [], message!("action-keep-planes"), BY_ENGINE;
        Send(Action::DropPlanes), [], message!("action-drop-planes"), BY_ENGINE;
    },
    group! { message!("action-group-overlays");
        Send(Action::Overlay('1')), [Char('1'), right(Button::South)], overlay('1');
        Send(Action::Overlay('2')), [Char('2'), right(Button::East)], overlay('2');
        Send(Action::Overlay('3')), [right(Button::West)], overlay('3');
        Send(Action::Overlay('4')), [right(Button::North)], overlay('4');
        Send(Action::Overlay('5')), [Char('5'), right(Button::Up)], overlay('5');
        Send(Action::Overlay('6')), [right(Button::Right)], overlay('6');
        Send(Action::Overlay('7')), [right(Button::Down)], overlay('7');
        Send(Action::Overlay('8')), [Char('8'), right(Button::Left)], overlay('8');
        Send(Action::Overlay('9')), [Char('9'), right(Button::LeftTrigger)], overlay('9');
        Send(Action::Overlay('T')), [right(Button::RightTrigger)], overlay('T');
        Send(Action::Overlay('L')), [right(Button::LeftThumb)], overlay('L');
        Send(Action::Overlay('H')), [], overlay('H');
        Send(Action::Overlay('N')), [], overlay('N');
        Send(Action::Overlay('-')), [right(Button::Select)], overlay('-');
        Send(Action::Overlay('K')), [right(Button::RightThumb)], overlay('K');
        Send(Action::Overlay('`')), [right(Button::Start)], overlay('`');
        Send(Action::Show(OverlayKind::Materials)), [], OverlayKind::Materials.title_message();
        Send(Action::Show(OverlayKind::Nodes)), [], OverlayKind::Nodes.title_message();
        Send(Action::Show(OverlayKind::Depth)), [], OverlayKind::Depth.title_message();
        Send(Action::Show(OverlayKind::Triangles)), [], OverlayKind::Triangles.title_message();
        Send(Action::Show(OverlayKind::Fragments)), [], OverlayKind::Fragments.title_message();
        Send(Action::Show(OverlayKind::Visible)), [], OverlayKind::Visible.title_message();
        Send(Action::Show(OverlayKind::Cost)), [], OverlayKind::Cost.title_message();
        Send(Action::Show(OverlayKind::Tests)), [], OverlayKind::Tests.title_message();
        Send(Action::Show(OverlayKind::SlideCost)), [], OverlayKind::SlideCost.title_message();
        Send(Action::Show(OverlayKind::LeavesSeen)), [], OverlayKind::LeavesSeen.title_message();
        Send(Action::Show(OverlayKind::FacesDrawn)), [], OverlayKind::FacesDrawn.title_message();
        Send(Action::Show(OverlayKind::Visplanes)), [], OverlayKind::Visplanes.title_message();
        Send(Action::Show(OverlayKind::Drawsegs)), [], OverlayKind::Drawsegs.title_message();
        Send(Action::Show(OverlayKind::Openings)), [], OverlayKind::Openings.title_message();
        Send(Action::Show(OverlayKind::SolidEvidence)), [], OverlayKind::SolidEvidence.title_message();
        Send(Action::Show(OverlayKind::SolidCover)), [], OverlayKind::SolidCover.title_message();
        Send(Action::Show(OverlayKind::SolidCut)), [], OverlayKind::SolidCut.title_message();
        Send(Action::Show(OverlayKind::SolidResult)), [], OverlayKind::SolidResult.title_message();
        Send(Action::Show(OverlayKind::Flow)), [], OverlayKind::Flow.title_message();
        Send(Action::Shallower), [Char('['), Pad(Button::Down)], message!("action-shallower");
        Send(Action::Deeper), [Char(']'), Pad(Button::Up)], message!("action-deeper");
        Send(Action::Overlay('0')), [Char('0'), both(Button::LeftThumb)], message!("action-hide-overlays");
    },
    group! { message!("action-group-visibility");
        Send(Action::NextCulling), [both(Button::Right)], message!("action-culling");
        Send(Action::ToggleFrozenCulling), [both(Button::Start)], message!("action-freeze");
        Send(Action::NextMethod), [], message!("action-hidden-surfaces"), BY_SOFTWARE;
        Send(Action::AlongLeak), [], message!("action-along-leak");
        Send(Action::BackAlongLeak), [], message!("action-back-along-leak");
    },
    group! { message!("action-group-files");
        Send(Action::OpenDialog), [WithCtrl('o')], message!("action-open"), BY_ENGINE;
        Send(Action::ChooseTextures), [], message!("action-choose-textures"), BY_ENGINE;
        Send(Action::Screenshot), [], message!("action-screenshot");
        Send(Action::KeepView), [], message!("action-keep-view");
        Send(Action::NextBookmark), [], message!("action-next-bookmark");
        Send(Action::CopyView), [WithCtrl('c')], message!("action-copy-view"), in_windows(message!("action-why-copy-key"));
        Send(Action::CopyView), [WithCtrl('y')], message!("action-copy-view"), in_terminal(message!("action-why-windows-copy"));
        Send(Action::PasteView), [WithCtrl('v')], message!("action-paste-view"), in_windows(message!("action-why-terminal-pastes"));
        Send(Action::CopyEditorPlace), [WithCtrl('g')], message!("action-copy-editor-place");
        Send(Action::CopyQueryFilm), [], message!("action-copy-query"), BY_ENGINE;
        Send(Action::Export(Export::Picture)), [], message!("action-export-picture"), BY_ENGINE;
        Send(Action::Export(Export::DivisionFilm)), [], message!("action-export-division"), BY_ENGINE;
        Send(Action::Export(Export::BuildFilm)), [], message!("action-export-build"), BY_ENGINE;
        Send(Action::Export(Export::QueryFilm)), [], message!("action-export-query"), BY_ENGINE;
        Send(Action::Export(Export::PainterFilm)), [], message!("action-export-painter"), BY_ENGINE;
        Send(Action::Export(Export::FlowFilm)), [], message!("action-export-flow"), BY_ENGINE;
        Send(Action::Export(Export::SolidityFilm)), [], message!("action-export-solidity"), BY_ENGINE;
        Send(Action::Export(Export::Nodes)), [], message!("action-export-nodes"), BY_ENGINE;
        Send(Action::Export(Export::NodeGraph)), [], message!("action-export-graph"), BY_ENGINE;
        Send(Action::Export(Export::Leaves)), [], message!("action-export-leaves"), BY_ENGINE;
        Send(Action::Export(Export::Portals)), [], message!("action-export-portals"), BY_ENGINE;
        Send(Action::Export(Export::Compiled)), [], message!("action-export-compiled"), BY_ENGINE;
    },
    group! { message!("action-group-screen");
        Capture, [Click], message!("action-capture");
        Send(Action::Escape), [Escape, Pad(Button::East)], message!("action-escape");
        Send(Action::AcceptOffer), [Enter, Pad(Button::North)], message!("action-accept");
        Send(Action::DeclineOffer), [Backspace, left(Button::North)], message!("action-decline"), BY_ENGINE;
        Focus, [Tab], message!("action-focus"), BY_ENGINE;
        Send(Action::Undo), [WithCtrl('z')], message!("action-undo"), in_windows(message!("action-why-undo-key"));
        Send(Action::Undo), [WithCtrl('u')], message!("action-undo"), in_terminal(message!("action-why-windows-undo"));
        Send(Action::Redo), [WithCtrlShift('z')], message!("action-redo"), in_windows(message!("action-why-ctrl"));
        Send(Action::Redo), [WithCtrl('x')], message!("action-redo"), in_terminal(message!("action-why-windows-undo"));
        Send(Action::TogglePalette), [WithCtrl('p')], message!("action-palette");
        Send(Action::ToggleHelp), [F(1), Pad(Button::Select)], message!("action-help");
        Send(Action::ToggleHelp), [Char('?')], message!("action-help-in-terminal"), in_terminal(message!("action-why-help-key"));
        Send(Action::Tour), [left(Button::Start)], message!("action-tour"), BY_ENGINE;
        Send(Action::ToggleGlossary), [], message!("action-glossary"), BY_ENGINE;
        Send(Action::TogglePanel), [WithCtrl('b'), Pad(Button::Start)], message!("action-panel"), BY_ENGINE;
        Send(Action::ToggleMenu), [], message!("action-menu"), BY_ENGINE;
        Send(Action::ToggleMenuBar), [], message!("action-menu-bar"), BY_ENGINE;
        Send(Action::ToggleToolBar), [], message!("action-tool-bar"), BY_ENGINE;
        Send(Action::ToggleHints), [], message!("action-hints"), BY_ENGINE;
        Send(Action::LargerText), [WithCtrl('+')], message!("action-larger-text"), BY_ENGINE;
        Send(Action::SmallerText), [WithCtrl('-')], message!("action-smaller-text"), BY_ENGINE;
        Send(Action::DefaultText), [WithCtrl('0')], message!("action-default-text"), BY_ENGINE;
        Send(Action::ToggleFullScreen), [F(11)], message!("action-full-screen"), in_windows(message!("action-why-own-window"));
        Send(Action::TogglePixels), [WithCtrl('t')], message!("action-pixels"), BY_TERMINAL;
        Send(Action::Redraw), [WithCtrl('l')], message!("action-redraw"), BY_TERMINAL;
        Send(Action::Suspend), [WithCtrl('z')], message!("action-suspend"), BY_TERMINAL;
        Send(Action::About), [], message!("action-about"), BY_ENGINE;
        Send(Action::Leave), [WithCtrl('q')], message!("action-leave");
        Send(Action::Leave), [WithCtrl('c')], message!("action-leave-in-terminal"), BY_TERMINAL;
    },
];

/// Returns the commands in a front end's palette, each with the first table row that sends it.
pub fn palette_commands(front: FrontEnd) -> Vec<(Action, &'static Control)> {
    let mut commands: Vec<(Action, &'static Control)> = Vec::new();
    for control in all_controls().filter(|control| control.is_in(front)) {
        if let Send(command) = control.effect
            && !matches!(command, Action::TogglePalette | Action::Escape)
            && commands.iter().all(|(known, _)| *known != command)
        {
            commands.push((command, control));
        }
    }
    commands
}

/// Returns whether a front end supports a command. Commands without a control work in all front ends.
pub(crate) fn supports(front: FrontEnd, command: Action) -> bool {
    let mut senders = all_controls()
        .filter(|control| control.effect == Send(command))
        .peekable();
    senders.peek().is_none() || senders.any(|control| control.is_in(front))
}

/// Returns the first control that sends this action.
pub fn control_of(action: Action) -> Option<&'static Control> {
    all_controls().find(|control| control.effect == Send(action))
}

/// Returns the control with the given name in the settings file.
pub fn control_named(id: &str) -> Option<&'static Control> {
    all_controls().find(|control| control.id() == id)
}

/// Playback keys, which apply while a film is shown and the mouse is free.
///
/// With Shift, or while the mouse is captured, these keys have their usual bindings, from [`GROUPS`] or from the user.
pub static FILM_KEYS: Group = group! { @rows true, message!("action-group-film-keys");
    Send(Action::PreviousStep), [Arrow(Turn::Left)], message!("action-previous-step");
    Send(Action::NextStep), [Arrow(Turn::Right)], message!("action-next-step");
    Send(Action::FirstStep), [Home], message!("action-first-step");
    Send(Action::LastStep), [End], message!("action-last-step");
    Send(Action::TogglePlaying), [Space], message!("action-play-or-pause");
};

/// Returns the controls of all groups.
pub fn controls() -> impl Iterator<Item = &'static Control> {
    GROUPS.iter().flat_map(|group| group.controls)
}

/// Returns the controls of all groups and the playback controls.
pub(super) fn all_controls() -> impl Iterator<Item = &'static Control> {
    controls().chain(FILM_KEYS.controls)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn key_has_one_effect_in_all_fronts() {
        let mut known = HashSet::new();
        for control in controls() {
            for source in control.sources {
                let has = |front: &FrontEnd| control.is_in(*front) && source.is_in(*front);
                for front in FrontEnd::ALL.into_iter().filter(has) {
                    let name = front.name();
                    let is_new = known.insert((source, front));
                    assert!(is_new, "{source:?} is in two rows of the {name}");
                }
            }
        }
        let effect = |front: FrontEnd, source: Source| {
            let has = |control: &&Control| control.is_in(front) && control.sources.contains(&source);
            controls().find(has).map(|control| control.effect)
        };
        // A key must have one effect everywhere. The exceptions are keys that terminals reserve for quitting and for
        // the shell.
        let differs = |source: &Source| {
            let effects = FrontEnd::ALL
                .into_iter()
                .filter_map(|front| effect(front, *source));
            effects
                .collect::<Vec<_>>()
                .windows(2)
                .any(|pair| pair[0] != pair[1])
        };
        let sources = controls().flat_map(|control| control.sources);
        let different: HashSet<&Source> = sources.filter(|source| differs(source)).collect();
        assert_eq!(different, HashSet::from(['c', 'z'].map(WithCtrl).each_ref()));
    }

    #[test]
    fn window_has_at_most_45_default_keys() {
        let keys: HashSet<Source> = all_controls()
            .filter(|control| control.is_in(FrontEnd::Window))
            .flat_map(|control| control.sources_of(Device::Keys))
            .filter(|source| matches!(source, WithCtrl(_) | WithCtrlShift(_)) || !source.codes().is_empty())
            .collect();
        assert!(keys.len() <= 45, "{}: {keys:?}", keys.len());
    }

    #[test]
    fn every_overlay_has_its_command() {
        for kind in OverlayKind::ALL {
            let row = control_of(Action::for_overlay(kind)).expect("a row");
            assert_eq!(row.title.text(), kind.title());
            assert_eq!(row.details(), Some(kind.description()));
        }
    }

    #[test]
    fn missing_controls_have_a_reason() {
        for control in controls() {
            let everywhere = FrontEnd::ALL.into_iter().all(|front| control.is_in(front));
            let why = control.why_not_everywhere();
            assert_eq!(why.is_none(), everywhere, "{}", control.title);
            assert!(why.is_none_or(|why| why.len() > 10), "{}", control.title);
        }
        for kind in OverlayKind::ALL {
            let action = Action::Overlay(kind.key());
            let row = controls().find(|control| control.effect == Send(action));
            let is_everywhere = row.is_some_and(|row| row.why_not_everywhere().is_none());
            assert!(is_everywhere, "{kind}");
        }
    }

    /// Commands that must be reachable with a gamepad.
    const NEEDED: &str = "
        toggle-walking speed-up speed-down select-under-crosshair select-parent select-front select-back
        clear-selection toggle-build-film toggle-query-film next-step previous-step tour accept-offer
        decline-offer toggle-panel toggle-help escape
    ";

    #[test]
    fn gamepad_reaches_all_essential_commands() {
        let has_pad = |effect: Effect| {
            let rows = controls().filter(|control| control.effect == effect);
            rows.flat_map(|row| row.sources_of(Device::Pad)).next().is_some()
        };
        let moves = Motion::ALL.into_iter().map(Move);
        let turns = Turn::ALL.into_iter().map(Effect::Turn);
        // Overlays without a default key are in the panel and the palette.
        let has_key = |effect: &Effect| {
            let mut rows = controls().filter(|control| control.effect == *effect);
            rows.any(|row| row.sources_of(Device::Keys).next().is_some())
        };
        let overlays = OverlayKind::ALL
            .into_iter()
            .map(|kind| Send(Action::Overlay(kind.key())))
            .filter(has_key);
        let others = NEEDED.split_whitespace();
        let others = others.map(|name| control_named(name).expect(name).effect);
        for effect in moves.chain(turns).chain(overlays).chain(others) {
            assert!(has_pad(effect), "{effect:?}");
        }
    }
}
