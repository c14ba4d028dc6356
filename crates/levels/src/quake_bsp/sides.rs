//! Uses the file's tree to classify world faces whose textures do not identify their kind. Files without textures have
//! no names that identify water and sky. Furthermore, compilers write each liquid surface twice, once for each side.

use std::collections::{HashMap, HashSet};

use bspwalk_trees::quake::{Contents, QuakeTree};
use glam::DVec3;
use qbsp::data::BspFace;

use crate::quake::contents::TextureKind;

/// Distance of the sample points in front of and behind a face, in units.
const REACH: f64 = 1.0;

/// Maximum average number of tree planes to test per face. The depth of compilers' trees is a few dozen.
const MOST_PLANES_A_FACE: u64 = 512;

/// Contents in front of and behind a face.
#[derive(Clone, Copy)]
struct Sides {
    before: Contents,
    behind: Contents,
}

pub(super) struct SurfaceSurvey<'a> {
    tree: &'a QuakeTree,
    planes_left: u64,
    /// Whether the contents on both sides of some faces are unknown because the tree is too deep.
    pub(super) is_cut_short: bool,
    sides: Vec<Option<Sides>>,
    /// Number of liquid, sky and other faces for each texture, by texture index.
    counts: HashMap<u32, [u32; 3]>,
    /// Planes and textures of liquid surfaces as seen from outside the liquid.
    tops: HashSet<(u32, u32)>,
}

impl Sides {
    /// Returns the contents on both sides of a face with these corners and this normal. Returns `None` if this would
    /// exceed `planes_left`, the number of planes that may still be tested.
    fn of(tree: &QuakeTree, corners: &[DVec3], normal: DVec3, planes_left: &mut u64) -> Option<Self> {
        let middle = corners.iter().sum::<DVec3>() / corners.len().max(1) as f64;
        let mut contents = |away: f64| tree.contents_within(middle + normal * away, planes_left);
        Some(Self {
            before: contents(REACH)?,
            behind: contents(-REACH)?,
        })
    }

    fn look(self) -> TextureKind {
        if self.behind == Contents::Sky {
            TextureKind::Sky
        } else if self.before.is_liquid() != self.behind.is_liquid()
            && !self.before.is_opaque()
            && !self.behind.is_opaque()
        {
            TextureKind::Liquid
        } else {
            TextureKind::Ordinary
        }
    }
}

impl<'a> SurfaceSurvey<'a> {
    /// Creates an empty survey of a level that has `faces` faces and this tree.
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

    /// Adds the next world face. `texture` is the index of its texture. `place` is `None` if the face is unreadable.
    pub(super) fn add(&mut self, face: &BspFace, texture: Option<u32>, place: Option<(Vec<DVec3>, DVec3)>) {
        let sides = place.and_then(|(corners, normal)| {
            let sides = Sides::of(self.tree, &corners, normal, &mut self.planes_left);
            self.is_cut_short |= sides.is_none();
            sides
        });
        self.sides.push(sides);
        let Some(sides) = sides else { return };
        let look = sides.look();
        if look == TextureKind::Liquid && !sides.before.is_liquid() {
            self.tops.insert((face.plane_idx.0, face.texture_info_idx.0));
        }
        if let Some(texture) = texture {
            let [liquid, sky, other] = self.counts.entry(texture).or_default();
            *match look {
                TextureKind::Liquid => liquid,
                TextureKind::Sky => sky,
                _ => other,
            } += 1;
        }
    }

    /// Returns, by texture index, the most frequent kind of face with that texture.
    pub(super) fn texture_kinds(&self) -> HashMap<u32, TextureKind> {
        let looks = self.counts.iter().map(|(&texture, &[liquid, sky, other])| {
            let look = match () {
                () if liquid > sky + other => TextureKind::Liquid,
                () if sky > liquid + other => TextureKind::Sky,
                () => TextureKind::Ordinary,
            };
            (texture, look)
        });
        looks.collect()
    }

    /// Returns whether a face is the underside of a surface that also has an upper side. `number` is the face's index
    /// among the world faces.
    pub(super) fn is_underside(&self, number: usize, face: &BspFace) -> bool {
        let sides = self.sides.get(number).copied().flatten();
        sides.is_some_and(|sides| {
            sides.before.is_liquid()
                && !sides.behind.is_liquid()
                && self.tops.contains(&(face.plane_idx.0, face.texture_info_idx.0))
        })
    }
}
