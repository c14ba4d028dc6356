//! The table of controls, from which all fronts take their keys and their help.

use super::{
    action::Action,
    source::{Source, Turn},
};
use crate::overlays::OverlayKind;

/// What a control does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Moves while it is held.
    Move(Motion),
    /// Turns the view while it is held.
    Turn(Turn),
    /// Does something once a press.
    Send(Action),
    /// Turns the view with the mouse.
    Look,
    /// Changes the speed.
    Speed,
    /// Captures the mouse.
    Capture,
    /// Changes the size of text and cards.
    Zoom,
    /// Goes from control to control.
    Focus,
}

/// A key of movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Motion {
    /// Along the view.
    Forward,
    /// Against the view.
    Back,
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Upwards; jump.
    Up,
    /// Downwards; crouch.
    Down,
    /// Faster.
    Fast,
}

impl Motion {
    /// All of them.
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

/// Where a person walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Front {
    /// The window that a graphics driver draws.
    Window,
    /// The window that needs no graphics driver.
    SoftwareWindow,
    /// A terminal.
    Terminal,
}

impl Front {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Window, Self::SoftwareWindow, Self::Terminal];

    /// Its name, for tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Window => "window",
            Self::SoftwareWindow => "software window",
            Self::Terminal => "terminal",
        }
    }
}

/// Which fronts have a control.
#[derive(Clone, Copy, Debug)]
struct Where {
    fronts: &'static [Front],
    /// Why the others do not have it.
    why: &'static str,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Control {
    /// What it does.
    pub effect: Effect,
    /// Any of these does it, in each front that has it.
    pub sources: &'static [Source],
    /// What the help says.
    pub help: &'static str,
    place: Where,
}

impl Control {
    /// Whether a front has it.
    #[must_use]
    pub fn is_in(&self, front: Front) -> bool {
        self.place.fronts.contains(&front)
    }

    /// Why some fronts do not have it; `None` where all do.
    #[must_use]
    pub fn why_not_everywhere(&self) -> Option<&'static str> {
        (self.place.fronts.len() < Front::ALL.len()).then_some(self.place.why)
    }
}

/// The controls under one heading of the help.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The heading.
    pub title: &'static str,
    /// Its controls.
    pub controls: &'static [Control],
}

impl Group {
    /// The controls that a front has.
    pub fn of(&self, front: Front) -> impl Iterator<Item = &'static Control> + use<> {
        self.controls.iter().filter(move |control| control.is_in(front))
    }
}

const EVERYWHERE: Where = Where {
    fronts: &Front::ALL,
    why: "",
};
const fn in_window(why: &'static str) -> Where {
    let fronts = &[Front::Window];
    Where { fronts, why }
}
const fn in_windows(why: &'static str) -> Where {
    let fronts = &[Front::Window, Front::SoftwareWindow];
    Where { fronts, why }
}
const fn in_terminal(why: &'static str) -> Where {
    let fronts = &[Front::Terminal];
    Where { fronts, why }
}
const BY_ENGINE: Where = in_window("only the engine's window has cards, pages and panels");
const BY_POINTER: Where = in_window("only the engine's window has a pointer");
const BY_SOFTWARE: Where = Where {
    fronts: &[Front::SoftwareWindow, Front::Terminal],
    why: "a graphics driver always uses a depth buffer",
};
const BY_TERMINAL: Where = in_terminal("it is about terminals");

/// A group: its title, then a row a control with its keys, its help, and its fronts where not all have it.
macro_rules! group {
    { $title:literal: $($effect:expr, [$($source:expr),+], $help:expr $(, $place:expr)?;)+ } => {
        Group {
            title: $title,
            controls: &[$(Control {
                effect: $effect,
                sources: &[$($source),+],
                help: $help,
                place: group!(@place $($place)?),
            }),+],
        }
    };
    (@place) => { EVERYWHERE };
    (@place $place:expr) => { $place };
}

/// The help of an overlay's key, which the table of overlays has.
const fn overlay(key: char) -> &'static str {
    OverlayKind::key_title(key).expect("an overlay has this key")
}

use Effect::{Capture, Focus, Look, Move, Send, Speed, Zoom};
use Source::{
    Arrow, Backspace, Char, Click, Ctrl, End, Enter, Escape, F, Home, Mouse, PageDown, PageUp, RightClick,
    Shift, Space, Tab, Wheel, WithCtrl,
};

/// Every control, in the order of the help. A control has the same keys and the same meaning in every front that has it.
pub const GROUPS: &[Group] = &[
    group! { "Moving":
        Move(Motion::Forward), [Char('w')], "forward, along the view";
        Move(Motion::Left), [Char('a')], "left";
        Move(Motion::Back), [Char('s')], "back";
        Move(Motion::Right), [Char('d')], "right";
        Move(Motion::Up), [Space], "up; jump";
        Move(Motion::Down), [Char('x'), Ctrl], "down; crouch";
        Move(Motion::Fast), [Shift], "fast";
        Look, [Mouse], "look around, while the mouse is captured";
        Effect::Turn(Turn::Left), [Arrow(Turn::Left)], "look to the left, also without a mouse";
        Effect::Turn(Turn::Right), [Arrow(Turn::Right)], "look to the right";
        Effect::Turn(Turn::Up), [Arrow(Turn::Up)], "look up";
        Effect::Turn(Turn::Down), [Arrow(Turn::Down)], "look down";
        Speed, [Wheel], "change the speed";
        Send(Action::ToggleWalking), [Char('g')], "walk or fly";
        Send(Action::ToggleNoclip), [Char('v')], "through the walls (noclip)";
        Send(Action::Respawn), [Char('r')], "back to the spawn";
    },
    group! { "Motion":
        Send(Action::Why), [Char('y')], "why did I stop?";
        Send(Action::NextCollision), [F(7)], "the next collision method: ati, push, sweep, planes";
        Send(Action::Slower), [Char(',')], "slow motion";
        Send(Action::TogglePause), [Char('p')], "pause";
        Send(Action::SingleStep), [Char('.')], "a single step";
        Send(Action::ToggleReplay), [Char('b')], "replay the last seconds, beside a body that is moved as in ATI's sample (2006)";
        Send(Action::ToggleRecording), [F(9)], "record a script";
        Send(Action::PlayScript), [F(10)], "play the last script";
    },
    group! { "Model and films":
        Send(Action::ToggleModel), [Char('u')], "the level as a model, cut open; back into the eyes";
        Send(Action::TogglePlan), [Char('i')], "the level from straight above, cut open: the plan";
        Send(Action::ToggleBuildFilm), [Char('h')], "how the tree was built, step by step";
        Send(Action::ToggleQueryFilm), [F(4)], "what a query does in the tree: cast, push, sweep and others, step by step";
        Send(Action::NextStep), [Char('/')], "the next step of the film";
        Send(Action::PreviousStep), [Char('\\')], "the step before";
        Send(Action::ToggleDuel), [F(6)], "the build rules in a duel: what each costs", BY_ENGINE;
        Send(Action::ToggleQuiz), [Char('=')], "the quiz: what will happen next?";
        Send(Action::NextMap), [F(5)], "the map in the corner; larger, to go where you click; off", BY_ENGINE;
    },
    group! { "Selected node":
        Send(Action::SelectUnderCrosshair), [Char('e')], "select the node of the face under the crosshair";
        Send(Action::SelectUnderPointer), [RightClick], "select what is under the mouse pointer", BY_POINTER;
        Send(Action::SelectParent), [PageUp], "its parent";
        Send(Action::SelectFront), [Home], "its front child";
        Send(Action::SelectBack), [End], "its back child";
        Send(Action::ClearSelection), [Char('q'), PageDown], "select nothing";
        Send(Action::SelectionBack), [Char(';')], "the selection before";
        Send(Action::SelectionForward), [Char('\'')], "the selection after";
        Send(Action::LookAtSelection), [Char('f')], "look at the selected node or leaf";
        Send(Action::ToggleTreeDock), [Char('j')], "the tree as a picture", BY_ENGINE;
        Send(Action::TogglePlanarPage), [F(3)], "the planar tree: draw a polygon, see its tree", BY_ENGINE;
    },
    group! { "Overlays":
        Send(Action::Overlay('1')), [Char('1')], overlay('1');
        Send(Action::Overlay('2')), [Char('2')], overlay('2');
        Send(Action::Overlay('3')), [Char('3')], overlay('3');
        Send(Action::Overlay('4')), [Char('4')], overlay('4');
        Send(Action::Overlay('5')), [Char('5')], overlay('5');
        Send(Action::Overlay('6')), [Char('6')], overlay('6');
        Send(Action::Overlay('7')), [Char('7')], overlay('7');
        Send(Action::Overlay('8')), [Char('8')], overlay('8');
        Send(Action::Overlay('9')), [Char('9')], overlay('9');
        Send(Action::Overlay('T')), [Char('t')], overlay('T');
        Send(Action::Overlay('L')), [Char('l')], overlay('L');
        Send(Action::Overlay('-')), [Char('-')], overlay('-');
        Send(Action::Overlay('K')), [Char('k')], overlay('K');
        Send(Action::Overlay('`')), [Char('`')], overlay('`');
        Send(Action::Shallower), [Char('[')], "planes and cells: one depth less; less of painter's order; the portal flow's step before";
        Send(Action::Deeper), [Char(']')], "planes and cells: one depth more; more of painter's order; the portal flow's next step";
        Send(Action::Overlay('0')), [Char('0')], "hide all overlays";
    },
    group! { "Visibility":
        Send(Action::NextCulling), [Char('c')], "culling: by the view, by the view and the PVS, or not at all";
        Send(Action::ToggleFrozenCulling), [Char('z')], "freeze culling, to fly out and look back";
        Send(Action::NextMethod), [F(8)], "hidden surfaces by: front to back, painter, depth buffer", BY_SOFTWARE;
        Send(Action::AlongLeak), [Char('n')], "follow the leak to the outside";
        Send(Action::BackAlongLeak), [Char('m')], "follow it back";
    },
    group! { "Screen":
        Capture, [Click], "capture the mouse";
        Send(Action::Escape), [Escape], "close what is on top; then free the mouse; then end what runs; without the engine, twice leaves";
        Send(Action::AcceptOffer), [Enter], "do what a card offers; without the engine, play or stop the film";
        Send(Action::DeclineOffer), [Backspace], "decline the offer; the station before", BY_ENGINE;
        Send(Action::TogglePanel), [WithCtrl('b')], "open the panel, which frees the mouse; close it", BY_ENGINE;
        Focus, [Tab], "go to the next control while the mouse is free, with Shift to the one before; Enter and Space press it, Esc gives the keys back to the body", BY_ENGINE;
        Send(Action::OpenDialog), [Char('o')], "open a level", BY_ENGINE;
        Send(Action::ToggleHelp), [F(1)], "this help";
        Send(Action::ToggleHelp), [Char('?')], "this help, as terminals have it", in_terminal("in a window this is the key of the film's next step, with Shift");
        Send(Action::Tour), [F(2)], "the tour: ten stations, taken up where it was left", BY_ENGINE;
        Send(Action::ToggleFullScreen), [F(11)], "full screen", in_windows("a terminal's own window decides");
        Zoom, [Source::Zoom], "larger or smaller text; Ctrl 0 for the usual size", BY_ENGINE;
        Send(Action::Screenshot), [F(12)], "save a screenshot";
        Send(Action::CopyView), [WithCtrl('c')], "copy the view, as a line that `bspwalk` and `bspwalk shot` take", in_windows("in a terminal this key leaves, and Ctrl-Y copies");
        Send(Action::CopyView), [WithCtrl('y')], "copy the view, as a line that `bspwalk` and `bspwalk shot` take", in_terminal("windows have Ctrl-C for it");
        Send(Action::PasteView), [WithCtrl('v')], "go to the view of a line that was copied", in_windows("a terminal pastes by its own key, which does the same");
        Send(Action::KeepView), [WithCtrl('k')], "keep the view as a bookmark, in a file beside the level";
        Send(Action::NextBookmark), [WithCtrl('g')], "go to the next bookmark";
        Send(Action::Leave), [WithCtrl('q')], "leave at once";
        Send(Action::Leave), [WithCtrl('c')], "leave at once, as terminals have it", BY_TERMINAL;
        Send(Action::TogglePixels), [WithCtrl('p')], "pixels or blocks, where the terminal has pixels", BY_TERMINAL;
        Send(Action::Suspend), [WithCtrl('z')], "back to the shell for a while", BY_TERMINAL;
        Send(Action::Redraw), [WithCtrl('l')], "draw the screen anew", BY_TERMINAL;
    },
];

/// What some keys do while a film is shown and the mouse is free. With Shift, and while the mouse is captured, they do what
/// [`GROUPS`] says of them.
pub const FILM_KEYS: Group = group! { "While a film is shown and the mouse is free (with Shift these keys do what they do otherwise)":
    Send(Action::PreviousStep), [Arrow(Turn::Left)], "the step before";
    Send(Action::NextStep), [Arrow(Turn::Right)], "the next step";
    Send(Action::FirstStep), [Home], "the first step";
    Send(Action::LastStep), [End], "the last step";
    Send(Action::TogglePlaying), [Space], "play or pause";
};

/// What a key asks of the film that is shown.
#[must_use]
pub fn film_action(source: Source) -> Option<Action> {
    let row = FILM_KEYS
        .controls
        .iter()
        .find(|row| row.sources.contains(&source))?;
    match row.effect {
        Send(action) => Some(action),
        _ => None,
    }
}

/// The name of the key that asks this of a film that is shown, or else of its first key; empty where it has none.
#[must_use]
pub fn film_key_of(action: Action, unicode: bool) -> String {
    let row = FILM_KEYS.controls.iter().find(|row| row.effect == Send(action));
    let source = row.and_then(|row| row.sources.first());
    source.map_or_else(|| key_of(action, unicode), |source| source.name(unicode))
}

/// The controls of all groups.
pub fn controls() -> impl Iterator<Item = &'static Control> {
    GROUPS.iter().flat_map(|group| group.controls)
}

/// What a key does in a front.
#[must_use]
pub fn effect(front: Front, source: Source) -> Option<Effect> {
    controls()
        .find(|control| control.is_in(front) && control.sources.contains(&source))
        .map(|control| control.effect)
}

/// The key of the table at a place of the keyboard, in the names of [`Source::codes`].
#[must_use]
pub fn source_at(code: &str) -> Option<Source> {
    controls()
        .flat_map(|control| control.sources)
        .copied()
        .find(|source| source.codes().iter().any(|known| known == code))
}

/// The name of the first key of an action, for sentences; empty where it has none.
#[must_use]
pub fn key_of(action: Action, unicode: bool) -> String {
    controls()
        .find(|control| control.effect == Send(action))
        .and_then(|control| control.sources.first())
        .map_or_else(String::new, |source| source.name(unicode))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_key_does_one_thing_in_every_front_that_has_it() {
        let mut known = HashSet::new();
        for control in controls() {
            for source in control.sources {
                for front in Front::ALL.into_iter().filter(|&front| control.is_in(front)) {
                    let name = front.name();
                    assert!(
                        known.insert((source, front)),
                        "{source:?} stands in two rows of the {name}"
                    );
                    assert_eq!(
                        effect(front, *source),
                        Some(control.effect),
                        "{source:?} in the {name}"
                    );
                }
            }
        }
        for control in controls() {
            for (source, front) in control
                .sources
                .iter()
                .flat_map(|source| Front::ALL.map(|front| (source, front)))
            {
                assert_eq!(effect(front, *source).is_some(), known.contains(&(source, front)));
            }
        }
        // A key means one thing everywhere, but for what all terminals take for leaving.
        let differs = |source: &Source| {
            let effects = Front::ALL.into_iter().filter_map(|front| effect(front, *source));
            effects
                .collect::<Vec<_>>()
                .windows(2)
                .any(|pair| pair[0] != pair[1])
        };
        let different: HashSet<&Source> = controls()
            .flat_map(|control| control.sources)
            .filter(|source| differs(source))
            .collect();
        assert_eq!(different, HashSet::from([&WithCtrl('c')]));
    }

    #[test]
    fn whoever_misses_a_control_is_told_why() {
        for control in controls() {
            let everywhere = Front::ALL.into_iter().all(|front| control.is_in(front));
            let why = control.why_not_everywhere();
            assert_eq!(why.is_none(), everywhere, "{}", control.help);
            assert!(why.is_none_or(|why| why.len() > 10), "{}", control.help);
        }
        for kind in OverlayKind::ALL {
            let action = Action::Overlay(kind.key());
            let row = controls().find(|control| control.effect == Send(action));
            assert!(
                row.is_some_and(|row| row.why_not_everywhere().is_none()),
                "{kind}"
            );
        }
    }

    #[test]
    fn keys_are_found_by_their_places() {
        for source in controls().flat_map(|control| control.sources) {
            for code in source.codes() {
                assert_eq!(source_at(&code), Some(*source), "{code}");
            }
        }
        assert_eq!(source_at("KeyW"), Some(Char('w')));
        assert_eq!(source_at("Numpad3"), Some(Char('3')));
        assert_eq!(source_at("ArrowUp"), Some(Arrow(Turn::Up)));
        assert_eq!(source_at("Fn"), None);
    }
}
