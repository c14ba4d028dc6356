//! View of an icicle plot: zooming at the pointer, panning, and moving to a subtree.

use bspwalk_explain::icicle::{IcicleBar, IcicleWindow};

/// Minimum and maximum row height, in points.
const ROWS: [f32; 2] = [3.0, 19.0];

/// Smallest fraction of the root's width that may fill the view. At a smaller fraction, `f64` can no longer distinguish
/// positions.
const NARROWEST: f64 = 1.0e-9;

/// Plot size in points, and the number of depth levels of the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Extent {
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) depths: u32,
}

/// The visible part of an icicle plot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct IcicleView {
    /// Left and right edges of the view, as fractions of the root's width.
    range: [f64; 2],
    /// Depth at the upper edge of the view. The fractional part is the hidden fraction of that row.
    top: f64,
}

impl Default for IcicleView {
    fn default() -> Self {
        Self {
            range: [0.0, 1.0],
            top: 0.0,
        }
    }
}

impl IcicleView {
    fn span(&self) -> f64 {
        self.range[1] - self.range[0]
    }

    /// Returns whether the whole width is in view.
    pub(super) fn is_whole(&self) -> bool {
        self.span() >= 1.0 - 1.0e-6
    }

    /// Returns the visible range of the root's width.
    pub(super) fn range(&self) -> [f64; 2] {
        self.range
    }

    /// Returns the row height in points. All depths fit unless that would make rows lower than the minimum. Rows grow
    /// with the square root of the zoom, so that names fit into the bars.
    pub(super) fn row(&self, extent: &Extent) -> f32 {
        let fitting = (extent.height / extent.depths.max(1) as f32).clamp(ROWS[0], ROWS[1]);
        (fitting * (1.0 / self.span()).sqrt() as f32).clamp(fitting, ROWS[1])
    }

    /// Maps a fraction of the root's width to points from the left edge.
    pub(super) fn x(&self, share: f64, extent: &Extent) -> f32 {
        let place = (share - self.range[0]) / self.span() * f64::from(extent.width);
        // When zoomed in, bars extend far beyond the edges, where `f32` is too imprecise.
        place.clamp(-10.0, f64::from(extent.width) + 10.0) as f32
    }

    /// Returns the top edge of a depth's row, in points below the top of the view.
    pub(super) fn y(&self, depth: u32, extent: &Extent) -> f32 {
        ((f64::from(depth) - self.top) * f64::from(self.row(extent))) as f32
    }

    /// Maps a position in points to a fraction of the root's width and a depth.
    pub(super) fn at(&self, x: f32, y: f32, extent: &Extent) -> (f64, u32) {
        let share = self.range[0] + f64::from(x / extent.width.max(1.0)) * self.span();
        let depth = self.top + f64::from(y / self.row(extent));
        (share, depth.max(0.0) as u32)
    }

    /// Returns the part of the icicle that needs to be laid out.
    pub(super) fn window(&self, extent: &Extent, pixels_per_point: f32) -> IcicleWindow {
        let rows = f64::from(extent.height / self.row(extent));
        IcicleWindow {
            range: self.range,
            pixels: f64::from(extent.width * pixels_per_point),
            depths: [self.top as u32, (self.top + rows).ceil() as u32],
        }
    }

    /// Zooms around a position given in points. A factor above 1 zooms in, and a smaller factor zooms out.
    pub(super) fn zoom(&mut self, factor: f64, x: f32, y: f32, extent: &Extent) {
        let share = f64::from(x / extent.width.max(1.0));
        let at = self.range[0] + share * self.span();
        let depth = self.top + f64::from(y / self.row(extent));
        let span = (self.span() / factor).clamp(NARROWEST, 1.0);
        self.range = [at - share * span, at + (1.0 - share) * span];
        self.top = depth - f64::from(y / self.row(extent));
        self.settle(extent);
    }

    /// Moves the icicle to the right and down by the given distances in points.
    pub(super) fn pan(&mut self, x: f32, y: f32, extent: &Extent) {
        let by = f64::from(x / extent.width.max(1.0)) * self.span();
        self.range = self.range.map(|border| border - by);
        self.top -= f64::from(y / self.row(extent));
        self.settle(extent);
    }

    /// Zooms so that the subtree of a bar fills the width, with its parent visible above it. Does nothing for a bar of
    /// zero width.
    pub(super) fn show(&mut self, bar: &IcicleBar, extent: &Extent) {
        if bar.width > 0.0 {
            self.range = [bar.start, bar.start + bar.width.max(NARROWEST)];
            self.top = f64::from(bar.depth) - 1.0;
            self.settle(extent);
        }
    }

    /// Moves the view just far enough to show a bar.
    pub(super) fn reveal(&mut self, bar: &IcicleBar, extent: &Extent) {
        let middle = bar.start + 0.5 * bar.width;
        let span = self.span();
        if !(self.range[0]..=self.range[1]).contains(&middle) {
            self.range = [middle - 0.5 * span, middle + 0.5 * span];
        }
        let rows = f64::from(extent.height / self.row(extent));
        let depth = f64::from(bar.depth);
        self.top = self.top.clamp((depth + 1.0 - rows).min(depth), depth);
        self.settle(extent);
    }

    /// Moves part of the way towards another view.
    pub(super) fn approach(&mut self, goal: &Self, share: f64) {
        let is_there = |from: f64, to: f64, scale: f64| (to - from).abs() < 1.0e-3 * scale;
        let span = goal.span().min(self.span());
        let has_range = (0..2).all(|i| is_there(self.range[i], goal.range[i], span));
        if has_range && is_there(self.top, goal.top, 10.0) {
            *self = *goal;
            return;
        }
        let mix = |from: f64, to: f64| from + (to - from) * share;
        self.range = [0, 1].map(|i| mix(self.range[i], goal.range[i]));
        self.top = mix(self.top, goal.top);
    }

    /// Clamps the view to the extent of the tree.
    fn settle(&mut self, extent: &Extent) {
        let span = self.span().clamp(NARROWEST, 1.0);
        let start = self.range[0].clamp(0.0, 1.0 - span);
        self.range = [start, start + span];
        let rows = f64::from(extent.height / self.row(extent));
        self.top = self.top.clamp(0.0, (f64::from(extent.depths) - rows).max(0.0));
    }
}

#[cfg(test)]
mod tests {
    use bspwalk_trees::NodeId;

    use super::*;

    const EXTENT: Extent = Extent {
        width: 800.0,
        height: 160.0,
        depths: 24,
    };

    fn bar(depth: u32, start: f64, width: f64) -> IcicleBar {
        IcicleBar {
            node: NodeId(7),
            depth,
            start,
            width,
        }
    }

    #[test]
    fn whole_tree_is_in_view_at_first() {
        let view = IcicleView::default();
        let window = view.window(&EXTENT, 2.0);
        assert_eq!(
            (window.range, window.depths, window.pixels),
            ([0.0, 1.0], [0, 24], 1600.0)
        );
        // A shallow tree has legible rows, while a very deep tree is cut off at the bottom.
        let row = |depths| view.row(&Extent { depths, ..EXTENT });
        assert_eq!((row(2), row(0), row(5000)), (ROWS[1], ROWS[1], ROWS[0]));
    }

    #[test]
    fn zooming_keeps_the_point_under_the_pointer() {
        let mut view = IcicleView::default();
        for factor in [3.0, 40.0, 0.2, 7.0] {
            let (before, depth) = view.at(200.0, 90.0, &EXTENT);
            view.zoom(factor, 200.0, 90.0, &EXTENT);
            let (after, same) = view.at(200.0, 90.0, &EXTENT);
            assert!(
                (before - after).abs() < 1.0e-9 && depth == same,
                "{before} {after}"
            );
        }
        view.zoom(1.0e30, 400.0, 0.0, &EXTENT);
        assert!(view.span() >= NARROWEST * 0.99);
        view.zoom(1.0e-30, 400.0, 0.0, &EXTENT);
        assert_eq!(view, IcicleView::default());
    }

    #[test]
    fn moving_stays_within_the_tree() {
        let mut view = IcicleView::default();
        view.pan(300.0, -50.0, &EXTENT);
        assert_eq!(view, IcicleView::default(), "all of it is in view");
        view.zoom(10.0, 400.0, 0.0, &EXTENT);
        view.pan(1.0e6, 1.0e6, &EXTENT);
        assert_eq!((view.range[0], view.top), (0.0, 0.0));
        view.pan(-1.0e6, -1.0e6, &EXTENT);
        let bottom = view.y(EXTENT.depths, &EXTENT);
        assert!((view.range[1] - 1.0).abs() < 1.0e-12 && (bottom - EXTENT.height).abs() < 1.0e-3);
    }

    #[test]
    fn subtree_fills_width_and_selection_is_revealed() {
        let mut view = IcicleView::default();
        view.show(&bar(6, 0.25, 0.01), &EXTENT);
        assert!((view.x(0.25, &EXTENT), view.x(0.26, &EXTENT)) == (0.0, EXTENT.width));
        assert!(view.y(6, &EXTENT) >= 0.0 && view.y(7, &EXTENT) <= EXTENT.height);
        view.show(&bar(6, 0.4, 0.0), &EXTENT);
        assert_eq!(view.x(0.25, &EXTENT), 0.0, "what has no width cannot fill one");
        view.reveal(&bar(20, 0.7, 0.001), &EXTENT);
        let x = view.x(0.7005, &EXTENT);
        assert!((0.0..=EXTENT.width).contains(&x), "{x}");
        assert!(view.y(20, &EXTENT) >= 0.0 && view.y(21, &EXTENT) <= EXTENT.height + 1.0e-3);
        let before = view;
        view.reveal(&bar(20, 0.7, 0.001), &EXTENT);
        assert_eq!(view, before, "what is in view does not move");
    }

    #[test]
    fn motion_towards_a_goal_ends() {
        let mut view = IcicleView::default();
        let mut goal = view;
        goal.show(&bar(9, 0.123, 1.0e-6), &EXTENT);
        for _ in 0..200 {
            view.approach(&goal, 0.2);
        }
        assert_eq!(view, goal);
    }
}
