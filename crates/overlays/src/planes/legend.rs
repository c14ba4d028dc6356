//! The legend of the planes.

use bspwalk_levels::color::palette::Palette;
use bspwalk_progress::words;

use crate::legend::{Legend, Row};

/// The legend of planes of which so many are drawn and so many asked for, of these depths, or of the selected node and those above
/// it where they are `of_selection`; of a tree of so many nodes.
#[must_use]
pub fn legend(
    counts: [usize; 2],
    depths: [u32; 2],
    of_selection: bool,
    nodes: u32,
    palette: Palette,
) -> Legend {
    vec![
        Row::note(caption(counts, depths, of_selection, nodes)),
        Row::Ramp(palette, depths, depths[1]),
        Row::note(
            "A depth has the same colour in every picture. A level plane is dashed: the arrow beside its depth points to its front.",
        ),
        Row::area(palette.front(), "F: [[in front]]"),
        Row::area(palette.back(), "B: [[behind]]"),
    ]
}

/// How many planes are drawn, of how many, and which.
fn caption([drawn, asked]: [usize; 2], depths: [u32; 2], of_selection: bool, nodes: u32) -> String {
    let all = nodes as usize;
    if asked == 0 {
        let planes = words::of_all([all.min(1), all], "split plane", "split planes");
        return format!("{planes}: the selected node's and the one under the pointer.");
    }
    let [first, last] = depths;
    let limit = if drawn < asked {
        format!(
            "the first {} of {}",
            words::count(drawn as u64),
            words::count(asked as u64)
        )
    } else {
        "all".to_owned()
    };
    if of_selection {
        let planes = words::of_all([drawn + 1, all], "split plane", "split planes");
        let above = match (drawn < asked, asked) {
            (true, _) => format!("the root and the nearest {} of {asked}", drawn.saturating_sub(1)),
            (false, 1) => "the one".to_owned(),
            (false, _) => format!("the {asked}"),
        };
        return format!("{planes}: the selected node's and {above} above it, each clipped to its cell.");
    }
    let planes = words::of_all([drawn, all], "split plane", "split planes");
    let depths = if first == last {
        format!("depth {first}")
    } else {
        format!("depths {first} to {last}")
    };
    format!("{planes}: {limit} of {depths}, each clipped to its cell.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caption_says_how_many_planes_of_how_many_and_which() {
        assert_eq!(
            caption([1, 1], [0, 0], false, 812),
            "1 of 812 split planes: all of depth 0, each clipped to its cell."
        );
        assert_eq!(
            caption([31, 31], [0, 4], false, 812),
            "31 of 812 split planes: all of depths 0 to 4, each clipped to its cell."
        );
        assert_eq!(
            caption([31, 31], [0, 4], false, 31),
            "All 31 split planes: all of depths 0 to 4, each clipped to its cell."
        );
        assert_eq!(
            caption([400, 1_200], [0, 9], false, 9_000),
            "400 of 9,000 split planes: the first 400 of 1,200 of depths 0 to 9, each clipped to its cell."
        );
        assert_eq!(
            caption([32, 40], [0, 4], true, 812),
            "33 of 812 split planes: the selected node's and the root and the nearest 31 of 40 above it, each clipped to its cell."
        );
        assert_eq!(
            caption([1, 1], [0, 1], true, 812),
            "2 of 812 split planes: the selected node's and the one above it, each clipped to its cell."
        );
        assert!(caption([0, 0], [0, 4], false, 812).starts_with("1 of 812 split planes: the selected"));
        assert!(caption([0, 0], [0, 4], false, 0).starts_with("No split planes"));
    }
}
