//! Hints: suggest one useful key at a time. A hint disappears for good once its key was used or the user dismissed it.

mod table;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use bspwalk_session::overlays::OverlayKind;
use bspwalk_text::text;

use self::table::{HINTS, ShownHint, Situation};
use crate::app::{
    host::{
        schedule::{AppState, AppSystems},
        shown::{IsShown, Shown},
        state::{
            Act, Action, BuildFilm, ModelView, OpenedLevel, Overlays, Player, QueryPlayer, Selection, Ui,
        },
    },
    input::{KeyLabels, MoveIntent, settings::Settings},
    kit::{
        layout::{Arranged, Screen},
        style,
    },
    level::quiz::QuizState,
};

/// Chooses the hint and remembers which commands were used.
pub(in crate::app) struct HintsPlugin;

impl Plugin for HintsPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<CurrentHint>().add_systems(
            Update,
            (learn, choose)
                .chain()
                .in_set(AppSystems::Show)
                .run_if(in_state(AppState::InLevel)),
        );
    }
}

/// Draws the hint.
pub(in crate::app) struct HintCardPlugin;

impl Plugin for HintCardPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            EguiPrimaryContextPass,
            draw.after(Arranged)
                .in_set(AppSystems::Hud)
                .run_if(|quiz: Res<QuizState>| !quiz.is_open()),
        );
    }
}

/// Hint on screen.
#[derive(Resource, Default)]
pub struct CurrentHint(ShownHint);

impl CurrentHint {
    /// Returns the command whose key the hint names.
    #[must_use]
    pub fn command(&self) -> Option<Action> {
        self.0.hint().map(|hint| hint.command)
    }
}

/// Remembers the hints whose commands were used.
fn learn(mut commands: MessageReader<Act>, mut settings: ResMut<Settings>) {
    for &Act(sent) in commands.read() {
        let hint = HINTS.iter().find(|hint| hint.command == sent);
        if let Some(hint) = hint
            && !settings.hints_done.contains(hint.name)
        {
            settings.hints_done.insert(hint.name.to_owned());
        }
    }
}

/// Fraction of the walking speed below which the player counts as stopped by a wall.
const SLOW: f32 = 0.3;

fn choose(
    (time, settings, ui): (Res<Time<Real>>, Res<Settings>, Res<Ui>),
    (view, build_film, query_film): (Res<ModelView>, Res<BuildFilm>, Res<QueryPlayer>),
    (overlays, selection): (Res<Overlays>, Shown<Selection>),
    (player, intent): (Shown<Player>, Res<MoveIntent>),
    mut hint: ResMut<CurrentHint>,
    level: Single<Entity, (With<OpenedLevel>, With<IsShown>)>,
    mut entered: Local<(Option<Entity>, f32)>,
) {
    if entered.0 != Some(*level) {
        *entered = (Some(*level), 0.0);
    }
    // In first person, the basic keys are shown until the mouse is captured. Films have cards of their own, which say
    // what to do next.
    let is_film = build_film.open || query_film.open || view.shows_division();
    let is_free = !ui.tour && !ui.help && !is_film && player.walker.replay.is_none();
    let has_room = is_free && (ui.captured || !view.is_eye());
    if !settings.names_keys() || !has_room {
        hint.0 = ShownHint::default();
        return;
    }
    let seconds = time.delta_secs();
    entered.1 += seconds;
    let wants_to_move = intent.moves_along_the_ground();
    let is_slow = player.velocity.length() < SLOW * player.speed;
    let now = Situation {
        is_eye: view.is_eye(),
        is_stopped: wants_to_move && is_slow && !player.contacts.is_empty(),
        shows_planes: overlays.is_on(OverlayKind::Planes),
        has_selection: selection.node.is_some(),
        seconds: entered.1,
    };
    hint.0 = hint.0.follow(&now, &settings.hints_done, seconds);
}

fn draw(
    mut contexts: EguiContexts,
    (hint, ui, keys): (Res<CurrentHint>, Res<Ui>, Res<KeyLabels>),
    mut settings: ResMut<Settings>,
    mut screen: ResMut<Screen>,
) -> Result {
    let Some(hint) = hint.0.hint() else {
        return Ok(());
    };
    let mut is_dismissed = false;
    screen.at_the_bottom(contexts.ctx_mut()?, "key hint", !ui.captured, |card| {
        card.horizontal(|card| {
            card.label(
                egui::RichText::new(text!("hints-press"))
                    .color(style::FAINT)
                    .size(13.0),
            );
            style::key(card, &keys.of(hint.command));
            card.label(
                egui::RichText::new(hint.words.text())
                    .color(style::TEXT)
                    .size(13.0),
            );
            if !ui.captured {
                let close = style::hinted(card.small_button("×"), text!("hints-never"));
                is_dismissed = close.clicked();
            }
        });
    });
    if is_dismissed {
        settings.hints_done.insert(hint.name.to_owned());
    }
    Ok(())
}
