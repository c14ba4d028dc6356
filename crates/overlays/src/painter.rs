//! The legend of the painter's algorithm, which draws faces back to front in tree order, without depth
//! comparisons.

use crate::prelude::*;

overlay! {
    /// Legend of a picture with all leaves drawn in painter's order.
    PaintedOrder [Painter] Immediate |scene|
    let _ = scene.screen?;
    {
        tree: Shared<LeafTree> = scene.leaves()?,
    }
}

impl Overlay for PaintedOrder {
    fn draw(&self, palette: Palette) -> OverlayOutput {
        let leaf_of = |index| Some(self.tree.fragment(index)?.leaf);
        let leaves = (0..self.tree.fragment_count()).filter_map(leaf_of);
        let mut leaves: Vec<LeafId> = leaves.collect();
        leaves.sort_unstable();
        leaves.dedup();
        OverlayOutput::legend(legend([leaves.len(); 2], true, None, palette))
    }
}

/// Explains the numbers on leaves in the model view, and states how many leaves are numbered.
pub fn numbering_caption([shown, all]: [usize; 2]) -> String {
    let text = text!("legend-painter-numbers").to_owned();
    if shown < all {
        let [shown, all] = [shown, all].map(|number| words::count(number as u64));
        let room = text!("legend-painter-room", shown, all);
        text!("text-sentences", first = text, second = room)
    } else {
        text
    }
}

/// States how many leaves (or nodes with faces) are painted.
pub fn caption(counts: [usize; 2], by_leaf: bool) -> String {
    let painted = if by_leaf {
        words::describe_share(counts, "leaf with faces")
    } else {
        words::describe_share(counts, "node with faces")
    };
    text!("legend-painted", painted)
}

/// Builds the legend. `counts` contains the number painted and the total number, of leaves if `by_leaf` is set,
/// otherwise of nodes with faces. In the model view, `numbers` contains the number of numbered leaves and the total
/// number of leaves.
pub fn legend(counts: [usize; 2], by_leaf: bool, numbers: Option<[usize; 2]>, palette: Palette) -> Legend {
    let mut rows = vec![Row::note(caption(counts, by_leaf))];
    rows.extend(numbers.map(|numbers| Row::note(numbering_caption(numbers))));
    if counts[0] < counts[1] {
        rows.push(Row::area(palette.selected(), text!("legend-painted-last")));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn legend_counts_numbered_leaves() {
        assert!(numbering_caption([6, 6]).ends_with("seen from the body."));
        let some = numbering_caption([48, 1_312]);
        assert!(
            some.ends_with("Only 48 of 1,312 numbers fit in the picture. Zoom in to see the others."),
            "{some}"
        );
    }

    #[test]
    fn the_caption_counts_what_is_painted() {
        assert!(caption([0, 1], true).starts_with("0 of 1 leaf with faces"));
    }
}
