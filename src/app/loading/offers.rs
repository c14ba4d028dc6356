//! What the window offers to do about a level, in one click or by one key.

use bevy::{ecs::system::SystemParam, prelude::*};

use super::{Request, Work, job};
use crate::{
    app::{
        settings::Settings,
        state::{Asked, Command, LevelSource, Notice, Offer, OpenLevel, RebuildTree, Rest, Shown},
    },
    bsp::{BuildParams, Rule},
    compile::open::Origin,
    level::{LoadOptions, UpAxis},
};

/// What is offered.
#[derive(SystemParam)]
pub struct Offers<'w> {
    work: Res<'w, Work>,
    shown: Option<Res<'w, Shown>>,
}

impl Offers<'_> {
    /// What is offered, one thing at a time.
    #[must_use]
    pub fn current(&self) -> Option<Offer> {
        offer(&self.work, self.shown.as_deref())
    }
}

fn offer(work: &Work, shown: Option<&Shown>) -> Option<Offer> {
    if work.status().is_some() {
        return work
            .rule()
            .filter(|&rule| rule != Rule::default())
            .map(Offer::DefaultRule);
    }
    let shown = shown?;
    let is_source =
        matches!(shown.source, LevelSource::File(_)) && !matches!(shown.rest, Rest::Made(_, Origin::File));
    (is_source && shown.options.up.is_none() && shown.level.looks_z_up()).then_some(Offer::TurnUpright)
}

/// Does what is offered, or remembers that it is not wanted.
pub(super) fn answer(
    mut messages: MessageReader<Command>,
    mut work: ResMut<Work>,
    mut shown: Option<ResMut<Shown>>,
    mut settings: ResMut<Settings>,
    (mut open, mut rebuild): (MessageWriter<OpenLevel>, MessageWriter<RebuildTree>),
    mut notices: MessageWriter<Notice>,
) {
    for command in messages.read() {
        let accepted = match command {
            Command::AcceptOffer => true,
            Command::DeclineOffer => false,
            _ => continue,
        };
        match offer(&work, shown.as_deref()) {
            Some(Offer::DefaultRule(_)) if accepted => match work.request.clone() {
                Some(Request::Open(opening)) => {
                    let opening = opening.by_default_rule();
                    let request = Request::Open(Box::new(opening.clone()));
                    work.replace(job::load(opening), request, &mut notices);
                }
                Some(Request::Rebuild(_)) => {
                    rebuild.write(RebuildTree(BuildParams::default()));
                }
                None => {}
            },
            Some(Offer::TurnUpright) => {
                let Some(shown) = &mut shown else { continue };
                let turned = |up| LoadOptions {
                    up: Some(up),
                    ..shown.options
                };
                if accepted {
                    open.write(OpenLevel {
                        source: shown.source.clone(),
                        options: Asked::Read(turned(UpAxis::Z)),
                    });
                } else {
                    // Read with Y up it is as it is: what is said changes nothing that is shown.
                    let load = turned(UpAxis::Y);
                    shown.bypass_change_detection().options = load;
                    settings.change_options(&shown.source, |options| options.load = load);
                }
            }
            Some(Offer::DefaultRule(_)) | None => {}
        }
    }
}
