//! The table of controls of the walks without the engine, from which the keys and the help come, and the keys that are held.
//!
//! Keys are those of the engine's window where a terminal has them. A terminal tells of no modifier keys by themselves, and
//! not always of the mouse, so that a few keys differ there.

use std::mem;

use crate::overlays::OverlayKind;

/// What a control does once a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// Go back to the spawn.
    Respawn,
    /// Walk or fly.
    ToggleWalking,
    /// Pass through walls, or be stopped by them again.
    ToggleNoclip,
    /// The next collision method.
    NextCollision,
    /// Why did the body stop? Or close the explanation.
    Why,
    /// The next slower speed of the simulation.
    Slower,
    /// Pause, or go on.
    TogglePause,
    /// A single step of the simulation.
    SingleStep,
    /// Begin to record a script, or end and save it.
    ToggleRecording,
    /// Select the node of the face under the crosshair.
    SelectUnderCrosshair,
    /// Select the parent of the selected node.
    SelectParent,
    /// Select its front child.
    SelectFront,
    /// Select its back child.
    SelectBack,
    /// Select nothing.
    ClearSelection,
    /// The next colours of the faces.
    NextColoring,
    /// The edges of the fragments.
    ToggleWireframe,
    /// Show an overlay, or hide it.
    Overlay(OverlayKind),
    /// The path of the eye through the tree.
    TogglePath,
    /// The plan: a section at the height of the eye.
    TogglePlan,
    /// The next method of removing hidden surfaces.
    NextMethod,
    /// Skip what the leaf of the eye cannot see, or draw all.
    NextCulling,
    /// The painter's order as a film.
    ToggleFilm,
    /// Stop the film, or let it run on.
    ToggleFilmRun,
    /// The next fragment of the film, which stops.
    FilmNext,
    /// The fragment before, where the film stops.
    FilmPrevious,
    /// The film runs faster.
    FilmFaster,
    /// The film runs slower.
    FilmSlower,
    /// The material as it looks, without anything over it.
    HideAll,
    /// Open the help, or close it.
    ToggleHelp,
    /// Save a picture.
    Screenshot,
    /// Show real pixels, or blocks.
    TogglePixels,
    /// Stop the program for a while, as terminals do.
    Suspend,
    /// Draw the whole screen anew.
    Redraw,
    /// Cover the screen, or no longer.
    ToggleFullScreen,
    /// Free the mouse, close what is open; with nothing left to close, twice, leave.
    Escape,
    /// Leave at once.
    Leave,
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

/// A direction in which a key turns the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Upwards.
    Up,
    /// Downwards.
    Down,
}

impl Turn {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Up, Self::Down];
}

/// What a control does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Moves while it is held.
    Move(Motion),
    /// Turns the view while it is held.
    Turn(Turn),
    /// Does something once a press.
    Send(Command),
    /// Turns the view with the mouse.
    Look,
    /// Changes the speed.
    Speed,
    /// Captures the mouse.
    Capture,
}

/// Where input comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// The key with this character, in lower case.
    Char(char),
    /// The key with this character while Ctrl is held.
    WithCtrl(char),
    /// The space bar.
    Space,
    /// A Ctrl key by itself.
    Ctrl,
    /// A Shift key, by itself or with a letter.
    Shift,
    /// The Escape key.
    Escape,
    /// The Enter key.
    Enter,
    /// An arrow key.
    Arrow(Turn),
    /// The Page Up key.
    PageUp,
    /// The Page Down key.
    PageDown,
    /// The Home key.
    Home,
    /// The End key.
    End,
    /// A function key.
    F(u8),
    /// The left mouse button.
    Button,
    /// Moving the mouse.
    Mouse,
    /// Turning the wheel.
    Wheel,
}

impl Source {
    /// Its name in the help. Without Unicode only characters of ASCII.
    #[must_use]
    pub fn name(self, unicode: bool) -> String {
        let either = |fine: &str, plain: &str| if unicode { fine } else { plain }.to_owned();
        match self {
            Self::Char(c) => c.to_uppercase().to_string(),
            Self::WithCtrl(c) => format!("Ctrl-{}", c.to_uppercase()),
            Self::Space => "Space".to_owned(),
            Self::Ctrl => "Ctrl".to_owned(),
            Self::Shift => "Shift".to_owned(),
            Self::Escape => "Esc".to_owned(),
            Self::Enter => "Enter".to_owned(),
            Self::Arrow(Turn::Left) => either("←", "Left"),
            Self::Arrow(Turn::Right) => either("→", "Right"),
            Self::Arrow(Turn::Up) => either("↑", "Up"),
            Self::Arrow(Turn::Down) => either("↓", "Down"),
            Self::PageUp => "PgUp".to_owned(),
            Self::PageDown => "PgDn".to_owned(),
            Self::Home => "Home".to_owned(),
            Self::End => "End".to_owned(),
            Self::F(number) => format!("F{number}"),
            Self::Button => "Click".to_owned(),
            Self::Mouse => "Mouse".to_owned(),
            Self::Wheel => "Wheel".to_owned(),
        }
    }
}

/// The two walks, whose keys differ a little.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Front {
    /// A window with pixels.
    Window,
    /// A terminal.
    Terminal,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Control {
    /// What it does.
    pub effect: Effect,
    /// Any of these does it in a window.
    pub window: &'static [Source],
    /// Any of these does it in a terminal.
    pub terminal: &'static [Source],
    /// What the help says.
    pub help: &'static str,
}

impl Control {
    /// What does it in this walk; nothing where the walk has no such control.
    #[must_use]
    pub fn sources(&self, front: Front) -> &'static [Source] {
        match front {
            Front::Window => self.window,
            Front::Terminal => self.terminal,
        }
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

/// A group: its title, then a row a control, with its keys in both walks, or in the window and the terminal.
macro_rules! group {
    { $title:literal: $($effect:expr, $sources:tt, $help:expr;)+ } => {
        Group {
            title: $title,
            controls: &[$(group!(@row $effect, $sources, $help)),+],
        }
    };
    (@row $effect:expr, ([$($window:expr),*], [$($terminal:expr),*]), $help:expr) => {
        Control { effect: $effect, window: &[$($window),*], terminal: &[$($terminal),*], help: $help }
    };
    (@row $effect:expr, [$($both:expr),+], $help:expr) => {
        Control { effect: $effect, window: &[$($both),+], terminal: &[$($both),+], help: $help }
    };
}

use Effect::{Capture, Look, Move, Send, Speed};
use Source::{
    Arrow, Button, Char, Ctrl, End, Enter, Escape, F, Home, Mouse, PageDown, PageUp, Shift, Space, Wheel,
    WithCtrl,
};
use bspwalk_trees::collision::mover::script::Ticks;

/// Every control, in the order of the help.
pub const GROUPS: &[Group] = &[
    group! { "Moving":
        Move(Motion::Forward), [Char('w')], "forward, along the view";
        Move(Motion::Left), [Char('a')], "left";
        Move(Motion::Back), [Char('s')], "back";
        Move(Motion::Right), [Char('d')], "right";
        Move(Motion::Up), [Space], "up; jump";
        Move(Motion::Down), ([Ctrl, Char('x')], [Char('x'), Ctrl]), "down; crouch";
        Move(Motion::Fast), [Shift], "fast";
        Look, [Mouse], "look around, while the mouse is captured";
        Effect::Turn(Turn::Left), ([], [Arrow(Turn::Left)]), "look to the left, also without a mouse";
        Effect::Turn(Turn::Right), ([], [Arrow(Turn::Right)]), "look to the right";
        Effect::Turn(Turn::Up), ([], [Arrow(Turn::Up)]), "look up";
        Effect::Turn(Turn::Down), ([], [Arrow(Turn::Down)]), "look down";
        Speed, [Wheel], "change the speed";
        Send(Command::ToggleWalking), [Char('g')], "walk or fly";
        Send(Command::ToggleNoclip), [Char('v')], "through the walls (noclip)";
        Send(Command::Respawn), [Char('r')], "back to the spawn";
    },
    group! { "Motion":
        Send(Command::NextCollision), [Char('6')], "collision: ati, push, sweep, planes";
        Send(Command::Why), [Char('y')], "why did I stop?";
        Send(Command::Slower), [Char(',')], "slow motion";
        Send(Command::TogglePause), [Char('p')], "pause";
        Send(Command::SingleStep), [Char('.')], "a single step";
        Send(Command::ToggleRecording), [F(9)], "record a script";
    },
    group! { "Picture":
        Send(Command::NextColoring), [Char('2')], "colours: material, node, depth, source triangle, fragment, leaf, visible leaf";
        Send(Command::ToggleWireframe), [Char('3')], "wireframe";
        Send(Command::TogglePath), [Char('7')], "path of the eye";
        Send(Command::TogglePlan), [Char('i')], "the plan, at the height of the eye";
        Send(Command::NextMethod), [Char('m')], "hidden surfaces by: painter, front to back, depth buffer";
        Send(Command::NextCulling), [Char('c')], "skip what cannot be seen (PVS), or draw all";
        Send(Command::HideAll), [Char('0')], "the level as it looks";
    },
    group! { "Overlays":
        Send(Command::Overlay(OverlayKind::Planes)), [Char('1')], "split planes";
        Send(Command::Overlay(OverlayKind::Normals)), [Char('4')], "normals";
        Send(Command::Overlay(OverlayKind::Cells)), [Char('5')], "cells";
        Send(Command::Overlay(OverlayKind::Leaves)), [Char('8')], "leaves";
        Send(Command::Overlay(OverlayKind::Portals)), [Char('9')], "portals";
        Send(Command::Overlay(OverlayKind::Leak)), [Char('l')], "leak: the path to the outside";
    },
    group! { "Painter's order":
        Send(Command::ToggleFilm), [Char('k')], "as a film, from far to near";
        Send(Command::FilmNext), [Char('/')], "the next fragment";
        Send(Command::FilmPrevious), [Char('\\')], "the fragment before";
        Send(Command::FilmFaster), [Char(']')], "the film runs faster; without it, planes and cells one depth more";
        Send(Command::FilmSlower), [Char('[')], "the film runs slower; without it, planes and cells one depth less";
        Send(Command::ToggleFilmRun), [Enter], "stop the film; let it run";
    },
    group! { "Selected node":
        Send(Command::SelectUnderCrosshair), [Char('e')], "select the node of the face under the crosshair";
        Send(Command::SelectParent), ([Arrow(Turn::Up), PageUp], [PageUp]), "its parent";
        Send(Command::SelectFront), ([Arrow(Turn::Left), Home], [Home]), "its front child";
        Send(Command::SelectBack), ([Arrow(Turn::Right), End], [End]), "its back child";
        Send(Command::ClearSelection), ([Char('q'), Arrow(Turn::Down)], [Char('q'), PageDown]), "select nothing";
    },
    group! { "Screen":
        Capture, [Button], "capture the mouse";
        Send(Command::Escape), [Escape], "free the mouse, close what is open; twice: leave";
        Send(Command::Leave), ([WithCtrl('q')], [WithCtrl('c'), WithCtrl('q')]), "leave at once";
        Send(Command::ToggleHelp), [F(1), Char('?')], "this help";
        Send(Command::ToggleFullScreen), ([F(11)], []), "full screen";
        Send(Command::Screenshot), [F(12)], "save a screenshot";
        Send(Command::TogglePixels), ([], [Char('b')]), "pixels or blocks, where the terminal has pixels";
        Send(Command::Suspend), ([], [WithCtrl('z')]), "back to the shell for a while";
        Send(Command::Redraw), ([], [WithCtrl('l')]), "draw the screen anew";
    },
];

/// The controls of all groups.
pub fn controls() -> impl Iterator<Item = &'static Control> {
    GROUPS.iter().flat_map(|group| group.controls)
}

/// What a key does in this walk.
#[must_use]
pub fn effect(front: Front, source: Source) -> Option<Effect> {
    controls()
        .find(|control| control.sources(front).contains(&source))
        .map(|control| control.effect)
}

/// The name of the first key of a command in this walk, for sentences.
#[must_use]
pub fn key_of(front: Front, command: Command, unicode: bool) -> String {
    controls()
        .find(|control| control.effect == Send(command))
        .and_then(|control| control.sources(front).first())
        .map_or_else(String::new, |source| source.name(unicode))
}

/// The keys of movement that are held, and those that were pressed since the last step, even if they were let go again:
/// steps can be further apart than a tap is long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    held: [bool; Motion::ALL.len()],
    tapped: [bool; Motion::ALL.len()],
}

impl Held {
    /// A key goes down.
    pub fn press(&mut self, motion: Motion) {
        let held = mem::replace(&mut self.held[motion as usize], true);
        self.tapped[motion as usize] |= !held;
    }

    /// A key goes up.
    pub fn release(&mut self, motion: Motion) {
        self.held[motion as usize] = false;
    }

    /// All keys are up: the window or the terminal has lost them from view.
    pub fn release_all(&mut self) {
        *self = Self::default();
    }

    /// Whether a key is held.
    #[must_use]
    pub fn is_held(&self, motion: Motion) -> bool {
        self.held[motion as usize]
    }

    /// What the keys want of one step; opposite ones cancel. A tap counts once.
    pub fn take(&mut self) -> Ticks {
        let tapped = mem::take(&mut self.tapped);
        let along = |positive: Motion, negative: Motion| {
            let of = |keys: &[bool; Motion::ALL.len()]| {
                f32::from(i8::from(keys[positive as usize]) - i8::from(keys[negative as usize]))
            };
            let held = of(&self.held);
            if held == 0.0 { of(&tapped) } else { held }
        };
        let is_down = |motion: Motion| self.held[motion as usize] || tapped[motion as usize];
        Ticks {
            ticks: 1,
            forward: along(Motion::Forward, Motion::Back),
            right: along(Motion::Right, Motion::Left),
            up: along(Motion::Up, Motion::Down),
            yaw: None,
            pitch: None,
            jump: is_down(Motion::Up),
            crouch: is_down(Motion::Down),
            fast: is_down(Motion::Fast),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_does_two_things_and_every_control_has_a_key_somewhere() {
        for front in [Front::Window, Front::Terminal] {
            let mut known: Vec<Source> = Vec::new();
            for control in controls() {
                for &source in control.sources(front) {
                    assert!(!known.contains(&source), "{source:?} in {front:?}");
                    known.push(source);
                }
            }
        }
        for control in controls() {
            assert!(
                !(control.window.is_empty() && control.terminal.is_empty()),
                "{control:?}"
            );
            assert!(control.help.is_ascii(), "{}", control.help);
        }
    }

    #[test]
    fn opposite_keys_cancel_and_a_tap_counts_once() {
        let mut held = Held::default();
        held.press(Motion::Forward);
        held.release(Motion::Forward);
        assert_eq!(held.take().forward, 1.0);
        assert_eq!(held.take().forward, 0.0);
        held.press(Motion::Left);
        held.press(Motion::Right);
        assert_eq!(held.take().right, 0.0);
        held.release(Motion::Right);
        assert_eq!(held.take().right, -1.0);
        held.press(Motion::Up);
        held.press(Motion::Fast);
        let wanted = held.take();
        assert!(wanted.jump && wanted.fast && !wanted.crouch);
        held.release_all();
        assert_eq!(
            held.take(),
            Ticks {
                ticks: 1,
                ..Ticks::default()
            }
        );
    }
}
