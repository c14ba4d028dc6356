//! Offers: actions that the window suggests for a level and that you accept with a single click or key press.

use bevy::{ecs::system::SystemParam, prelude::*};
use bspwalk_levels::{LoadOptions, UpAxis};
use bspwalk_trees::{BuildParams, Rule};

use super::work::{Request, Work};
use crate::app::{host::prelude::*, input::settings::Settings};

/// Access to the current offer.
#[derive(SystemParam)]
pub struct Offers<'w, 's> {
    work: Res<'w, Work>,
    current: Option<Shown<'w, 's, OpenedLevel>>,
}

impl Offers<'_, '_> {
    /// Returns the current offer, if there is one.
    #[must_use]
    pub fn current(&self) -> Option<Offer> {
        offer(&self.work, self.current.as_ref().map(|current| &***current))
    }
}

fn offer(work: &Work, current: Option<&OpenedLevel>) -> Option<Offer> {
    if work.status().is_some() {
        let rule = work.rule().filter(|&rule| rule != Rule::default());
        return rule.map(Offer::DefaultRule);
    }
    let current = current?;
    let is_source = matches!(current.source, LevelName::File(_)) && !current.is_from_compiled_file();
    (is_source && current.options.up.is_none() && current.level.looks_z_up()).then_some(Offer::TurnUpright)
}

/// Carries out an accepted offer, or remembers that it was declined. Returns whether there was an offer.
pub(in crate::app) fn answer(
    In(accepted): In<bool>,
    mut work: ResMut<Work>,
    mut current: Option<ShownMut<OpenedLevel>>,
    mut settings: ResMut<Settings>,
    (mut open, mut rebuild): (MessageWriter<OpenLevel>, MessageWriter<RebuildTree>),
) -> bool {
    let offered = offer(&work, current.as_ref().map(|current| &***current));
    match offered {
        Some(Offer::DefaultRule(_)) if accepted => match work.request().cloned() {
            Some(Request::Open(opening) | Request::Reload(opening)) => {
                work.load(opening.by_default_rule(), Request::Open);
            }
            Some(Request::Rebuild(_)) => {
                rebuild.write(RebuildTree(BuildParams::default()));
            }
            None => {}
        },
        Some(Offer::TurnUpright) => {
            let Some(current) = &mut current else { return false };
            let turned = |up| LoadOptions {
                up: Some(up),
                ..current.options.clone()
            };
            if accepted {
                open.write(OpenLevel {
                    source: current.source.clone(),
                    options: RequestedOptions::Read(turned(UpAxis::Z)),
                });
            } else {
                // Declining keeps Y up, so nothing visible changes.
                let load = turned(UpAxis::Y);
                settings.change_options(&current.source, |options| {
                    options.load = LoadOptions {
                        moving_apart: false,
                        ..load.clone()
                    };
                });
                current.bypass_change_detection().options = load;
            }
        }
        Some(Offer::DefaultRule(_)) | None => {}
    }
    offered.is_some()
}
