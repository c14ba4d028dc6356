//! Vaults: groin vaults over rectangular bays, transverse ribs and half-domes.

use std::f64::consts::{FRAC_PI_2, PI};

use glam::{DVec2, DVec3};

use super::{
    kit::{Axis, Kit},
    material::Material,
    mesh::Corner,
    plane::{GRID, snap},
    solid::{Skin, arc, cut, profile, rectangle},
};

/// A groin vault cut out of a block: two half-elliptic barrels of equal rise that intersect above a rectangle.
pub(crate) struct Groin {
    /// Opposite corners of the rectangle, as (x, z).
    pub(crate) from: DVec2,
    pub(crate) to: DVec2,
    /// Springing height of the barrels: the underside of the block at its corners.
    pub(crate) spring: f64,
    /// Height of the crown above the springing.
    pub(crate) rise: f64,
    /// Height of the block's flat top.
    pub(crate) top: f64,
    /// Number of chords per barrel; must be even.
    pub(crate) chords: u32,
    /// Material of the underside.
    pub(crate) web: Material,
    /// Material of the top.
    pub(crate) above: Material,
    /// Material of the sides.
    pub(crate) sides: Material,
}

impl Kit {
    /// Adds a groin vault.
    pub(crate) fn groin(&mut self, groin: &Groin) {
        let center = 0.5 * (groin.from + groin.to);
        let half = 0.5 * (groin.to - groin.from);
        let plan = [profile(Axis::Y, &rectangle(groin.from, groin.to))];
        self.axis_face(Axis::Y, snap(groin.top), true, groin.above, plan.to_vec());

        // The four sides: each is a rectangle minus the cross-section of the barrel that ends there.
        for (axis, middle, half_width, ends) in [
            (Axis::X, center.y, half.y, [groin.from.x, groin.to.x]),
            (Axis::Z, center.x, half.x, [groin.from.y, groin.to.y]),
        ] {
            let radii = DVec2::new(half_width, groin.rise);
            let mut outline = arc(DVec2::new(middle, groin.spring), radii, 0.0, PI, groin.chords);
            outline.push(DVec2::new(middle - half_width, groin.top));
            outline.push(DVec2::new(middle + half_width, groin.top));
            for (end, positive) in ends.into_iter().zip([false, true]) {
                self.axis_face(
                    axis,
                    snap(end),
                    positive,
                    groin.sides,
                    vec![profile(axis, &outline)],
                );
            }
        }

        // The webs. Each extends in a straight line from a groin, which is above a diagonal of the plan, to a side.
        for step in 0..groin.chords {
            let point = |index: u32| {
                let angle = PI * f64::from(index) / f64::from(groin.chords);
                let (cos, sin) = (angle.cos(), angle.sin());
                (cos, groin.spring + groin.rise * sin, angle)
            };
            let (c0, y0, a0) = point(step);
            let (c1, y1, a1) = point(step + 1);
            for outward in [-1.0, 1.0] {
                // First towards the sides at x = ±half.x, then towards the sides at z = ±half.y.
                for across in [false, true] {
                    let (reach, width) = if across {
                        (half.y, half.x)
                    } else {
                        (half.x, half.y)
                    };
                    let corner = |cos: f64, y: f64, angle: f64, inner: bool| {
                        let along = if inner { cos.abs() } else { 1.0 } * outward * reach;
                        let side = cos * width;
                        let place = if across {
                            DVec2::new(side, along)
                        } else {
                            DVec2::new(along, side)
                        };
                        let place = center + place;
                        // The barrel's normal points into the room: down and towards the barrel's axis.
                        let (down, inward) = (angle.sin() / groin.rise, cos / width);
                        let normal = if across {
                            DVec3::new(-inward, -down, 0.0)
                        } else {
                            DVec3::new(0.0, -down, -inward)
                        };
                        let run = angle * 0.5 * (width + groin.rise);
                        Corner {
                            at: DVec3::new(place.x, y, place.y).to_array().map(snap).into(),
                            uv: DVec2::new(along, run),
                            normal: normal.normalize(),
                        }
                    };
                    let mut corners = vec![
                        corner(c0, y0, a0, true),
                        corner(c0, y0, a0, false),
                        corner(c1, y1, a1, false),
                        corner(c1, y1, a1, true),
                    ];
                    face_towards(&mut corners);
                    self.oblique_face(groin.web, corners);
                }
            }
        }
    }

    /// Adds a transverse rib: a strip of barrel vault cut out of a block and extruded along `axis` between `ends`. The
    /// block spans `walls`. Next to the barrel, its underside is at `spring`.
    pub(crate) fn rib(&mut self, axis: Axis, ends: [f64; 2], walls: [f64; 2], barrel: Barrel, skin: Skin) {
        let middle = 0.5 * (walls[0] + walls[1]);
        let center = DVec2::new(middle, barrel.spring);
        let mut outline = arc(
            center,
            DVec2::new(barrel.half_width, barrel.rise),
            0.0,
            PI,
            barrel.chords,
        );
        outline.push(DVec2::new(walls[0], barrel.spring));
        outline.push(DVec2::new(walls[0], barrel.top));
        outline.push(DVec2::new(walls[1], barrel.top));
        outline.push(DVec2::new(walls[1], barrel.spring));
        self.prism(axis, ends[0], ends[1], &outline, skin);
    }

    /// Adds a half-dome above a semicircular apse that opens towards +Z: a quarter sphere cut out of a block.
    pub(crate) fn half_dome(&mut self, dome: &HalfDome) {
        let HalfDome {
            center,
            radius,
            half_width,
            back,
            top,
            ..
        } = *dome;
        let plan_outline = rectangle(DVec2::new(-half_width, back), DVec2::new(half_width, center.z));
        let plan_hole = arc(
            DVec2::new(center.x, center.z),
            DVec2::splat(radius),
            PI,
            2.0 * PI,
            dome.around,
        );
        self.axis_face(
            Axis::Y,
            snap(center.y),
            false,
            dome.outside,
            cut(Axis::Y, &plan_outline, &[plan_hole]),
        );
        self.axis_face(
            Axis::Y,
            snap(top),
            true,
            dome.outside,
            vec![profile(Axis::Y, &plan_outline)],
        );
        let front_outline = rectangle(DVec2::new(-half_width, center.y), DVec2::new(half_width, top));
        let front_hole = arc(
            DVec2::new(center.x, center.y),
            DVec2::splat(radius),
            0.0,
            PI,
            2 * dome.up,
        );
        self.axis_face(
            Axis::Z,
            snap(center.z),
            true,
            dome.outside,
            cut(Axis::Z, &front_outline, &[front_hole]),
        );
        self.axis_face(
            Axis::Z,
            snap(back),
            false,
            dome.outside,
            vec![profile(Axis::Z, &front_outline)],
        );
        let side = profile(
            Axis::X,
            &rectangle(DVec2::new(back, center.y), DVec2::new(center.z, top)),
        );
        self.axis_face(
            Axis::X,
            snap(-half_width),
            false,
            dome.outside,
            vec![side.clone()],
        );
        self.axis_face(Axis::X, snap(half_width), true, dome.outside, vec![side]);

        // Each band of latitude is one texture row, with the same scale in both directions to avoid shearing.
        let row = FRAC_PI_2 * radius / f64::from(dome.up);
        let scale = dome.row / row;
        let corner = |around: u32, up: u32, band: u32| {
            let turn = PI * (f64::from(around) / f64::from(dome.around) - 0.5);
            let longitude = 1.5 * PI + turn;
            let latitude = FRAC_PI_2 * f64::from(up) / f64::from(dome.up);
            let (level, rise) = (latitude.cos(), latitude.sin());
            let outward = DVec3::new(longitude.cos() * level, rise, longitude.sin() * level);
            let middle = (FRAC_PI_2 * (f64::from(band) + 0.5) / f64::from(dome.up)).cos();
            Corner {
                at: (center + radius * outward).to_array().map(snap).into(),
                uv: DVec2::new(turn * radius * middle * scale, f64::from(up) * dome.row),
                normal: -outward,
            }
        };
        for up in 0..dome.up {
            for around in 0..dome.around {
                let mut corners = vec![
                    corner(around, up, up),
                    corner(around + 1, up, up),
                    corner(around + 1, up + 1, up),
                    corner(around, up + 1, up),
                ];
                face_towards(&mut corners);
                self.oblique_face(dome.inside, corners);
            }
        }
    }
}

/// Shape of a barrel vault.
#[derive(Clone, Copy)]
pub(crate) struct Barrel {
    pub(crate) half_width: f64,
    pub(crate) spring: f64,
    pub(crate) rise: f64,
    pub(crate) top: f64,
    pub(crate) chords: u32,
}

/// A half-dome and the block that it is cut out of.
pub(crate) struct HalfDome {
    /// Centre of the sphere. It has the z of the block's front and the y of the block's underside.
    pub(crate) center: DVec3,
    pub(crate) radius: f64,
    /// Half the block's width along x.
    pub(crate) half_width: f64,
    /// z coordinate of the block's back.
    pub(crate) back: f64,
    /// Height of the block's top.
    pub(crate) top: f64,
    /// Number of chords of the semicircle in plan and of a vertical quarter circle.
    pub(crate) around: u32,
    pub(crate) up: u32,
    /// Height of a texture row on the inside (in metres).
    pub(crate) row: f64,
    pub(crate) inside: Material,
    pub(crate) outside: Material,
}

/// Winds the corners so that the face points to the same side as their shading normals.
fn face_towards(corners: &mut [Corner]) {
    let mut distinct = corners.to_vec();
    distinct.dedup_by_key(|corner| corner.at);
    if let [a, b, c, ..] = distinct[..] {
        let edge = |to: Corner| (to.at - a.at).as_dvec3() / GRID;
        if edge(b).cross(edge(c)).dot(a.normal + c.normal) < 0.0 {
            corners.reverse();
        }
    }
}
