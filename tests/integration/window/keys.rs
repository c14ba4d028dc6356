//! Tests for keys whose effect is only visible in the window. The trace reports the effect, and the screen shows it
//! outside the cards. All other keys are covered by the tests without a window.

use std::{
    fs,
    path::{Path, PathBuf},
};

use bevy::input::keyboard::KeyCode;
use bspwalk::app::{host::state::Action, input::bindings::keys};
use bspwalk_overlays::heat;
use bspwalk_session::{
    actions::{Effect, FrontEnd, Keymap, Source, controls},
    overlays::OverlayKind,
};
use serde_json::Value;

use crate::window::{program::Program, screen::Image, view};

/// Returns xdotool's name of a key.
fn name_of(key: KeyCode) -> String {
    let name = format!("{key:?}");
    if let Some(letter) = name.strip_prefix("Key") {
        return letter.to_lowercase();
    }
    if let Some(digit) = name.strip_prefix("Digit") {
        return digit.to_owned();
    }
    match key {
        KeyCode::Backquote => "grave".to_owned(),
        KeyCode::Minus => "minus".to_owned(),
        KeyCode::Equal => "equal".to_owned(),
        KeyCode::Comma => "comma".to_owned(),
        KeyCode::Period => "period".to_owned(),
        KeyCode::Slash => "slash".to_owned(),
        KeyCode::Semicolon => "semicolon".to_owned(),
        KeyCode::Quote => "apostrophe".to_owned(),
        KeyCode::Backslash => "backslash".to_owned(),
        KeyCode::BracketLeft => "bracketleft".to_owned(),
        KeyCode::BracketRight => "bracketright".to_owned(),
        KeyCode::Space => "space".to_owned(),
        KeyCode::ControlLeft => "Control_L".to_owned(),
        KeyCode::ControlRight => "Control_R".to_owned(),
        KeyCode::ShiftLeft => "Shift_L".to_owned(),
        KeyCode::ShiftRight => "Shift_R".to_owned(),
        KeyCode::ArrowUp => "Up".to_owned(),
        KeyCode::ArrowDown => "Down".to_owned(),
        KeyCode::ArrowLeft => "Left".to_owned(),
        KeyCode::ArrowRight => "Right".to_owned(),
        KeyCode::PageUp => "Prior".to_owned(),
        KeyCode::PageDown => "Next".to_owned(),
        _ => name,
    }
}

/// Returns xdotool's names of a command's keys.
fn keys_of(command: Action, settings: &Path) -> Vec<String> {
    let (keymap, _) = Keymap::kept(Some(settings));
    let of_command = controls().filter(|control| control.effect == Effect::Send(command));
    let sources = of_command.flat_map(|control| keymap.sources_in(control, FrontEnd::Window));
    sources
        // Use only the first key of each source, because the other ones are equivalent keys elsewhere on the keyboard.
        .filter_map(|source| match source {
            Source::WithCtrl(letter) => Some(format!("ctrl+{letter}")),
            Source::WithCtrlShift(letter) => Some(format!("ctrl+shift+{letter}")),
            key => keys(key).first().copied().map(name_of),
        })
        .collect()
}

/// The program, showing the painted room. The box and the hole are visible from the spawn.
struct Tour<'a> {
    program: Program<'a>,
    /// Last image, with the rectangles of the cards; `None` if a key has been pressed since then.
    last: Option<(Image, Vec<[i64; 4]>)>,
}

/// Change on the screen that a key must cause.
enum ScreenChange {
    /// At least this many pixels change outside the cards.
    InTheWorld(usize),
    /// At least this many pixels change on the cards.
    OnACard(usize),
    Nothing,
}

fn painted_room(folder: &Path) -> PathBuf {
    let path = view::painted_room(folder);
    let text = fs::read_to_string(&path).expect("a temporary file");
    let spawn = "v 3.4 0 3.6\nv 3.6 0 3.6\nv 3.5 0 3.8\no spawn\nf -3 -2 -1\n";
    fs::write(&path, text + spawn).expect("a temporary file");
    path
}

impl<'a> Tour<'a> {
    fn start(screen: &'a crate::screen::Screen) -> Self {
        let mut program = Program::start(screen, |folder| {
            vec!["--scale".into(), "1".into(), painted_room(folder).into()]
        });
        program.wait_for_level("painted");
        program.wait_until("the leaves are built", |line| {
            line["state"]["leaf_tree"]["refined"] == true
        });
        Self { program, last: None }
    }

    /// Waits for a still image, and returns it with the rectangles of its cards.
    fn look(&mut self) -> (Image, Vec<[i64; 4]>) {
        let image = self.program.still_image();
        (image, self.program.cards())
    }

    /// Presses one key of a command. Waits until `holds` is true for the trace before and after it, and then until the
    /// screen has changed.
    fn press(
        &mut self,
        command: Action,
        key: &str,
        holds: impl Fn(&Value, &Value) -> bool,
        seen: &ScreenChange,
    ) {
        let least = match *seen {
            ScreenChange::InTheWorld(least) | ScreenChange::OnACard(least) => least,
            ScreenChange::Nothing => 0,
        };
        let before = self.last.take();
        let before = (least > 0).then(|| before.unwrap_or_else(|| self.look()));
        let line = self.program.last();
        self.program.press(key);
        self.program
            .wait_until(&format!("{key} does {command:?}"), |after| holds(&line, after));
        let Some((before, cards)) = before else { return };
        // Retry, because overlays are built in the background.
        for round in 1.. {
            let (after, new_cards) = self.look();
            let covered = [&cards[..], &new_cards].concat();
            let (in_world, on_cards) = changed([&before, &after], &covered);
            let count = if matches!(seen, ScreenChange::OnACard(_)) {
                on_cards
            } else {
                in_world
            };
            if count >= least {
                self.last = Some((after, new_cards));
                break;
            }
            assert!(
                round < 5,
                "{key}, {command:?}: {in_world} pixels beside the cards, {on_cards} on them; {least} at the least"
            );
        }
    }

    /// Presses all keys of a command.
    fn press_all(
        &mut self,
        command: Action,
        holds: impl Fn(&Value, &Value) -> bool + Copy,
        seen: &ScreenChange,
    ) {
        let keys = keys_of(command, &self.program.folder().join("settings.toml"));
        assert!(!keys.is_empty(), "no key does {command:?}");
        for key in keys {
            self.press(command, &key, holds, seen);
        }
    }
}

/// Counts the differing pixels outside the cards and on the cards.
pub(crate) fn changed([before, after]: [&Image; 2], cards: &[[i64; 4]]) -> (usize, usize) {
    let [width, height] = before.size;
    let (mut beside, mut on) = (0, 0);
    for pixel in (0..height).flat_map(|y| (0..width).map(move |x| [x, y])) {
        if before.differs(after, pixel) {
            *(if is_on_a_card(pixel.map(i64::from), cards) {
                &mut on
            } else {
                &mut beside
            }) += 1;
        }
    }
    (beside, on)
}

/// Counts the pixels of an image that are outside the cards.
pub(crate) fn beside(image: &Image, cards: &[[i64; 4]]) -> usize {
    let [width, height] = image.size.map(i64::from);
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| [x, y]));
    pixels.filter(|&pixel| !is_on_a_card(pixel, cards)).count()
}

/// Returns whether a pixel is on a card, or so close to one that the card's edge may cover part of the pixel.
fn is_on_a_card([x, y]: [i64; 2], cards: &[[i64; 4]]) -> bool {
    cards.iter().any(|&[left, top, right, bottom]| {
        (left - 2..=right + 2).contains(&x) && (top - 2..=bottom + 2).contains(&y)
    })
}

/// Returns a predicate that is true if a field of the state changes.
fn differs(field: &'static str) -> impl Fn(&Value, &Value) -> bool + Copy {
    move |before, after| after["state"][field] != before["state"][field]
}

/// The tests for `shot` cover the other overlays.
#[test]
#[ignore = "slow without a graphics card; `./check full` runs it"]
fn card_and_coloring_overlays_change_the_picture() {
    let Some(screen) = crate::window::screen() else {
        return;
    };
    let mut tour = Tour::start(&screen);
    tour.program.go("d", 3.5);
    tour.program.wait_for_rest();
    for (key, seen) in [
        // This level has no entities, so only the card changes.
        ('-', ScreenChange::OnACard(1000)),
        ('`', ScreenChange::InTheWorld(400)),
    ] {
        // Each press shows the next overlay of this key, and the last press shows none.
        let kinds = OverlayKind::ALL.into_iter().filter(|kind| kind.key() == key);
        for _ in 0..=kinds.count() {
            tour.press_all(Action::Overlay(key), differs("overlays"), &seen);
        }
    }
    let colorings = OverlayKind::ALL
        .into_iter()
        .filter(|kind| kind.colors_faces() && !kind.is_for_doom());
    for kind in colorings.skip(1) {
        let seen = match heat::measure(kind) {
            // In a small level, visibility is the same everywhere, so only the legend of the scale differs.
            Some(measure) if !measure.is_of_standing_body() => ScreenChange::InTheWorld(5000),
            _ => ScreenChange::Nothing,
        };
        tour.press_all(Action::Overlay('2'), differs("overlays"), &seen);
    }
}

#[test]
#[ignore = "slow without a graphics card; `./check full` runs it"]
fn keys_toggle_full_screen_and_open_dialog() {
    let Some(screen) = crate::window::screen() else {
        return;
    };
    let mut tour = Tour::start(&screen);
    for _ in 0..2 {
        tour.press_all(
            Action::ToggleFullScreen,
            differs("full_screen"),
            &ScreenChange::Nothing,
        );
    }
    let notice = |_: &Value, line: &Value| {
        line["notices"]
            .as_array()
            .is_some_and(|notices| !notices.is_empty())
    };
    // Without a dialog there is a notice.
    tour.press_all(Action::OpenDialog, notice, &ScreenChange::Nothing);
}
