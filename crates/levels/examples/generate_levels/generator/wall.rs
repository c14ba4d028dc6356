//! Thick walls with openings: doorways, arches, windows with panes, and blind niches.

use std::f64::consts::PI;

use glam::{DVec2, IVec2};

use super::{
    kit::{Axis, Kit},
    material::Material,
    plane::{Contour, Region, difference, intersection, snap, union},
    solid::{arc, profile, rectangle},
};

/// Returns the number of chords for a round arch of this width. It is even, so that there is a vertex at the crown.
pub(crate) fn arch_chords(width: f64) -> u32 {
    match width {
        ..1.7 => 6,
        ..2.7 => 8,
        ..5.0 => 10,
        _ => 12,
    }
}

/// An opening in a wall, drawn in (z, y) for a wall across X and in (x, y) for a wall across Z.
#[derive(Clone)]
pub(crate) struct Opening {
    outline: Vec<DVec2>,
    pane: Option<Material>,
    /// Whether the pane is visible only from inside the opening, as in a niche.
    blind: bool,
}

impl Opening {
    /// Returns an arched opening with straight jambs. The arch begins at height `spring`, and its crown is `rise` above
    /// `spring`.
    pub(crate) fn arch(middle: f64, width: f64, sill: f64, spring: f64, rise: f64) -> Self {
        Self {
            outline: arched(middle, width, sill, spring, rise),
            pane: None,
            blind: false,
        }
    }

    /// Returns an opening with a semicircular arch.
    pub(crate) fn round_arch(middle: f64, width: f64, sill: f64, spring: f64) -> Self {
        Self::arch(middle, width, sill, spring, 0.5 * width)
    }

    /// Returns a rectangular opening.
    pub(crate) fn rectangle(middle: f64, width: f64, sill: f64, head: f64) -> Self {
        let half = 0.5 * width;
        let outline = rectangle(DVec2::new(middle - half, sill), DVec2::new(middle + half, head));
        Self {
            outline,
            pane: None,
            blind: false,
        }
    }

    /// Returns a circular opening.
    pub(crate) fn circle(center: DVec2, radius: f64, chords: u32) -> Self {
        let mut outline = arc(center, DVec2::splat(radius), 0.0, 2.0 * PI, chords);
        outline.pop();
        Self {
            outline,
            pane: None,
            blind: false,
        }
    }

    /// Returns the opening's outline, for example for a band around another opening.
    pub(crate) fn into_outline(self) -> Vec<DVec2> {
        self.outline
    }

    /// Closes the opening with a pane.
    pub(crate) fn glazed(self, pane: Material) -> Self {
        Self {
            pane: Some(pane),
            ..self
        }
    }

    /// Turns the opening into a niche with a back that is visible only from inside.
    pub(crate) fn blind(self, back: Material) -> Self {
        Self {
            pane: Some(back),
            blind: true,
            ..self
        }
    }
}

fn arched(middle: f64, width: f64, sill: f64, spring: f64, rise: f64) -> Vec<DVec2> {
    let half = 0.5 * width;
    let mut outline = vec![DVec2::new(middle - half, sill), DVec2::new(middle + half, sill)];
    outline.extend(arc(
        DVec2::new(middle, spring),
        DVec2::new(half, rise),
        0.0,
        PI,
        arch_chords(width),
    ));
    outline.dedup();
    outline
}

/// A wall perpendicular to a horizontal axis.
pub(crate) struct Wall<'a> {
    /// Axis through the wall's thickness.
    pub(crate) axis: Axis,
    /// Extent of the wall along the axis.
    pub(crate) between: [f64; 2],
    /// Extent of the panes along the axis.
    pub(crate) panes: [f64; 2],
    /// Outline of the wall, drawn like an [`Opening`].
    pub(crate) outline: &'a [DVec2],
    /// Openings.
    pub(crate) openings: &'a [Opening],
    /// Materials of the two faces; the face at the lower end of the axis comes first.
    pub(crate) faces: [Material; 2],
    /// Areas of a face that have another material. Face 0 is at the lower end of the axis, face 1 at the upper end.
    pub(crate) bands: &'a [(usize, Vec<DVec2>, Material)],
    /// Material of reveals and soffits.
    pub(crate) reveal: Material,
}

impl Kit {
    /// Adds a wall.
    pub(crate) fn wall(&mut self, wall: &Wall<'_>) {
        let axis = wall.axis;
        let outline = profile(axis, wall.outline);
        let region_of = |wanted: &dyn Fn(&Opening) -> bool| -> Region {
            let holes: Region = wall
                .openings
                .iter()
                .filter(|opening| wanted(opening))
                .map(|opening| profile(axis, &opening.outline))
                .collect();
            union(&holes, &[])
        };
        let open = region_of(&|opening| opening.pane.is_none());
        let all = region_of(&|_| true);
        let pierced = difference(std::slice::from_ref(&outline), &all);
        let closed = difference(std::slice::from_ref(&outline), &open);

        let mut cuts = vec![snap(wall.between[0]), snap(wall.between[1])];
        let [pane_low, pane_high] = wall.panes.map(snap);
        let glazed = wall.openings.iter().any(|opening| opening.pane.is_some());
        if glazed {
            cuts.extend([pane_low, pane_high]);
        }
        cuts.sort_unstable();
        let glazed_holes = region_of(&|opening| opening.pane.is_some());
        let ends = (cuts[0], cuts[cuts.len() - 1]);
        let side = if wall.faces[0] == Material::Sandstone {
            wall.faces[0]
        } else {
            wall.faces[1]
        };
        for layer in cuts.windows(2) {
            let (low, high) = (layer[0], layer[1]);
            if low == high {
                continue;
            }
            let pane = glazed && (low, high) == (pane_low, pane_high);
            for (along, positive) in [(low, false), (high, true)] {
                let material = wall.faces[usize::from(positive)];
                let outer = along == ends.0 || along == ends.1;
                self.cap(wall, along, positive, &pierced, material, outer);
                for opening in wall.openings.iter().filter(|_| pane) {
                    if let Some(pane) = opening.pane {
                        let material = if opening.blind && outer { material } else { pane };
                        let hole = intersection(&[profile(axis, &opening.outline)], &closed);
                        self.axis_face(axis, along, positive, material, hole);
                    }
                }
            }
            let solid = if pane { &closed } else { &pierced };
            self.sides(axis, low, high, solid, |p, q, _| {
                if on_contour(&outline, p, q) {
                    Some(side)
                } else {
                    glazed_holes
                        .iter()
                        .any(|hole| on_contour(hole, p, q))
                        .then_some(wall.reveal)
                }
            });
        }
        // The reveals of open holes extend through all layers.
        self.sides(axis, ends.0, ends.1, &closed, |p, q, _| {
            (!on_contour(&outline, p, q)).then_some(wall.reveal)
        });
    }

    /// Adds one face of a wall layer. Its bands have their own materials.
    fn cap(
        &mut self,
        wall: &Wall<'_>,
        along: i32,
        positive: bool,
        region: &[Contour],
        base: Material,
        paint: bool,
    ) {
        let axis = wall.axis;
        let mut rest = region.to_vec();
        if paint {
            for (_, band, material) in wall
                .bands
                .iter()
                .filter(|(face, ..)| *face == usize::from(positive))
            {
                let band = [profile(axis, band)];
                self.axis_face(axis, along, positive, *material, intersection(&rest, &band));
                rest = difference(&rest, &band);
            }
        }
        self.axis_face(axis, along, positive, base, rest);
    }
}

/// Returns whether the edge from `p` to `q` lies on an edge of the contour.
pub(crate) fn on_contour(contour: &[IVec2], p: IVec2, q: IVec2) -> bool {
    let next = contour.iter().cycle().skip(1);
    contour.iter().zip(next).any(|(&a, &b)| {
        let edge = (b - a).as_i64vec2();
        let within = |point: IVec2| {
            let offset = (point - a).as_i64vec2();
            let along = offset.dot(edge);
            edge.perp_dot(offset) == 0 && along >= 0 && along <= edge.length_squared()
        };
        within(p) && within(q)
    })
}
