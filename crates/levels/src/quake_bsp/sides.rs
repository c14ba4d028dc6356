//! What the tree of the file says of the faces of the world, where the textures do not: files without textures have no names
//! that would tell water and sky from walls, and compilers draw the surface of a liquid twice, once from each side.

use std::collections::{HashMap, HashSet};

use bspwalk_trees::quake::{Contents, QuakeTree};
use glam::DVec3;
use qbsp::data::BspFace;

use crate::quake::contents::Look;

/// How far before and behind a face its sides are looked at, in units.
const REACH: f64 = 1.0;

/// How many planes of the tree may be looked at for a face, in the mean. Compilers make trees some tens deep.
const MOST_PLANES_A_FACE: u64 = 512;

/// What fills the world before and behind a face.
#[derive(Clone, Copy)]
struct Sides {
    before: Contents,
    behind: Contents,
}

/// What the faces of the world tell of each other.
pub(super) struct Surfaces<'a> {
    tree: &'a QuakeTree,
    /// How many planes of the tree may still be looked at.
    planes_left: u64,
    /// Whether the tree is so deep that the sides of some faces are not known.
    pub(super) is_cut_short: bool,
    /// The sides of each face, as far as they are known.
    sides: Vec<Option<Sides>>,
    /// How many faces of each texture, by its number, are surfaces of liquids, of the sky, and others.
    counts: HashMap<u32, [u32; 3]>,
    /// Planes and textures of surfaces of liquids that are seen from outside of the liquid.
    tops: HashSet<(u32, u32)>,
}

impl Sides {
    /// The sides of a face with these corners and this normal; `None` where more planes would have to be looked at than
    /// `planes_left`.
    fn of(tree: &QuakeTree, corners: &[DVec3], normal: DVec3, planes_left: &mut u64) -> Option<Self> {
        let middle = corners.iter().sum::<DVec3>() / corners.len().max(1) as f64;
        let mut contents = |away: f64| tree.contents_within(middle + normal * away, planes_left);
        Some(Self {
            before: contents(REACH)?,
            behind: contents(-REACH)?,
        })
    }

    fn look(self) -> Look {
        if self.behind == Contents::Sky {
            Look::Sky
        } else if self.before.is_liquid() != self.behind.is_liquid()
            && !self.before.is_opaque()
            && !self.behind.is_opaque()
        {
            Look::Liquid
        } else {
            Look::Ordinary
        }
    }
}

impl<'a> Surfaces<'a> {
    /// Of no face, in a level with this tree and so many faces.
    pub(super) fn new(tree: &'a QuakeTree, faces: usize) -> Self {
        Self {
            tree,
            planes_left: MOST_PLANES_A_FACE * faces as u64,
            is_cut_short: false,
            sides: Vec::with_capacity(faces),
            counts: HashMap::new(),
            tops: HashSet::new(),
        }
    }

    /// Notes the next face of the world, whose texture has this number; `None` for one that cannot be read.
    pub(super) fn add(&mut self, face: &BspFace, texture: Option<u32>, place: Option<(Vec<DVec3>, DVec3)>) {
        let sides = place.and_then(|(corners, normal)| {
            let sides = Sides::of(self.tree, &corners, normal, &mut self.planes_left);
            self.is_cut_short |= sides.is_none();
            sides
        });
        self.sides.push(sides);
        let Some(sides) = sides else { return };
        let look = sides.look();
        if look == Look::Liquid && !sides.before.is_liquid() {
            self.tops.insert((face.plane_idx.0, face.texture_info_idx.0));
        }
        if let Some(texture) = texture {
            let [liquid, sky, other] = self.counts.entry(texture).or_default();
            *match look {
                Look::Liquid => liquid,
                Look::Sky => sky,
                _ => other,
            } += 1;
        }
    }

    /// What most faces of each texture are, by its number.
    pub(super) fn looks(&self) -> HashMap<u32, Look> {
        let looks = self.counts.iter().map(|(&texture, &[liquid, sky, other])| {
            let look = match () {
                () if liquid > sky + other => Look::Liquid,
                () if sky > liquid + other => Look::Sky,
                () => Look::Ordinary,
            };
            (texture, look)
        });
        looks.collect()
    }

    /// Whether a face is the underside of a surface whose upper side is there, too. `number` counts the faces of the world.
    pub(super) fn is_underside(&self, number: usize, face: &BspFace) -> bool {
        let sides = self.sides.get(number).copied().flatten();
        sides.is_some_and(|sides| {
            sides.before.is_liquid()
                && !sides.behind.is_liquid()
                && self.tops.contains(&(face.plane_idx.0, face.texture_info_idx.0))
        })
    }
}
