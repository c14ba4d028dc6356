//! A body that slides, from leg to leg.
//!
//! A slid body rests at its radius and a *skin* from what it lies on, and its legs are swept with the radius and half
//! the skin. So a leg along a floor meets none of the edges within the floor, whatever rounding does; what a leg meets it
//! meets half a skin too near, and is moved out again. Places between are in `f64`; only ends of legs are rounded.

use glam::{DVec3, Vec3};
use smallvec::SmallVec;

use super::{
    Capsule, Leg, Slide, SlideOptions,
    contacts::{Near, is_clear_at, near_contacts, sort},
    half_spaces::{HalfSpace, Slack, clip, nearest_point},
    surroundings::Surroundings,
};
use crate::{
    bsp::{Obstacles, node_storing::Feature},
    geometry::tolerance::{SLIDE_SKIN_COORDINATE, SLIDE_SKIN_RELATIVE},
};

/// Legs before a slide ends where it is.
const MAX_LEGS: usize = 16;

/// A wish that has become this short, relative to what it was, has ended.
const DEAD: f64 = 1.0e-7;

/// A slide up to this long, relative to the radius, gathers what it may meet before it begins.
const SHORT_WAY: f64 = 4.0;

/// A leg shorter than this share of the wish gets the body little on.
const LITTLE: f64 = 1.0 / 16.0;

/// Legs in a row that get the body little on before a slide ends where it is.
const MAX_LITTLE: u32 = 4;

/// Metres that a body may come nearer on each metre to what it touches: above what [`clip`] leaves, so that a bent wish
/// does not meet what it was bent by.
const ALONG: f64 = 4.0e-7;

/// Two unit normals whose cosine is nearer to 1 than this are one.
const SAME_NORMAL: f64 = 1.0e-13;

/// What bends a wish.
type Touched = SmallVec<[Near; 8]>;

/// A body on its way.
pub(super) struct Slider<'a, T> {
    tree: &'a T,
    /// What a short slide may meet.
    around: Surroundings<'a, T>,
    options: &'a SlideOptions<'a>,
    half_axis: DVec3,
    pub(super) radius: f64,
    skin: f64,
    pub(super) center: DVec3,
    /// What is within [`Slider::sight`], the nearest first.
    pub(super) near: Vec<Near>,
}

impl<'a, T: Obstacles> Slider<'a, T> {
    pub(super) fn new(
        tree: &'a T,
        body: Capsule,
        from: Vec3,
        to: Vec3,
        options: &'a SlideOptions<'a>,
    ) -> Self {
        // Coordinates of places where nothing is do not matter.
        let bounds = tree.bounds();
        let extents = body.extents().as_dvec3();
        let most = if bounds.is_empty() {
            0.0
        } else {
            (bounds.min.abs().max(bounds.max.abs()) + extents).max_element()
        };
        let coordinate = (from.abs().max(to.abs()).as_dvec3() + extents).max_element();
        let radius = f64::from(body.radius);
        Self {
            tree,
            around: Surroundings::none(tree),
            options,
            half_axis: body.half_axis.as_dvec3(),
            radius,
            skin: SLIDE_SKIN_RELATIVE * radius + SLIDE_SKIN_COORDINATE * coordinate.min(most),
            center: from.as_dvec3(),
            near: Vec::new(),
        }
    }

    /// The distance from the axis at which the body rests.
    fn rest(&self) -> f64 {
        self.radius + self.skin
    }

    /// How far from [`Slider::rest`] still counts as resting.
    fn play(&self) -> f64 {
        0.25 * self.skin
    }

    /// The distance from the axis up to which the body touches something: moved out by half a skin from one wall, it may
    /// have left another by as much.
    fn touching(&self) -> f64 {
        self.rest() + self.play() + 0.5 * self.skin
    }

    /// The distance from the axis with which legs are swept.
    fn swept(&self) -> f64 {
        self.radius + 0.5 * self.skin
    }

    /// Gathers what the body may meet on a short way: all further questions there are answered without the tree.
    pub(super) fn survey(&mut self, desired: DVec3) {
        let length = desired.length();
        self.around = if length > SHORT_WAY * self.radius {
            Surroundings::none(self.tree)
        } else {
            // A displacement that is nearest to the wish in a cone ends on the sphere that has the wish for its diameter,
            // and any chain of shares of such displacements ends within. What else moves the body is some skins.
            let reach = self.rest() + 0.5 * length + 8.0 * self.skin;
            Surroundings::new(self.tree, self.half_axis, reach, self.center + 0.5 * desired)
        };
    }

    /// Looks for what is near: so far that a step of a skin brings nothing else within rest.
    pub(super) fn look(&mut self) {
        let sight = self.rest() + self.play() + self.skin;
        near_contacts(&self.around, self.half_axis, sight, self.center, &mut self.near);
    }

    /// Moves the centre a little, to where the body rests on what it has come too near to, if there is such a place.
    fn come_to_rest(&mut self) {
        let too_near = |near: &Near| near.distance < self.rest() - self.play();
        if !self.near.iter().any(too_near) {
            return;
        }
        let spaces: SmallVec<[HalfSpace; 16]> = self
            .near
            .iter()
            .map(|near| near.half_space(self.center, self.rest()))
            .collect();
        let slack = Slack::both(1.0e-12 * (1.0 + self.center.abs().max_element()));
        let Some(place) = nearest_point(self.center, &spaces, slack).filter(|place| place.is_finite()) else {
            return;
        };
        if place.distance(self.center) <= self.skin {
            self.center = place;
            for near in &mut self.near {
                *near = near.moved(place, self.half_axis);
            }
            sort(&mut self.near);
        } else if place.distance(self.center) <= 0.5 * self.radius {
            // In an acute corner it is a longer way, on which there may be something.
            let first = self
                .around
                .first_impact(self.half_axis, self.swept(), self.center, place, ALONG);
            if first.is_none() {
                self.center = place;
                self.look();
            }
        }
    }

    /// What the body touches and what bends its wish, the nearest first; then what of `held` it is no further from than
    /// a little.
    ///
    /// An edge or a vertex that is level with, or below, the plane on which a nearer contact lets the body move is none:
    /// on that plane the body comes no nearer to it.
    fn touched(&self, held: &[Near]) -> Touched {
        let mut touched = Touched::new();
        let near = self
            .near
            .iter()
            .take_while(|near| near.distance <= self.touching())
            .copied();
        let held = held.iter().map(|held| held.moved(self.center, self.half_axis));
        for near in near.chain(held) {
            let asks_nothing = touched.iter().any(|nearer: &Near| {
                let level = near.feature != Feature::Face
                    && nearer.normal.dot(near.point - nearer.point) <= self.play();
                level || nearer.normal.dot(near.normal) > 1.0 - SAME_NORMAL
            });
            if !asks_nothing {
                touched.push(near);
            }
        }
        touched
    }

    /// The displacement nearest to the wish that leads against nothing that is touched.
    fn bend(&self, desired: DVec3, touched: &[Near]) -> DVec3 {
        let mut normals: SmallVec<[DVec3; 16]> = SmallVec::new();
        let mut against = |normal: DVec3| normals.extend(normal.try_normalize());
        for normal in self.options.never_against {
            against(normal.as_dvec3());
        }
        for near in touched {
            against(near.normal);
            if let Some(also) = self.options.also_against
                && let Some(normal) = also(&near.contact(self.radius))
            {
                against(normal.as_dvec3());
            }
        }
        clip(desired, &normals)
    }

    /// All legs.
    pub(super) fn run(&mut self, desired: DVec3, slide: &mut Slide) {
        let length = desired.length();
        // The part of the wish that is still to be moved.
        let mut left = 1.0;
        self.come_to_rest();
        let mut touched = self.touched(&[]);
        // Legs in a row that got it little on.
        let mut little = 0;
        let mut bent = self.bend(desired, &touched);
        self.note(&touched, slide);
        for _ in 0..MAX_LEGS {
            // Also refuses a wish of no length.
            if !(bent.length() > DEAD * length && left > DEAD) {
                break;
            }
            let target = self.center + bent * left;
            let (begin, from) = (self.center, slide.center);
            let leg_desired = (bent * left).as_vec3();
            let first = self
                .around
                .first_impact(self.half_axis, self.swept(), self.center, target, ALONG);
            let met = first.is_some();
            if let Some(first) = first {
                self.center = first.center;
                left *= 1.0 - first.t;
                self.look();
                self.come_to_rest();
            } else {
                self.center = target;
            }
            let to = self.center.as_vec3();
            // Where it met something, it has just looked at all that is near.
            let clear = if met {
                let reaches_into = |near: &Near| {
                    near.distance < self.touching()
                        && near.moved(to.as_dvec3(), self.half_axis).distance < self.radius
                };
                !self.near.iter().any(reaches_into)
            } else {
                is_clear_at(&self.around, self.half_axis, self.radius, to.as_dvec3())
            };
            if !clear {
                break;
            }
            slide.center = to;
            let before = slide.contacts.len() as u32;
            if met {
                // Between two walls that it touches in turn, each bends the wish into the other: what it has hardly left
                // still counts.
                let gets_on = self.center.distance(begin) > LITTLE * length;
                little = if gets_on { 0 } else { little + 1 };
                let held = if gets_on { Touched::new() } else { touched };
                touched = self.touched(&held);
                bent = self.bend(desired, &touched);
                self.note(&touched, slide);
            }
            slide.legs.push(Leg {
                from,
                to,
                desired: leg_desired,
                contacts: before..slide.contacts.len() as u32,
            });
            if !met || little >= MAX_LITTLE {
                break;
            }
        }
        slide.remaining = if bent.length() > DEAD * length {
            bent.as_vec3()
        } else {
            Vec3::ZERO
        };
    }

    fn note(&self, touched: &[Near], slide: &mut Slide) {
        slide
            .contacts
            .extend(touched.iter().map(|near| near.contact(self.radius)));
    }
}
