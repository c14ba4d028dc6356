//! Hints: the basic keys until the mouse is captured for the first time, then one useful key at a time. A hint for a
//! key disappears permanently once the user presses that key or dismisses the hint.

use std::collections::BTreeSet;

use bevy::prelude::*;
use bspwalk_session::overlays::OverlayKind;
use bspwalk_text::{Message, message};

use crate::app::{input::MoveIntent, input::settings::names_keys, kit::prelude::*, level::loading::Work};

/// Chooses the current hint, and remembers which commands were used.
pub(in crate::app) fn plugin(app: &mut App) {
    let choose = choose
        .in_set(AppSystems::Show)
        .run_if(in_state(AppState::InLevel));
    app.init_resource::<CurrentHint>().add_systems(Update, choose);
}

/// Draws the hint card.
pub(in crate::app) fn card_plugin(app: &mut App) {
    let draw = draw.run_if(|program: Res<ProgramState>| !program.quiz.is_open());
    app.add_systems(
        EguiPrimaryContextPass,
        draw.after(Arranged).in_set(AppSystems::Hud),
    );
}

/// State that determines which hint is useful.
#[derive(Clone, Copy, Debug, Default)]
struct Situation {
    /// Whether the camera is in first person.
    is_eye: bool,
    /// Whether an obstacle blocks the player.
    is_stopped: bool,
    /// Whether split planes are shown.
    shows_planes: bool,
    /// Whether a node is selected.
    has_selection: bool,
    /// Time since entering the level, in seconds.
    seconds: f32,
}

struct Hint {
    /// Name of the hint in the settings file.
    name: &'static str,
    /// Command whose key the hint shows.
    command: Action,
    /// Effect of the command, shown after "Press" and the key label.
    words: Message,
    /// Returns whether the hint is useful in a situation.
    suits: fn(&Situation) -> bool,
}

/// All hints, in descending order of usefulness.
const HINTS: [Hint; 6] = {
    const fn hint(
        name: &'static str,
        command: Action,
        words: Message,
        suits: fn(&Situation) -> bool,
    ) -> Hint {
        Hint {
            name,
            command,
            words,
            suits,
        }
    }
    [
        hint("why", Action::Why, message!("hints-why"), |now| now.is_stopped),
        hint("deeper", Action::Deeper, message!("hints-deeper"), |now| {
            now.shows_planes && !now.has_selection
        }),
        hint("parent", Action::SelectParent, message!("hints-parent"), |now| {
            now.has_selection
        }),
        hint("model", Action::ToggleModel, message!("hints-model"), |now| {
            now.is_eye && now.seconds > 12.0
        }),
        hint("planes", Action::Overlay('1'), message!("hints-planes"), |now| {
            !now.shows_planes && (!now.is_eye || now.seconds > 25.0)
        }),
        hint(
            "select",
            Action::SelectUnderCrosshair,
            message!("hints-select"),
            |now| now.is_eye && !now.has_selection && now.seconds > 40.0,
        ),
    ]
};

/// Minimum time that a hint stays on screen, so that it can be read (in seconds).
const LEAST: f32 = 6.0;

/// Hint on screen: its index in `HINTS`, and how long it has been shown (in seconds).
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct CurrentHint(Option<(usize, f32)>);

impl CurrentHint {
    /// Returns the command whose key the hint shows.
    #[must_use]
    pub fn command(&self) -> Option<Action> {
        self.hint().map(|hint| hint.command)
    }

    fn hint(self) -> Option<&'static Hint> {
        self.0.map(|(index, _)| &HINTS[index])
    }

    /// Advances time by `seconds`. Replaces a hint only after its minimum time, and never shows a hint listed in
    /// `done`.
    fn follow(self, now: &Situation, done: &BTreeSet<String>, seconds: f32) -> Self {
        let is_open = |index: usize| !done.contains(HINTS[index].name);
        let first = (0..HINTS.len()).find(|&index| is_open(index) && (HINTS[index].suits)(now));
        Self(match self.0.filter(|(index, _)| is_open(*index)) {
            Some((index, shown)) if shown < LEAST || first == Some(index) => Some((index, shown + seconds)),
            _ => first.map(|index| (index, 0.0)),
        })
    }
}

/// Remembers that the command of a hint was used, so that the hint is not shown again.
pub(in crate::app) fn learn(In(command): In<Action>, mut program: ResMut<ProgramState>) {
    let hint = HINTS.iter().find(|hint| hint.command == command);
    if let Some(hint) = hint {
        program.hints.done.insert(hint.name.to_owned());
    }
}

/// Fraction of the walking speed below which the player counts as stopped by a wall.
const SLOW: f32 = 0.3;

fn choose(
    time: Res<Time<Real>>,
    program: Res<ProgramState>,
    (player, intent): (Shown<Player>, Res<MoveIntent>),
    mut hint: ResMut<CurrentHint>,
    level: Single<Entity, (With<OpenedLevel>, With<IsShown>)>,
    mut entered: Local<(Option<Entity>, f32)>,
) {
    let ui = program.ui;
    if entered.0 != Some(*level) {
        *entered = (Some(*level), 0.0);
    }
    // In first person, the basic keys are shown until the mouse is captured. Films have their own cards, which explain
    // what to do next.
    let view = &program.view;
    let is_film = program.build.open || program.query.open || view.shows_division();
    let is_free = !ui.tour && ui.help.is_none() && !is_film && player.walker.replay.is_none();
    let has_room = is_free && (ui.captured || !view.is_eye());
    if !names_keys(&program.hints) || !has_room {
        *hint = CurrentHint::default();
        return;
    }
    let seconds = time.delta_secs();
    entered.1 += seconds;
    let wants_to_move = intent.has_ground_input();
    let is_slow = player.velocity.length() < SLOW * player.speed;
    let now = Situation {
        is_eye: view.is_eye(),
        is_stopped: wants_to_move && is_slow && !player.contacts.is_empty(),
        shows_planes: program.overlays.is_on(OverlayKind::Planes),
        has_selection: program.level.selected.node.is_some(),
        seconds: entered.1,
    };
    *hint = hint.follow(&now, &program.hints.done, seconds);
}

fn draw(
    mut contexts: EguiContexts,
    (hint, keys): (Res<CurrentHint>, Res<KeyLabels>),
    mut program: ResMut<ProgramState>,
    mut screen: ResMut<Screen>,
) -> Result {
    let ui = program.ui;
    let Some(hint) = hint.hint() else {
        return Ok(());
    };
    screen.at_the_bottom(contexts.ctx_mut()?, "key hint", !ui.captured, |card| {
        card.horizontal(|card| {
            style::label(card, text!("hints-press"), style::FAINT, 13.0);
            style::draw_key_cap(card, &keys.key_or_palette_hint(hint.command));
            style::label(card, hint.words.text(), style::TEXT, 13.0);
            if !ui.captured && style::hinted(card.small_button("×"), text!("hints-never")).clicked() {
                program.hints.done.insert(hint.name.to_owned());
            }
        });
    });
    Ok(())
}

/// Label of the tour button.
pub(super) const TOUR: Message = message!("hud-tour");

/// Shows the basic keys until the mouse is captured for the first time. The tour invitation takes precedence.
pub(super) fn basic_keys(
    mut contexts: EguiContexts,
    (program, work): (Res<ProgramState>, Res<Work>),
    invitation: Option<Res<Invitation>>,
    player: Option<Shown<Player>>,
    keys: Res<KeyLabels>,
    mut screen: ResMut<Screen>,
    mut commands: MessageWriter<Act>,
    mut was_captured: Local<bool>,
) -> Result {
    let ui = program.ui;
    *was_captured |= ui.captured;
    let is_busy = ui.help.is_some() || ui.panel || ui.tour || work.status().is_some();
    let player = player.as_deref();
    let is_replaying = player.is_some_and(|player| player.walker.replay.is_some());
    let is_hidden = is_replaying || is_busy || invitation.is_some();
    if *was_captured || !names_keys(&program.hints) || is_hidden {
        return Ok(());
    }
    let other_mode = if player.is_some_and(|player| player.walking) {
        text!("hud-to-fly")
    } else {
        text!("hud-to-walk")
    };
    screen.at_the_bottom(contexts.ctx_mut()?, "hint", true, |ui| {
        ui.horizontal(|ui| {
            for (label, effect) in [
                (text!("hud-click").to_owned(), text!("hud-look")),
                (keys.key_or_palette_hint(Action::ToggleWalking), other_mode),
                (
                    keys.key_or_palette_hint(Action::ToggleHelp),
                    text!("hud-all-keys"),
                ),
                (keys.key_or_palette_hint(Action::TogglePanel), text!("hud-panel")),
            ] {
                style::draw_key_cap(ui, &label);
                ui.label(egui::RichText::new(effect).color(style::TEXT));
                ui.add_space(6.0);
            }
            style::draw_command_key(ui, &keys, Action::Tour);
            if widgets::button(ui, text!("hud-tour-short"), TOUR.text()) {
                commands.write(Act(Action::Tour));
            }
        });
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LATE: Situation = Situation {
        is_eye: true,
        is_stopped: false,
        shows_planes: false,
        has_selection: false,
        seconds: 100.0,
    };
    const STOPPED: Situation = Situation {
        is_stopped: true,
        ..LATE
    };

    #[test]
    fn hints_name_a_key_and_have_a_situation() {
        let at_first = Situation::default();
        let (mut selected, mut divided) = (LATE, LATE);
        (selected.has_selection, divided.shows_planes) = (true, true);
        let keys = KeyLabels::default();
        let names: BTreeSet<&str> = HINTS.iter().map(|hint| hint.name).collect();
        assert_eq!(names.len(), HINTS.len());
        for hint in &HINTS {
            let key = keys.key_or_palette_hint(hint.command);
            assert!(!key.is_empty(), "{} has no key", hint.name);
            let situations = [at_first, LATE, STOPPED, selected, divided];
            assert!(situations.iter().any(hint.suits), "{} suits nowhere", hint.name);
        }
        let first = CurrentHint::default().follow(&at_first, &BTreeSet::new(), 1.0);
        assert_eq!(first.hint().map(|hint| hint.name), Some("planes"));
    }

    #[test]
    fn hint_stays_until_read_and_goes_once_used() {
        let mut done = BTreeSet::new();
        let mut shown = CurrentHint::default();
        for (situation, seconds, expected) in [
            (LATE, 0.1, "model"),
            // At a wall, a different hint is more useful, but it appears only after the current hint has been shown
            // long enough.
            (STOPPED, 1.0, "model"),
            (STOPPED, LEAST, "model"),
            (STOPPED, 0.1, "why"),
            // The hint stays for a while after the player leaves the wall.
            (LATE, 1.0, "why"),
        ] {
            shown = shown.follow(&situation, &done, seconds);
            assert_eq!(shown.hint().map(|hint| hint.name), Some(expected));
        }
        done.insert("why".to_owned());
        shown = shown.follow(&STOPPED, &done, 0.1);
        assert_eq!(
            shown.command(),
            Some(Action::ToggleModel),
            "a used hint disappears"
        );
        done.extend(HINTS.map(|hint| hint.name.to_owned()));
        assert_eq!(shown.follow(&STOPPED, &done, 0.1), CurrentHint(None));
    }
}
