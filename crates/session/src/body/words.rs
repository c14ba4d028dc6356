//! Messages to the user about the body.

use bspwalk_collision::mover::{CollisionMethod, Event, PutBackReason};
use bspwalk_levels::Level;
use bspwalk_text::{Message, message, text, translated};

use super::state::Body;
use crate::actions::{Action, KeyNames, Motion};

/// Minimum distance (in metres) that the body must be moved to free space for a message to be shown.
const TOLD: f32 = 0.05;

/// Message shown at the end of a script.
pub const SCRIPT_ENDED: Message = message!("body-script-ended");

/// Returns the message for an event, or `None` if the event is not reported.
pub fn event_words(event: Event, keys: KeyNames<'_>) -> Option<String> {
    Some(match event {
        Event::Freed { distance } if distance > TOLD => {
            text!("body-freed", distance = format_args!("{distance:.2}"))
        }
        Event::Stuck => text!(
            "body-stuck",
            noclip = keys.action_key(Action::ToggleNoclip),
            spawn = keys.action_key(Action::Respawn)
        ),
        Event::PutBack {
            why: PutBackReason::FellOut,
        } => text!("body-fell-out").to_owned(),
        Event::PutBack {
            why: PutBackReason::NoRoom,
        } => text!("body-no-room").to_owned(),
        Event::Squeezed { .. } => text!("body-in-the-way").to_owned(),
        _ => return None,
    })
}

impl Body {
    /// Switches to the next collision method that the level supports, and returns the message.
    pub fn next_method(&mut self, level: &Level) -> String {
        let all = if level.tree_with_hulls().is_some() {
            &CollisionMethod::ALL[..]
        } else {
            &CollisionMethod::OF_ANY_LEVEL
        };
        let at = all.iter().position(|&method| method == self.method);
        self.method = all[at.map_or(0, |at| (at + 1) % all.len())];
        text!(
            "body-collision",
            method = self.method.name(),
            description = translated(self.method.description())
        )
    }

    /// Describes the movement mode, with the keys for up and down.
    pub fn mode_words(&self, keys: KeyNames<'_>) -> String {
        let [up, down] = [Motion::Up, Motion::Down].map(|motion| keys.of_motion(motion));
        if self.walking {
            text!("body-walking", up, down)
        } else {
            text!("body-flying", up, down)
        }
    }

    /// Describes whether walls stop the body.
    pub fn noclip_words(&self) -> &'static str {
        if self.noclip {
            text!("body-noclip")
        } else {
            text!("body-clip")
        }
    }
}
