//! The Escape key, which closes only the topmost open element.

use bevy::{ecs::system::SystemParam, prelude::*};

use crate::app::level::what_if::{PlaneByHand, PlaneHandles};
use crate::app::{
    host::prelude::*, level::duel::DuelState, level::export::Exporting, level::film_file::SavingFilm,
    level::loading::Work,
};

/// State of all elements that Escape can close.
#[derive(SystemParam)]
pub struct Open<'w, 's> {
    handles: Option<Res<'w, PlaneHandles>>,
    program: Res<'w, ProgramState>,
    duel: Res<'w, DuelState>,
    player: Option<Shown<'w, 's, Player>>,
    film: Option<Res<'w, SavingFilm>>,
    exporting: Option<Res<'w, Exporting>>,
    work: Res<'w, Work>,
}

impl Open<'_, '_> {
    /// Returns the topmost open element, which Escape closes next.
    #[must_use]
    pub fn topmost(&self) -> Option<Close> {
        let handle = self.handles.as_ref().and_then(|handles| handles.held.as_ref());
        let film = self.film.as_ref().and_then(|film| film.status());
        let export = self.exporting.as_ref().and_then(|exporting| exporting.status());
        let items = [
            (Close::Drag, handle.is_some()),
            (Close::Heat, self.duel.heat.shown().is_some()),
            (Close::Film, film.is_some()),
            (Close::Export, export.is_some()),
            (Close::Load, self.work.status().is_some()),
        ];
        let player = self.player.as_ref();
        self.program
            .topmost_item(player.map(|player| &player.walker), items)
    }
}

/// Returns the topmost open element, which Escape closes next.
pub(in crate::app) fn topmost(open: Open) -> Option<Close> {
    open.topmost()
}

/// Closes an element.
pub(in crate::app) fn close(
    In(closed): In<Close>,
    mut program: ResMut<ProgramState>,
    (handles, by_hand): (Option<ResMut<PlaneHandles>>, Option<ResMut<PlaneByHand>>),
    mut duel: ResMut<DuelState>,
    player: Option<ShownMut<Player>>,
    (film, exporting): (Option<Res<SavingFilm>>, Option<Res<Exporting>>),
    work: Res<Work>,
) {
    match closed {
        Close::Drag => {
            if let (Some(mut handles), Some(mut by_hand)) = (handles, by_hand)
                && let Some(held) = handles.held.take()
            {
                by_hand.hand = held.start;
            }
        }
        Close::Heat => duel.heat.end(&mut program.overlays),
        Close::Film => film.into_iter().for_each(|film| film.cancel()),
        Close::Export => exporting.into_iter().for_each(|exporting| exporting.cancel()),
        Close::Load => work.cancel(),
        item => {
            program.close_item(item);
            player
                .into_iter()
                .for_each(|mut player| player.walker.close(item));
        }
    }
}
