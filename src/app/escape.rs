//! The Escape key: closes only the topmost open element.

use bevy::{ecs::system::SystemParam, prelude::*};

use super::{
    duel::DuelState,
    export::Exporting,
    film_file::SavingFilm,
    loading::Work,
    menu::{CommandPalette, GlossaryWindow, MenuBar},
    player::scripts::Reading,
    quiz::QuizState,
    schedule::AppSystems,
    shown::Shown,
    state::{Act, Action, BuildFilm, Close, Closing, Player, QueryPlayer, Ui},
    what_if::PlaneHandles,
};

/// Everything that Escape can close.
#[derive(SystemParam)]
pub struct Open<'w, 's> {
    handles: Option<Res<'w, PlaneHandles>>,
    ui: Res<'w, Ui>,
    query: Res<'w, QueryPlayer>,
    build: Res<'w, BuildFilm>,
    quiz: Res<'w, QuizState>,
    duel: Res<'w, DuelState>,
    player: Option<Shown<'w, 's, Player>>,
    reading: Option<Res<'w, Reading>>,
    film: Option<Res<'w, SavingFilm>>,
    exporting: Option<Res<'w, Exporting>>,
    menus: Option<Res<'w, MenuBar>>,
    palette: Option<Res<'w, CommandPalette>>,
    glossary: Option<Res<'w, GlossaryWindow>>,
    work: Res<'w, Work>,
}

impl Open<'_, '_> {
    /// What Escape closes now.
    #[must_use]
    pub fn topmost(&self) -> Option<Close> {
        Close::topmost(|close| self.has(close))
    }

    /// Returns whether this element is open.
    fn has(&self, close: Close) -> bool {
        let Self { ui, query, .. } = self;
        let walker = self.player.as_ref().map(|player| &player.walker);
        match close {
            Close::Menu => self.menus.as_ref().is_some_and(|menus| menus.open().is_some()),
            Close::Palette => self.palette.as_ref().is_some_and(|palette| palette.0.is_some()),
            Close::Drag => {
                let handles = self.handles.as_ref();
                handles.is_some_and(|handles| handles.held.is_some())
            }
            Close::Help => ui.help,
            Close::Page => ui.page.is_some(),
            Close::Glossary => self.glossary.as_ref().is_some_and(|glossary| glossary.open),
            Close::Mouse => ui.captured,
            Close::Picking => query.open && query.picking.is_some(),
            Close::Quiz => self.quiz.game.is_open(),
            Close::Heat => self.duel.heat.shown().is_some(),
            Close::Explanation => walker.is_some_and(|walker| walker.why.is_some()),
            Close::Replay => walker.is_some_and(|walker| walker.replay.is_some()),
            Close::Script => walker.is_some_and(|walker| walker.playing.is_some()),
            Close::Reading => {
                let reading = self.reading.as_ref();
                reading.is_some_and(|reading| reading.status().is_some())
            }
            Close::Film => self.film.as_ref().is_some_and(|film| film.status().is_some()),
            Close::Export => {
                let exporting = self.exporting.as_ref();
                exporting.is_some_and(|exporting| exporting.status().is_some())
            }
            Close::Load => self.work.status().is_some(),
            Close::ShownFilm => query.open || self.build.open,
        }
    }
}

/// Decides what Escape closes.
pub struct EscapePlugin;

impl Plugin for EscapePlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Update, close.before(AppSystems::Load));
    }
}

fn close(mut commands: MessageReader<Act>, open: Open, mut closes: MessageWriter<Closing>) {
    if commands.read().any(|command| *command == Action::Escape)
        && let Some(topmost) = open.topmost()
    {
        closes.write(Closing(topmost));
    }
}
