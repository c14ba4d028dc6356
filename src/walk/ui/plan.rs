//! The plan next to the picture: its area and its title.

use bspwalk_overlays::section::SectionFacts;
use bspwalk_text::{lines, text, words::count};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::Line,
    widgets::{Clear, Widget},
};

use super::skin::Skin;

/// Minimum picture width for placing a plan next to the picture, in columns. If the picture is narrower, the plan
/// covers it.
const BESIDE: u16 = 60;

/// Returns the area of the plan, next to the picture or over all of it.
pub(super) fn area(picture: Rect) -> Rect {
    let width = if picture.width < BESIDE {
        picture.width
    } else {
        picture.width * 9 / 20
    };
    Rect {
        x: picture.right() - width,
        width,
        ..picture
    }
}

pub(super) fn below_title(area: Rect) -> Rect {
    Rect {
        y: area.y + 1,
        height: area.height.saturating_sub(1),
        ..area
    }
}

/// Draws the title of the plan. `plan` contains the height and the statistics of the plan's section, once the section
/// is available.
pub(super) fn draw(plan: Option<(f32, SectionFacts)>, skin: Skin, area: Rect, buffer: &mut Buffer) {
    let title = Rect {
        height: area.height.min(1),
        ..area
    };
    Clear.render(title, buffer);
    buffer.set_style(title, skin.text());
    let Some((height, facts)) = plan else {
        Line::styled(text!("screen-plan-cut"), skin.title()).render(title, buffer);
        return;
    };
    let (height, split) = (format!("{height:.1}"), count(facts.lines as u64));
    let text = if let Some([empty, solid]) = facts.leaves {
        let leaves = empty + solid;
        text!(
            "screen-plan-leaves",
            height,
            lines = split,
            leaves = count(leaves as u64)
        )
    } else {
        text!("screen-plan", height, lines = split)
    };
    Line::styled(
        lines::prefix_in_columns(&text, usize::from(title.width)),
        skin.title(),
    )
    .render(title, buffer);
}
