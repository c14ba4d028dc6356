//! Captions and legends of the section and of the division animation.

use bspwalk_session::view::FilmTree;

use super::SectionFacts;
use crate::prelude::*;

/// Describes the current depth of the division animation, and the details omitted from the section.
pub fn caption(facts: &SectionFacts) -> String {
    let mut caption = String::new();
    if let Some(film) = facts.film {
        let planes = words::describe_share(film.planes, "plane");
        caption = match film.depth {
            0 => text!("section-no-plane").to_owned(),
            1 => text!("section-root-plane").to_owned(),
            depth if depth < film.last => {
                let cells = words::count_with_noun(film.cells as u64, "cell");
                text!("section-depths", planes, last = depth - 1, cells)
            }
            _ => match film.tree {
                FilmTree::Nodes => text!("section-all-nodes", planes),
                FilmTree::Leaves => text!("section-all-leaves", planes),
            },
        };
        // Statistics of the tree count these planes, so both ends of the film mention them.
        if film.tree == FilmTree::Leaves && (film.depth == 0 || film.depth >= film.last) {
            caption = text!(
                "text-sentences",
                first = caption,
                second = text!("section-bounds")
            );
        }
    }
    if let (None, Some([empty, solid])) = (facts.film, facts.leaves) {
        let empty = words::count(empty as u64);
        let solid = words::count_with_noun(solid as u64, "solid leaf");
        caption = text!("section-leaves", empty, solid);
    }
    // Before the last depth, undivided cells are part of the animation rather than a loss of detail.
    if facts.undivided > 0 && facts.film.is_none_or(|film| film.depth >= film.last) {
        let left_out = text!("section-undivided", count = words::count(facts.undivided));
        if caption.is_empty() {
            return left_out;
        }
        caption = text!("text-sentences", first = caption, second = left_out);
    }
    caption
}

/// Builds the legend of the division animation; empty if no plane divides.
pub fn division_legend(facts: &SectionFacts, palette: Palette) -> Legend {
    let Some(film) = facts.film.filter(|film| film.depth > 0) else {
        return Legend::new();
    };
    let now = if film.depth == 1 {
        text!("section-legend-root")
    } else {
        text!("section-legend-now")
    };
    let mut rows = vec![Row::area(palette.selected(), now)];
    if film.depth > 1 {
        rows.push(Row::area(palette.depth(0), text!("section-legend-before")));
    }
    rows.push(Row::note(text!("section-legend-tints")));
    rows
}

/// Builds the legend of a picture in the model view: the cut and, if there are any, the lines of splitting planes.
pub fn legend(facts: &SectionFacts, has_own_plane: bool, palette: Palette) -> Legend {
    let mut rows = Legend::new();
    let caption = caption(facts);
    if !caption.is_empty() {
        rows.push(Row::note(caption));
    }
    rows.extend(division_legend(facts, palette));
    if facts.lines > 0 {
        let count = words::count(facts.lines as u64);
        rows.push(Row::note(text!("section-legend-lines", count)));
    }
    if has_own_plane {
        rows.push(Row::line(
            palette.selected(),
            4.0,
            text!("section-legend-selected"),
        ));
    }
    if facts.leaves.is_some() {
        rows.push(Row::area(palette.solid(), text!("section-legend-solid")));
    }
    rows.push(Row::line(palette.face(), 2.2, text!("section-legend-faces")));
    rows.push(Row::line(palette.eye(), 3.0, text!("section-legend-figure")));
    rows
}
