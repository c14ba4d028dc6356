//! The answers on overlay cards, as questions that the command line can also answer.

use bspwalk_explain::films::Query;
use bspwalk_overlays::{contacts::NEAR, sight};
use bspwalk_session::{overlays::OverlayKind, question::Question};
use bspwalk_trees::{collision::Capsule, solid_leaf::LeafId};

use crate::app::panel::card_params::CardParams;

/// Returns whether the card of an overlay answers a question.
pub(super) fn has_one(kind: OverlayKind, params: &CardParams<'_, '_>) -> bool {
    let overlays = &params.overlays;
    match kind {
        OverlayKind::Collision => params.current.is_some(),
        OverlayKind::Sight => looks(params).is_some() && !params.shows_own_tree(),
        OverlayKind::Painter => overlays.painter_by_leaf && !params.shows_own_tree(),
        OverlayKind::Flow | OverlayKind::Portals | OverlayKind::Leak => !params.shows_own_tree(),
        _ => false,
    }
}

/// Returns the question that the card of an overlay answers.
pub(super) fn of(kind: OverlayKind, params: &CardParams<'_, '_>) -> Option<Question> {
    match kind {
        OverlayKind::Collision => {
            let body = &params.body;
            let reach = Capsule {
                radius: body.radius * NEAR,
                ..body.capsule()
            };
            Some(Question::Query(Query::Contacts {
                body: reach,
                center: body.center,
            }))
        }
        OverlayKind::Sight => Question::between_leaves(&params.leaf_tree.built()?.tree, looks(params)?),
        OverlayKind::Painter => {
            let eye = params.player.as_ref()?.position;
            Some(Question::Order { eye })
        }
        OverlayKind::Portals if params.flow.as_ref().is_some_and(|flow| flow.cost().is_some()) => {
            Some(Question::PortalCosts)
        }
        OverlayKind::Flow => Some(Question::PortalCosts),
        OverlayKind::Portals => Some(Question::Portals),
        OverlayKind::Leak => Some(Question::Leak),
        _ => None,
    }
}

/// Returns the looking leaf and its target, once the PVS is known.
fn looks(params: &CardParams<'_, '_>) -> Option<[LeafId; 2]> {
    let built = params.leaf_tree.built().filter(|built| built.pvs.is_some())?;
    let eye = params.player.as_ref()?.position.as_dvec3();
    let from = params.sight_from.0.unwrap_or_else(|| built.tree.locate(eye));
    sight::between(&built.tree, from, params.chosen.0)
}
