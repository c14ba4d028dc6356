//! The eye among free segments, and its one-dimensional view: the visiting order of segments, and the columns that they
//! fill.

use std::ops::Range;

use bspwalk_planar::{ColumnView, NodeId, PlanarTree, Viewpoint, Visit};
use bspwalk_text::text;
use glam::DVec2;

use crate::{
    drawing::edge_name,
    shapes::{Color, Pattern, Picture, Shape},
    view::View,
};

/// Height of the strip of columns below the drawing, in pixels.
pub const STRIP: f64 = 64.0;

/// Number of columns, as on a DOOM screen.
pub const COLUMNS: u32 = 320;

/// Field of view in degrees, as in DOOM.
const FIELD_OF_VIEW: f64 = 90.0;

/// Distance from the eye to the handle that turns it, in pixels.
const HANDLE: f64 = 46.0;

/// Margin at each end of the strip, in pixels.
const MARGIN: f64 = 8.0;

/// Upper and lower edge of the columns within the strip, in pixels.
const ROW: [f64; 2] = [16.0, 44.0];

/// Maximum number of visits to number.
const MOST_NUMBERS: usize = 60;

/// Minimum width of a range of columns to number, in pixels.
const NUMBERED: f64 = 15.0;

/// Position and direction of the eye.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eye {
    /// Position.
    pub at: DVec2,
    /// View direction, in degrees counter-clockwise from the positive x axis.
    pub degrees: f64,
}

/// A draggable part of the eye.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EyePart {
    /// The eye itself. Dragging it moves the eye.
    Center,
    /// The handle in the view direction. Dragging it turns the eye.
    Handle,
}

impl Eye {
    /// Returns the eye turned towards a point, rounded to whole degrees. If the point is the eye's own position, the
    /// direction does not change.
    #[must_use]
    pub fn turned_to(self, point: DVec2) -> Self {
        let towards = point - self.at;
        if !(towards.length_squared() > 0.0 && towards.is_finite()) {
            return self;
        }
        Self {
            // Adding zero turns negative zero into positive zero.
            degrees: towards.to_angle().to_degrees().round() + 0.0,
            ..self
        }
    }

    /// Returns the eye turned counter-clockwise by an angle. The resulting direction is from 0° to 360°.
    #[must_use]
    pub fn turned_by(self, degrees: f64) -> Self {
        Self {
            degrees: (self.degrees + degrees).rem_euclid(360.0),
            ..self
        }
    }

    /// Computes the view from the eye. `None` if the eye is out of range.
    #[must_use]
    pub fn look(self, tree: &PlanarTree) -> Option<ColumnView> {
        let viewpoint = Viewpoint {
            eye: self.at,
            direction: self.direction(0.0),
            field_of_view: FIELD_OF_VIEW.to_radians(),
            columns: COLUMNS,
        };
        tree.columns(&viewpoint).ok()
    }

    /// Returns the view direction after turning it counter-clockwise by an angle in degrees.
    fn direction(self, degrees: f64) -> DVec2 {
        DVec2::from_angle((self.degrees + degrees).to_radians())
    }

    /// Returns the pixel at a distance from the eye, in a direction given relative to the view direction.
    fn pixel(self, plane: &View, degrees: f64, distance: f64) -> DVec2 {
        let along = self.direction(degrees);
        plane.to_screen(self.at) + DVec2::new(along.x, -along.y) * distance
    }

    /// Returns the part of the eye at a pixel.
    #[must_use]
    pub fn part_at(self, plane: &View, at: DVec2, reach: f64) -> Option<EyePart> {
        let handle = self.pixel(plane, 0.0, HANDLE);
        if handle.distance(at) <= reach {
            Some(EyePart::Handle)
        } else if plane.to_screen(self.at).distance(at) <= reach {
            Some(EyePart::Center)
        } else {
            None
        }
    }
}

/// The view from an eye. Only its first visits are shown.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'a> {
    /// Tree of the segments.
    pub tree: &'a PlanarTree,
    /// The eye.
    pub eye: Eye,
    /// View from the eye.
    pub view: &'a ColumnView,
    /// Number of visits to show.
    pub shown: usize,
}

impl Sight<'_> {
    fn visits(&self) -> &[Visit] {
        &self.view.visits[..self.shown.min(self.view.visits.len())]
    }

    /// Returns the last of the visits that are shown.
    fn last(&self) -> Option<&Visit> {
        self.visits().last()
    }

    fn edge(&self, visit: &Visit) -> u32 {
        self.tree.fragments()[visit.fragment as usize].edge
    }

    /// Returns whether some visits are not shown.
    fn is_partial(&self) -> bool {
        self.shown < self.view.visits.len()
    }

    /// Draws the eye, its field of view, and the visited parts of segments with their numbers. Hidden parts have dashed
    /// lines.
    #[must_use]
    pub fn over(&self, plane: &View, highlighted: Option<EyePart>) -> Picture {
        let mut picture = Picture::default();
        let (at, far) = (plane.to_screen(self.eye.at), 2.0 * plane.size.length());
        let borders = [0.5, -0.5].map(|side: f64| self.eye.pixel(plane, side * FIELD_OF_VIEW, far));
        picture.polygon(vec![at, borders[0], borders[1]], (Color::Accent, 0.07), None);
        for border in borders {
            picture.push(Shape::Line([at, border], Color::Accent.stroke(1.0).faded(0.5)));
        }
        let mut numbers = Vec::new();
        for (i, visit) in self.visits().iter().enumerate() {
            let segment = self.tree.segment(&self.tree.fragments()[visit.fragment as usize]);
            let ends = [segment.from, segment.to].map(|end| plane.to_screen(end));
            let is_last = self.is_partial() && i + 1 == self.shown;
            if is_last {
                picture.push(Shape::Line(ends, Color::Accent.stroke(8.0).faded(0.6)));
                for end in ends {
                    picture.push(Shape::Line(
                        [at, end],
                        Color::Accent.stroke(1.0).with(Pattern::Dashed),
                    ));
                }
            }
            let color = if visit.filled.is_empty() {
                // Draw a dark line under the dashes to hide the edge below them.
                picture.push(Shape::Line(ends, Color::Ground.stroke(4.0)));
                let dashes = Color::Faint.stroke(4.0).with(Pattern::Dashed);
                picture.push(Shape::Line(ends, dashes));
                Color::Faint
            } else {
                let color = Color::Wall(self.edge(visit));
                picture.push(Shape::Line(ends, color.stroke(4.0)));
                color
            };
            if i < MOST_NUMBERS {
                let middle = ends[0].midpoint(ends[1]);
                numbers.push(Shape::Circle(middle, 8.5, Some(color), None));
                let number = (i + 1).to_string();
                numbers.push(Shape::Label(middle, 11.0, number, Color::OnBright, 700));
            }
        }
        picture.0.append(&mut numbers);
        let handle = self.eye.pixel(plane, 0.0, HANDLE);
        let outline = Some(Color::OnBright.stroke(1.5));
        let radius = |part: EyePart, usual: f64| usual + if highlighted == Some(part) { 2.5 } else { 0.0 };
        picture.push(Shape::Line([at, handle], Color::Accent.stroke(2.4)));
        for (part, place, usual) in [(EyePart::Handle, handle, 5.0), (EyePart::Center, at, 7.5)] {
            let radius = radius(part, usual);
            picture.push(Shape::Circle(place, radius, Some(Color::Accent), outline));
        }
        picture.push(Shape::Circle(at, 2.8, Some(Color::OnBright), None));
        picture
    }

    /// Returns the x coordinate (in pixels) of a column's left edge.
    fn left_of(plane: &View, column: u32) -> f64 {
        let width = plane.size.x - 2.0 * MARGIN;
        MARGIN + width * f64::from(column) / f64::from(COLUMNS)
    }

    /// Draws the strip of columns below the drawing. Bars below the columns mark the solid ranges. Distant columns are
    /// darker.
    #[must_use]
    pub fn strip(&self, plane: &View) -> Picture {
        let mut picture = Picture::default();
        let top = plane.size.y;
        let rectangle = |[left, right]: [f64; 2], [low, high]: [f64; 2]| {
            let corner = |x: f64, y: f64| DVec2::new(x, top + y);
            vec![
                corner(left, low),
                corner(right, low),
                corner(right, high),
                corner(left, high),
            ]
        };
        let across = |range: &Range<u32>| [range.start, range.end].map(|at| Self::left_of(plane, at));
        // The background is opaque, because the field of view extends below the drawing.
        let whole = rectangle([0.0, plane.size.x], [0.0, STRIP]);
        picture.polygon(whole, (Color::Ground, 1.0), None);
        let row = rectangle(across(&(0..COLUMNS)), ROW);
        picture.polygon(row, (Color::Undivided, 1.0), None);
        let depths = self.view.columns.iter().flatten().map(|column| column.depth);
        let farthest = depths.fold(0.0, f64::max);
        let mut numbers = Vec::new();
        for (i, visit) in self.visits().iter().enumerate() {
            for range in &visit.filled {
                let [left, right] = across(range);
                let middle = self.view.columns[range.start.midpoint(range.end) as usize];
                let depth = middle.map_or(0.0, |column| column.depth);
                let share = if farthest > 0.0 { depth / farthest } else { 0.0 };
                let fill = (Color::Wall(self.edge(visit)), 1.0 - 0.5 * share);
                picture.polygon(
                    rectangle([left, right], ROW),
                    fill,
                    Some(Color::Ground.stroke(0.7)),
                );
                if i < MOST_NUMBERS && right - left >= NUMBERED {
                    let at = DVec2::new(0.5 * (left + right), top + 0.5 * (ROW[0] + ROW[1]));
                    numbers.push(Shape::Label(at, 12.0, (i + 1).to_string(), Color::OnBright, 700));
                }
            }
        }
        picture.0.append(&mut numbers);
        if let Some(last) = self.last() {
            for range in &last.solid {
                let bar = rectangle(across(range), [ROW[1] + 5.0, ROW[1] + 11.0]);
                picture.polygon(bar, (Color::Ink, 0.8), None);
            }
            if self.is_partial() && !last.span.is_empty() {
                let ends = across(&last.span).map(|x| DVec2::new(x, top + ROW[0] - 6.0));
                picture.push(Shape::Line(ends, Color::Accent.stroke(3.0)));
            }
        }
        picture
    }

    /// Returns the node whose fragment fills the column at a pixel in the strip.
    #[must_use]
    pub fn node_at(&self, plane: &View, at: DVec2) -> Option<NodeId> {
        let width = plane.size.x - 2.0 * MARGIN;
        let column = ((at.x - MARGIN) / width * f64::from(COLUMNS)).floor();
        if !(column >= 0.0 && column < f64::from(COLUMNS)) {
            return None;
        }
        let fragment = self.view.columns[column as usize]?.fragment;
        let mut nodes = NodeId::all().zip(self.tree.nodes());
        let holding = nodes.find(|(_, node)| {
            let first = node.first_fragment;
            (first..first + node.fragment_count).contains(&fragment)
        });
        holding.map(|(id, _)| id)
    }

    /// Describes the last of the visits that are shown.
    #[must_use]
    pub fn visit_words(&self) -> String {
        let Some(visit) = self.last() else {
            return text!("planarpage-no-visit").to_owned();
        };
        let (number, edge) = (self.visits().len(), edge_name(self.edge(visit) as usize));
        let count = |ranges: &[Range<u32>]| ranges.iter().map(ExactSizeIterator::len).sum::<usize>();
        match count(&visit.filled) {
            0 if visit.span.is_empty() => text!("planarpage-visit-outside", number, edge),
            0 => text!(
                "planarpage-visit-hidden",
                number,
                edge,
                columns = visit.span.len()
            ),
            columns => text!(
                "planarpage-visit",
                number,
                edge,
                columns,
                solid = count(&visit.solid),
                all = COLUMNS
            ),
        }
    }

    /// Describes the complete view: the segment parts that are visited and skipped, and the columns that are filled.
    #[must_use]
    pub fn view_words(&self) -> String {
        let filled = self.view.columns.iter().flatten().count();
        let (visited, skipped) = (self.view.visits.len(), self.view.skipped);
        match self.view.is_full() {
            true => text!("planarpage-view-full", visited, skipped, all = COLUMNS),
            false => text!("planarpage-view-open", visited, skipped, filled, all = COLUMNS),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_planar::{FREE_PRESETS, PlanarParams, SegmentSet};
    use bspwalk_progress::Progress;

    #[test]
    fn sight_describes_and_draws_each_visit() {
        for preset in FREE_PRESETS {
            let set = SegmentSet::new(&(preset.chains)()).expect("it is valid");
            let params = PlanarParams::default();
            let tree = PlanarTree::build(set.segments(), params, &Progress::default());
            let tree = tree.expect("nobody cancels");
            let eye = Eye {
                at: preset.eye,
                degrees: preset.degrees,
            };
            let view = eye.look(&tree).expect("the eye is in range");
            let plane = View::around([DVec2::ZERO, DVec2::splat(10.0)].into_iter(), DVec2::splat(400.0));
            for shown in 0..=view.visits.len() {
                let sight = Sight {
                    tree: &tree,
                    eye,
                    view: &view,
                    shown,
                };
                assert!(!sight.over(&plane, None).0.is_empty() && !sight.strip(&plane).0.is_empty());
                let words = sight.visit_words();
                let start = format!("Visit {shown}: ");
                assert!(words.starts_with(&start) || shown == 0, "{words}");
                assert!(sight.view_words().contains("skipped"), "{}", sight.view_words());
                let middle = DVec2::new(200.0, 420.0);
                let is_filled = view.columns[COLUMNS as usize / 2].is_some();
                assert_eq!(sight.node_at(&plane, middle).is_some(), is_filled);
            }
        }
    }

    #[test]
    fn eye_turns_and_has_two_parts() {
        let eye = Eye {
            at: DVec2::ONE,
            degrees: 10.0,
        };
        assert_eq!(eye.turned_to(DVec2::new(1.0, 5.0)).degrees, 90.0);
        assert_eq!(eye.turned_to(eye.at), eye);
        assert_eq!(eye.turned_to(DVec2::NAN), eye);
        assert_eq!(eye.turned_by(-15.0).degrees, 355.0);
        let plane = View::around([DVec2::ZERO, DVec2::splat(10.0)].into_iter(), DVec2::splat(400.0));
        let at = plane.to_screen(eye.at);
        assert_eq!(eye.part_at(&plane, at, 9.0), Some(EyePart::Center));
        let handle = eye.pixel(&plane, 0.0, HANDLE);
        assert_eq!(eye.part_at(&plane, handle, 9.0), Some(EyePart::Handle));
        assert_eq!(eye.part_at(&plane, at + 30.0, 9.0), None);
        let outside = Eye {
            at: DVec2::NAN,
            degrees: 0.0,
        };
        assert!(
            outside
                .look(&PlanarTree::new(
                    &bspwalk_planar::Region::new(&[]).expect("it is empty")
                ))
                .is_none()
        );
    }
}
