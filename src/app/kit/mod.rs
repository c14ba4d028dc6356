//! Widgets, styles and layout of the user interface.
//!
//! | file | contents |
//! |---|---|
//! | `style` | colours, text sizes and scale |
//! | `layout`, `covered` | panel width, positions of cards and notices; the free part of the window |
//! | `column`, `widgets` | scrolling columns of cards; widgets of the panel and the legends |
//! | `definitions`, `code` | tooltips of glossary terms; names and options in a monospace font |
//! | `choice`, `film_controls`, `icons` | table of candidate planes; playback controls; icon font |

pub(super) mod choice;
pub(super) mod code;
pub(super) mod column;
pub(super) mod covered;
pub(super) mod definitions;
pub(super) mod film_controls;
pub(super) mod icons;
pub(super) mod layout;
pub mod style;
pub(super) mod widgets;

/// Names that most cards, panel sections and pages use.
pub(super) mod prelude {
    pub(in crate::app) use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
    pub(in crate::app) use bspwalk_draw::color::palette::Palette;
    pub(in crate::app) use bspwalk_explain::glossary::Term;
    pub(in crate::app) use bspwalk_text::{text, words};

    pub(in crate::app) use super::{
        definitions::{draw_text_with_terms, draw_wrapped_text_with_terms},
        layout::{Arranged, MARGIN, Screen},
        style,
        widgets::{self, Tip, draw_control_label, draw_note},
    };
    pub(in crate::app) use crate::app::{
        host::prelude::*,
        input::{
            KeyLabels,
            settings::{Disclosure, Settings},
        },
    };
}
