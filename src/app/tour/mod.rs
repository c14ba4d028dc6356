//! The tour: ten stations in the built-in levels, each with a task and a question.
//!
//! A station is a row of the [`STATIONS`] table. All keys keep their normal functions. The user performs a task with
//! these keys, and the tour detects its completion from the resulting state. You can leave the tour and resume it at
//! any station. When the tour ends, everything it changed is restored, including the level.
//!
//! | file | contents |
//! |---|---|
//! | `stations` | table of position, overlays, text IDs, task and question; the text is in `tour.ftl` |
//! | `station` | types of the fields in a row |
//! | `noticed` | state on which tasks and questions depend |
//! | `running` | shows a station, and restores everything at the end; this file detects completed tasks |
//! | `check` | question after a completed task, and input from the card |
//! | `planes` | features of individual stations: planes for the root, the ghost |
//! | `levels` | station levels, kept in memory |
//! | `card` | station card |

mod card;
mod check;
mod levels;
mod noticed;
mod planes;
pub(super) mod running;
pub mod station;
mod stations;

use bevy::prelude::*;
use bspwalk_session::commands::TourStep;

use crate::app::{
    kit::prelude::*, level::loading::Work, level::loading::shelf::Shelf, level::program,
    paint::overlays::layers::Layers, view::stage::Stage,
};

pub use self::{
    check::TourInput,
    noticed::TourProgress,
    planes::{Ghost, RootPlanes},
    running::Tour,
    stations::STATIONS,
};

/// Runs the tour.
pub(super) fn plugin(app: &mut App) {
    let runs = resource_exists::<Tour>;
    app.init_resource::<RootPlanes>()
        .init_resource::<Ghost>()
        .add_message::<TourInput>()
        .add_systems(
            Update,
            (
                change_level.in_set(AppSystems::Load).run_if(runs),
                check::handle.in_set(AppSystems::Follow).run_if(runs),
                withdraw
                    .in_set(AppSystems::Follow)
                    .run_if(in_state(AppState::InLevel).and_then(resource_exists::<Invitation>)),
                // These systems run after all systems that reset state for a new level.
                (
                restore,
                check::offer_planes,
                check::follow_ghost,
                notice,
                check::ask,
                check::mark,
                show,
            )
                .chain()
                // The first system may end the tour, so the condition is evaluated for each system.
                .distributive_run_if(runs)
                .after(AppSystems::LeafTree)
                .before(program::visit),
            ),
        )
        .add_systems(Last, end_with_program.in_set(AppSystems::Leave).run_if(runs));
}

/// Draws the tour card and the invitation.
pub(super) fn card_plugin(app: &mut App) {
    let is_free = |program: Res<ProgramState>| !program.quiz.is_open();
    let tour = card::draw.run_if(resource_exists::<Tour>.and_then(is_free));
    let invitation = draw_invitation.run_if(resource_exists::<Invitation>.and_then(is_free));
    // The tour card is below all other cards of a station.
    let cards = (tour, invitation)
        .after(Arranged)
        .after(AppSystems::Panel)
        .before(AppSystems::Hud);
    let has_layers = in_state(AppState::InLevel).and_then(resource_exists::<Layers>);
    let ghost = check::draw_ghost.in_set(AppSystems::Overlays).run_if(has_layers);
    app.add_systems(EguiPrimaryContextPass, cards)
        .add_systems(Update, ghost);
}

/// Performs a tour step. Returns whether the tour or its invitation handled the step.
pub(super) fn ask(
    In(step): In<TourStep>,
    mut tour: Option<ResMut<Tour>>,
    (work, invitation): (Res<Work>, Option<Res<Invitation>>),
    mut notices: MessageWriter<Notice>,
    mut stage: Stage,
) -> bool {
    let at = tour.as_ref().map(|tour| tour.place);
    let ui = stage.program.ui;
    let is_covered = ui.captured || ui.help.is_some();
    let is_invited = at.is_none() && invitation.is_some() && !is_covered;
    let wanted = match (step, at) {
        (TourStep::Toggle, Some(_)) => None,
        (TourStep::Toggle, None) => Some(remembered(&stage.settings.tour_station)),
        (TourStep::To(station), _) => Some(usize::from(station)),
        (TourStep::Next, Some(place)) => Some(place + 1),
        (TourStep::Previous, Some(place)) => Some(place.saturating_sub(1)),
        (TourStep::Next, None) if is_invited => Some(remembered(&stage.settings.tour_station)),
        (TourStep::Previous, None) if is_invited => {
            stage.settings.tour_seen = true;
            return true;
        }
        (TourStep::Next | TourStep::Previous, None) => return false,
    };
    // Choosing the current station shows it again. Start nothing until the previous level has been restored.
    let stays = wanted == at && !matches!(step, TourStep::To(_));
    if stays || tour.as_ref().is_some_and(|tour| tour.leaves) {
        return true;
    }
    match (&mut tour, wanted.filter(|place| *place < STATIONS.len())) {
        (Some(tour), Some(place)) => tour.go(place),
        (Some(tour), None) => {
            tour.leaves = true;
            if wanted.is_some() {
                // After the last station, the tour starts from the beginning next time.
                stage.settings.tour_station.clear();
            }
            return true;
        }
        (None, Some(place)) => {
            if stage.player.walker.is_driven() || work.status().is_some() {
                notices.write(Notice::info(text!("tourcard-not-yet")));
                return true;
            }
            stage.begin(place);
        }
        (None, None) => return true,
    }
    if let Some(station) = wanted.and_then(|place| STATIONS.get(place)) {
        stage.settings.tour_seen = true;
        stage.settings.tour_station = station.name.to_owned();
    }
    true
}

/// Removes the invitation once it has been answered or the mouse is captured.
fn withdraw(mut commands: Commands, (settings, program): (Res<Settings>, Res<ProgramState>)) {
    let ui = program.ui;
    if settings.tour_seen || ui.captured {
        commands.remove_resource::<Invitation>();
    }
}

/// Draws the invitation, which is shown when the program is started for the very first time.
fn draw_invitation(
    mut contexts: EguiContexts,
    (program, work, keys): (Res<ProgramState>, Res<Work>, Res<KeyLabels>),
    mut screen: ResMut<Screen>,
    mut commands: MessageWriter<Act>,
) -> Result {
    let ui = program.ui;
    if ui.captured || ui.help.is_some() || ui.tour || work.status().is_some() {
        return Ok(());
    }
    screen.at_the_bottom(contexts.ctx_mut()?, "invitation", true, |card| {
        card.set_width(card.available_width().min(520.0));
        draw_wrapped_text_with_terms(card, text!("tourcard-invitation"), style::TEXT, 15.0);
        card.horizontal(|card| {
            for (command, title) in [
                (Action::AcceptOffer, text!("tourcard-begin")),
                (Action::DeclineOffer, text!("tourcard-not-now")),
            ] {
                style::draw_key_cap(card, &keys.key_or_palette_hint(command));
                if card.button(title).clicked() {
                    commands.write(Act(command));
                }
                card.add_space(8.0);
            }
        });
    });
    Ok(())
}

/// Returns the index of the last visited station of an unfinished tour, or 0 otherwise.
fn remembered(name: &str) -> usize {
    let place = STATIONS.iter().position(|station| station.name == name);
    place.unwrap_or(0)
}

/// Shows the level of the station, or the previous level when the tour ends.
fn change_level(mut tour: ResMut<Tour>, mut shelf: Shelf, mut notices: MessageWriter<Notice>) {
    if tour.levels.is_replaced_by_user(shelf.shown()) {
        return;
    }
    if tour.leaves {
        tour.levels.bring_back(&mut shelf);
    } else if !tour.is_shown {
        let station = tour.station();
        match tour.levels.show(station, &mut shelf) {
            Ok(is_there) => tour.is_there = is_there,
            Err(reason) => {
                notices.write(Notice::error(text!("tourcard-ends", reason)));
                tour.leaves = true;
            }
        }
    }
}

/// Ends the tour once the previous level has been restored, or if the user opened another level.
fn restore(
    mut commands: Commands,
    tour: Res<Tour>,
    level: Single<Entity, (With<OpenedLevel>, With<IsShown>)>,
    mut stage: Stage,
) {
    let is_overtaken = tour.levels.is_replaced_by_user(*level);
    if is_overtaken || tour.leaves && !tour.levels.shows_tour_level() {
        stage.end(&tour, !is_overtaken);
        tour.levels.drop_all(*level, &mut commands);
    }
}

/// Detects completion of the task, and updates the station's figures for the current position.
fn notice(mut tour: ResMut<Tour>, now: TourProgress, mut settings: ResMut<Settings>) {
    let tour = tour.bypass_change_detection();
    if !tour.is_shown || tour.leaves {
        return;
    }
    let station = tour.station();
    tour.fact = (station.fact)(station, &now);
    if tour.is_done || !(station.is_done)(station, &now) {
        return;
    }
    tour.is_done = true;
    if !settings.tour_done.contains(station.name) {
        settings.tour_done.insert(station.name.to_owned());
    }
}

/// Shows the station once its level is ready.
fn show(
    mut tour: ResMut<Tour>,
    (mut probe, mut planes, mut ghost): (ResMut<PolygonProbe>, ResMut<RootPlanes>, ResMut<Ghost>),
    mut stage: Stage,
) {
    if tour.is_there && !tour.is_shown && !tour.leaves {
        stage.show(tour.station());
        *probe = PolygonProbe::default();
        *planes = RootPlanes::default();
        *ghost = Ghost::default();
        tour.is_shown = true;
    }
}

/// Ends the tour when the program exits, so that the user's own settings are saved.
fn end_with_program(mut exits: MessageReader<AppExit>, tour: Res<Tour>, mut stage: Stage) {
    if exits.read().count() > 0 {
        stage.end(&tour, true);
    }
}
