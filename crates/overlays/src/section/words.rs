//! What is said of the section and of the film of the division, and what their colours mean.

use bspwalk_levels::color::palette::Palette;
use bspwalk_progress::words;
use bspwalk_session::view::FilmTree;

use super::SectionFacts;
use crate::legend::{Legend, Row};

/// What the film of the division shows, in a sentence, and what the section leaves out.
#[must_use]
pub fn caption(facts: &SectionFacts) -> String {
    let mut caption = String::new();
    if let Some(film) = facts.film {
        let planes = words::of_all(film.planes, "plane");
        caption = match film.depth {
            0 => "No plane yet: space is one cell.".to_owned(),
            1 => "The root's plane divides space in two: its front and its back.".to_owned(),
            depth if depth < film.last => {
                let cells = words::counted(film.cells as u64, "cell");
                format!(
                    "{planes}, those of depth 0 to {}: {cells} in this section.",
                    depth - 1
                )
            }
            _ => match film.tree {
                FilmTree::Nodes => format!("{planes}: every face lies on one of them."),
                FilmTree::Leaves => format!("{planes}: every cell is a leaf, empty or solid."),
            },
        };
    }
    if let (None, Some([empty, solid])) = (facts.film, facts.leaves) {
        let empty = words::count(empty as u64);
        let solid = words::counted(solid as u64, "leaf").replacen(' ', " solid ", 1);
        caption = format!("The cut goes through {empty} empty and {solid}.");
    }
    // Before the last depth of the film, cells are not divided further because the film has not come to it.
    if facts.undivided > 0 && facts.film.is_none_or(|film| film.depth >= film.last) {
        let left_out = words::counted(facts.undivided, "cell");
        let pronoun = if facts.undivided == 1 { "is" } else { "are" };
        caption += &format!(" {left_out} {pronoun} too small to be divided further at this distance.");
    }
    caption.trim_start().to_owned()
}

/// What the colours of the film of the division mean; nothing where no plane divides.
#[must_use]
pub fn division_legend(facts: &SectionFacts, palette: Palette) -> Legend {
    let Some(film) = facts.film.filter(|film| film.depth > 0) else {
        return Legend::new();
    };
    let now = if film.depth == 1 {
        "the root's plane"
    } else {
        "the planes that divide now"
    };
    let mut rows = vec![Row::area(palette.selected(), now)];
    if film.depth > 1 {
        rows.push(Row::area(palette.depth(0), "the planes before, by depth"));
    }
    rows.push(Row::note("Each tint is a cell; tints of one half are alike."));
    rows
}

/// The legend of a picture of the model: what the cut shows, and, where `lines` of split planes are drawn on it, what they are.
#[must_use]
pub fn legend(facts: &SectionFacts, has_own_plane: bool, palette: Palette) -> Legend {
    let mut rows = Legend::new();
    let caption = caption(facts);
    if !caption.is_empty() {
        rows.push(Row::note(caption));
    }
    rows.extend(division_legend(facts, palette));
    if facts.lines > 0 {
        let lines = words::counted(facts.lines as u64, "line");
        rows.push(Row::note(format!(
            "{lines} where split planes meet the cut, each with its depth; an arrow points to its front."
        )));
    }
    if has_own_plane {
        rows.push(Row::line(palette.selected(), 4.0, "the selected node's plane"));
    }
    if facts.leaves.is_some() {
        rows.push(Row::area(palette.solid(), "solid, where it is cut"));
    }
    rows.push(Row::line(palette.face(), 2.2, "faces, where they are cut"));
    rows.push(Row::line(
        palette.eye(),
        3.0,
        "the figure: the eye, and where it looks",
    ));
    rows
}
