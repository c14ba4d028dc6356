//! The pictograms of the tool bar: small line drawings of what a tool shows or does.

use bevy_egui::egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, pos2};
use bspwalk_session::overlays::OverlayKind;

/// Width and height of the grid on which the pictograms are drawn.
const GRID: u8 = 16;

/// Width of the lines, in units of the grid.
const LINE: f32 = 1.25;

/// Opacity of filled areas.
const FILLED: f32 = 0.45;

/// A point of the grid: to the right, and down.
type Point = [u8; 2];

/// A part of a pictogram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    /// A line through points.
    Line(&'static [Point]),
    /// A filled convex polygon.
    Area(&'static [Point]),
    /// A circle by its centre and radius.
    Ring(Point, u8),
    /// A filled circle.
    Dot(Point, u8),
}

use Mark::{Area, Dot, Line, Ring};

/// A rectangle from its upper left corner to its lower right one, as a closed line.
macro_rules! frame {
    ($x:literal, $y:literal, $x2:literal, $y2:literal) => {
        Line(&[[$x, $y], [$x2, $y], [$x2, $y2], [$x, $y2], [$x, $y]])
    };
}

/// The same, filled.
macro_rules! area {
    ($x:literal, $y:literal, $x2:literal, $y2:literal) => {
        Area(&[[$x, $y], [$x2, $y], [$x2, $y2], [$x, $y2]])
    };
}

/// Defines [`Pictogram`], a variant for each drawing.
macro_rules! pictograms {
    ($($name:ident: $meaning:literal, [$($mark:expr),+ $(,)?];)+) => {
        /// What stands on a button.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(super) enum Pictogram {
            $(#[doc = $meaning] $name,)+
        }

        impl Pictogram {
            /// All of them.
            #[cfg(test)]
            pub(super) const ALL: &[Self] = &[$(Self::$name),+];

            const fn marks(self) -> &'static [Mark] {
                match self {
                    $(Self::$name => &[$($mark),+],)+
                }
            }
        }
    };
}

pictograms! {
    Eyes: "A room in perspective.", [
        frame!(1, 2, 15, 14), frame!(6, 6, 10, 10), Line(&[[1, 2], [6, 6]]), Line(&[[15, 2], [10, 6]]),
        Line(&[[15, 14], [10, 10]]), Line(&[[1, 14], [6, 10]]),
    ];
    Model: "A box from above.", [
        Line(&[[8, 1], [15, 5], [8, 9], [1, 5], [8, 1]]), Line(&[[1, 5], [1, 11], [8, 15], [15, 11], [15, 5]]),
        Line(&[[8, 9], [8, 15]]), Area(&[[8, 9], [15, 5], [15, 11], [8, 15]]),
    ];
    Plan: "The plan of two rooms with a door.", [
        frame!(1, 2, 15, 14), Line(&[[9, 2], [9, 6]]), Line(&[[9, 10], [9, 14]]), Line(&[[1, 9], [5, 9]]),
        Line(&[[5, 9], [5, 11]]),
    ];
    Division: "A square divided in two, and one half again, and a part of that.", [
        frame!(1, 1, 15, 15), area!(1, 1, 7, 15), Line(&[[7, 1], [7, 15]]), Line(&[[7, 9], [15, 9]]),
        Line(&[[11, 9], [11, 15]]),
    ];
    Build: "A strip of film.", [
        frame!(1, 2, 15, 14), Line(&[[1, 5], [15, 5]]), Line(&[[1, 11], [15, 11]]), Line(&[[4, 2], [4, 5]]),
        Line(&[[8, 2], [8, 5]]), Line(&[[12, 2], [12, 5]]), Line(&[[4, 11], [4, 14]]), Line(&[[8, 11], [8, 14]]),
        Line(&[[12, 11], [12, 14]]), Area(&[[6, 6], [11, 8], [6, 10]]),
    ];
    Query: "A segment that meets a wall behind another one.", [
        Line(&[[1, 12], [13, 6]]), Line(&[[5, 1], [5, 7]]), Line(&[[13, 1], [13, 15]]), Ring([13, 6], 2), Dot([1, 12], 1),
    ];
    Tree: "An icicle: bars below bars.", [
        area!(1, 2, 15, 5), area!(1, 6, 8, 9), area!(10, 6, 15, 9), area!(1, 10, 4, 13), area!(6, 10, 8, 13),
        area!(11, 10, 14, 13), frame!(1, 2, 15, 5), frame!(1, 6, 8, 9), frame!(10, 6, 15, 9),
    ];
    Map: "Walls around a body that looks up.", [
        Line(&[[5, 1], [1, 1], [1, 15], [15, 15], [15, 1], [11, 1]]), Line(&[[8, 5], [11, 12], [8, 10], [5, 12], [8, 5]]),
        Area(&[[8, 5], [11, 12], [8, 10]]), Area(&[[8, 5], [8, 10], [5, 12]]),
    ];
    Duel: "Bars side by side.", [
        Line(&[[1, 15], [15, 15]]), area!(2, 9, 5, 15), area!(7, 2, 10, 15), area!(12, 6, 14, 15), frame!(2, 9, 5, 15),
        frame!(7, 2, 10, 15), frame!(12, 6, 14, 15),
    ];
    Quiz: "A question mark.", [
        Line(&[[4, 5], [4, 3], [6, 1], [10, 1], [12, 3], [12, 5], [8, 8], [8, 11]]), Dot([8, 14], 1),
    ];
    Planes: "A square that a line splits, with an arrow to the front.", [
        frame!(1, 1, 15, 15), Line(&[[5, 1], [8, 15]]), Line(&[[7, 8], [13, 7]]), Line(&[[10, 5], [13, 7], [11, 10]]),
    ];
    Cells: "A square of four convex cells.", [
        frame!(1, 1, 15, 15), Line(&[[6, 1], [9, 15]]), Line(&[[1, 10], [8, 9]]), Line(&[[7, 6], [15, 4]]),
    ];
    Leaves: "Cells of which two are solid.", [
        frame!(1, 1, 15, 15), Line(&[[6, 1], [9, 15]]), Line(&[[1, 10], [8, 9]]), Line(&[[7, 6], [15, 4]]),
        Area(&[[1, 10], [8, 9], [9, 15], [1, 15]]), Area(&[[6, 1], [15, 1], [15, 4], [7, 6]]),
    ];
    Portals: "An open door.", [
        Line(&[[1, 15], [4, 15], [4, 1], [13, 1], [13, 15], [15, 15]]), Line(&[[4, 1], [9, 4], [9, 15], [4, 15]]),
        Area(&[[4, 1], [9, 4], [9, 15], [4, 15]]),
    ];
    Visible: "An eye.", [
        Line(&[[1, 8], [4, 5], [8, 3], [12, 5], [15, 8], [12, 11], [8, 13], [4, 11], [1, 8]]), Ring([8, 8], 3),
        Dot([8, 8], 1),
    ];
    Painter: "The numbers 1, 2 and 3.", [
        Line(&[[1, 5], [3, 3], [3, 11]]), Line(&[[5, 4], [6, 3], [8, 3], [9, 4], [9, 6], [5, 11], [9, 11]]),
        Line(&[[11, 3], [15, 3], [13, 6], [15, 8], [15, 10], [14, 11], [11, 11]]), Line(&[[1, 14], [15, 14]]),
    ];
    Wireframe: "A triangle cut in four.", [
        Line(&[[1, 14], [8, 2], [15, 14], [1, 14]]), Line(&[[5, 8], [11, 8], [8, 14], [5, 8]]),
    ];
    Normals: "An arrow upright on a face.", [
        Line(&[[1, 12], [11, 12], [15, 15], [5, 15], [1, 12]]), Line(&[[8, 13], [8, 2]]),
        Line(&[[5, 5], [8, 2], [11, 5]]),
    ];
    Collision: "A sphere that touches a wall.", [
        Ring([6, 9], 5), Line(&[[12, 1], [12, 15]]), Dot([11, 9], 2),
    ];
    Path: "A way down a tree.", [
        Line(&[[8, 2], [4, 7], [8, 13]]), Line(&[[8, 2], [13, 7]]), Dot([8, 2], 2), Dot([4, 7], 2), Dot([8, 13], 2),
        Ring([13, 7], 1),
    ];
    Sight: "A line of sight through a gap in a wall.", [
        Line(&[[2, 13], [14, 3]]), Line(&[[8, 1], [8, 4]]), Line(&[[8, 12], [8, 15]]), Dot([2, 13], 2), Ring([14, 3], 1),
    ];
    Flow: "A view through two gaps, one behind the other.", [
        Line(&[[6, 1], [6, 4]]), Line(&[[6, 12], [6, 15]]), Line(&[[11, 1], [11, 6]]), Line(&[[11, 10], [11, 15]]),
        Line(&[[2, 3], [15, 11]]), Line(&[[2, 13], [15, 5]]),
    ];
    Leak: "A way out of a room with a gap.", [
        Line(&[[10, 6], [10, 2], [1, 2], [1, 14], [10, 14], [10, 10]]), Line(&[[4, 8], [15, 8]]),
        Line(&[[12, 5], [15, 8], [12, 11]]),
    ];
    Entities: "A mark that stands on a floor.", [
        Line(&[[8, 1], [12, 6], [8, 11], [4, 6], [8, 1]]), Line(&[[4, 6], [12, 6]]), Line(&[[1, 14], [15, 14]]),
    ];
    Solidity: "A wall with a hole.", [
        frame!(4, 1, 12, 15), area!(4, 1, 12, 6), area!(4, 10, 12, 15), Line(&[[1, 8], [7, 8]]), Line(&[[4, 6], [12, 6]]),
        Line(&[[4, 10], [12, 10]]),
    ];
    Colors: "A painter's palette.", [
        Ring([8, 8], 7), Dot([5, 6], 2), Dot([9, 4], 1), Dot([12, 8], 2), Ring([7, 11], 2),
    ];
    Walk: "A figure that walks.", [
        Dot([8, 3], 2), Line(&[[8, 5], [8, 10]]), Line(&[[8, 10], [5, 15]]), Line(&[[8, 10], [11, 15]]),
        Line(&[[4, 9], [8, 6], [12, 8]]),
    ];
    Noclip: "An arrow through a wall.", [
        Line(&[[7, 1], [7, 5]]), Line(&[[7, 11], [7, 15]]), Line(&[[1, 8], [14, 8]]), Line(&[[11, 5], [14, 8], [11, 11]]),
    ];
    Pause: "Two bars.", [area!(4, 3, 7, 13), frame!(4, 3, 7, 13), area!(9, 3, 12, 13), frame!(9, 3, 12, 13)];
    Step: "An arrow up to a bar.", [
        Area(&[[3, 3], [10, 8], [3, 13]]), Line(&[[3, 3], [10, 8], [3, 13], [3, 3]]), Line(&[[13, 3], [13, 13]]),
    ];
    Slow: "A clock.", [Ring([8, 8], 7), Line(&[[8, 3], [8, 8], [11, 10]])];
    Why: "A question at a wall.", [
        Line(&[[2, 5], [3, 3], [5, 2], [7, 3], [8, 5], [5, 8], [5, 10]]), Dot([5, 13], 1), Line(&[[12, 1], [12, 15]]),
        Line(&[[12, 5], [15, 2]]), Line(&[[12, 10], [15, 7]]), Line(&[[12, 15], [15, 12]]),
    ];
    Open: "A folder.", [
        Line(&[[1, 13], [1, 3], [6, 3], [8, 5], [15, 5], [15, 13], [1, 13]]), Line(&[[1, 8], [15, 8]]),
    ];
    Shot: "A camera.", [
        Line(&[[1, 5], [5, 5], [6, 3], [10, 3], [11, 5], [15, 5], [15, 13], [1, 13], [1, 5]]), Ring([8, 9], 3),
    ];
    Panel: "A window with a panel at its left.", [
        frame!(1, 2, 15, 14), area!(1, 2, 6, 14), Line(&[[6, 2], [6, 14]]),
    ];
    Help: "A question mark in a circle.", [
        Ring([8, 8], 7), Line(&[[6, 6], [7, 4], [9, 4], [10, 6], [8, 8], [8, 9]]), Dot([8, 12], 1),
    ];
    More: "Three dots.", [Dot([3, 8], 1), Dot([8, 8], 1), Dot([13, 8], 1)];
}

impl Pictogram {
    /// That of an overlay.
    pub(super) const fn of(kind: OverlayKind) -> Self {
        match kind {
            OverlayKind::Planes => Self::Planes,
            OverlayKind::Materials
            | OverlayKind::Nodes
            | OverlayKind::Depth
            | OverlayKind::Triangles
            | OverlayKind::Fragments
            | OverlayKind::Cost
            | OverlayKind::Tests
            | OverlayKind::SlideCost
            | OverlayKind::LeavesSeen
            | OverlayKind::FacesDrawn => Self::Colors,
            OverlayKind::Visible => Self::Visible,
            OverlayKind::Wireframe => Self::Wireframe,
            OverlayKind::Normals => Self::Normals,
            OverlayKind::Cells => Self::Cells,
            OverlayKind::Collision => Self::Collision,
            OverlayKind::Path => Self::Path,
            OverlayKind::Leaves => Self::Leaves,
            OverlayKind::Portals => Self::Portals,
            OverlayKind::Sight => Self::Sight,
            OverlayKind::Flow => Self::Flow,
            OverlayKind::Leak => Self::Leak,
            OverlayKind::Entities => Self::Entities,
            OverlayKind::Painter => Self::Painter,
            OverlayKind::SolidEvidence
            | OverlayKind::SolidCover
            | OverlayKind::SolidCut
            | OverlayKind::SolidResult => Self::Solidity,
        }
    }

    /// Draws it in a square.
    pub(super) fn draw(self, painter: &Painter, rect: Rect, color: Color32) {
        let unit = rect.width() / f32::from(GRID);
        let place = |[x, y]: Point| -> Pos2 { rect.min + unit * pos2(f32::from(x), f32::from(y)).to_vec2() };
        let points = |points: &[Point]| points.iter().map(|&point| place(point)).collect::<Vec<_>>();
        let stroke = Stroke::new(LINE * unit, color);
        for mark in self.marks() {
            painter.add(match *mark {
                Line(line) => Shape::line(points(line), stroke),
                Area(area) => Shape::convex_polygon(points(area), color.gamma_multiply(FILLED), Stroke::NONE),
                Ring(center, radius) => Shape::circle_stroke(place(center), f32::from(radius) * unit, stroke),
                Dot(center, radius) => Shape::circle_filled(place(center), f32::from(radius) * unit, color),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictograms_stay_in_their_square_and_no_two_are_alike() {
        for (place, pictogram) in Pictogram::ALL.iter().enumerate() {
            for mark in pictogram.marks() {
                let is_inside = match *mark {
                    Line(points) | Area(points) => {
                        points.len() > 1 && points.iter().flatten().all(|&at| at < GRID)
                    }
                    Ring(center, radius) | Dot(center, radius) => {
                        center.iter().all(|&at| at >= radius && at + radius <= GRID)
                    }
                };
                assert!(is_inside, "{pictogram:?}: {mark:?}");
            }
            for other in &Pictogram::ALL[..place] {
                assert_ne!(pictogram.marks(), other.marks(), "{pictogram:?} and {other:?}");
            }
        }
    }
}
