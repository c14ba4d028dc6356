//! A loaded level and its parts.

use bspwalk_geometry::Aabb;
use bspwalk_text::text;
use bspwalk_trees::{DoomTree, QuakeTree};
use glam::{DVec3, Vec2, Vec3, Vec4};

use super::{
    Brush, Entity, Format, LightMaps, Material, UpAxis, Warning,
    mechanisms::{Caller, Mechanism},
};

/// A loaded level, ready to be built into trees and rendered.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Level {
    /// Stem of the file name, or name of the built-in level.
    pub name: String,
    /// Format of the source file.
    pub format: Format,
    /// Conversions applied while loading, one sentence each.
    pub conversions: Vec<String>,
    /// Triangles that were kept, in load order.
    pub triangles: Vec<LevelTriangle>,
    /// Materials, indexed by [`LevelTriangle::material`]. Never empty.
    pub materials: Vec<Material>,
    /// Names of the source's objects and groups, indexed by [`LevelTriangle::object`]. Never empty.
    pub objects: Vec<String>,
    /// Named entities of the level, in source order.
    pub entities: Vec<Entity>,
    /// Convex solids of the source; empty if the source contains only faces. Brush faces that can never be seen may
    /// be missing from the triangles.
    pub brushes: Vec<Brush>,
    /// BSP tree that the source's compiler wrote, if this is a compiled level.
    pub own_tree: Option<QuakeTree>,
    /// Nodes, subsectors and segs of a DOOM level, in map units. With the level's default units, (x, y) of the tree
    /// is (x, 0, −y) times [`Units::scale`] in the level.
    pub doom_tree: Option<DoomTree>,
    /// Lightmaps stored in the source.
    pub light: Option<LightMaps>,
    /// Position of the level's origin in the file's space, in metres and in the level's axes. All positions in the
    /// level are relative to it. Zero unless the level is far from the origin of its file.
    pub origin: DVec3,
    /// Bounds of the triangles, in metres.
    pub bounds: Aabb,
    /// Player spawn.
    pub spawn: Spawn,
    /// Conversion from source coordinates to metres.
    pub units: Units,
    /// Number of triangles in the source, including dropped ones and those that mark the spawn.
    /// [`LevelTriangle::source`] is always smaller.
    pub source_triangles: u32,
    /// Triangles that were left out, with the reason.
    pub dropped: Vec<Dropped>,
    /// Problems in the file that did not stop the load.
    pub warnings: Vec<Warning>,
    /// Moving parts of the level: doors, lifts, trains and buttons.
    pub mechanisms: Vec<Mechanism>,
    /// Triggers of the mechanisms.
    pub callers: Vec<Caller>,
    /// Faces that exist only while mechanisms are simulated: DOOM's doors, which are open in
    /// [`Level::triangles`], DOOM's lifts, and the walls that these uncover. Their numbers start at
    /// [`Level::source_triangles`].
    pub stowed: Vec<LevelTriangle>,
    /// Numbers of the faces in [`Level::triangles`] that exist only while mechanisms are not simulated,
    /// ascending. The faces in [`Level::stowed`] replace them.
    pub replaced: Vec<u32>,
    /// Whether the level was [taken apart](Level::take_apart).
    pub apart: bool,
}

/// A triangle of a level.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct LevelTriangle {
    /// Corners in metres, counter-clockwise seen from the front.
    pub corners: [DVec3; 3],
    /// Unit shading normals of the corners.
    pub normals: [Vec3; 3],
    /// Texture coordinates of the corners; (0, 0) is the top left of the image.
    pub uvs: [Vec2; 3],
    /// Linear RGBA vertex colours; white if the source has none.
    pub colors: [Vec4; 3],
    /// Index into [`Level::materials`].
    pub material: u32,
    /// Index into [`Level::objects`].
    pub object: u32,
    /// Number of the triangle in the source, from 0 in load order, before any were dropped. Queries return it as
    /// `face`.
    pub source: u32,
    /// Whether the triangle blocks bodies. Liquids are rendered but not solid.
    pub solid: bool,
}

/// Player spawn.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Spawn {
    /// Eye position, in metres.
    pub eye: DVec3,
    /// Yaw in degrees, to the left of −Z.
    pub yaw: f64,
    /// How the spawn was found.
    pub origin: SpawnOrigin,
}

/// How a spawn was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SpawnOrigin {
    /// An object named `spawn`.
    Object,
    /// An entity: a Quake player start or a camera.
    Entity,
    /// Above a floor, clear of walls, in the largest room near the middle.
    Room,
    /// In front of the level. Used for single objects and for levels without a suitable room.
    Fallback,
}

/// Conversion from source coordinates to metres.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Units {
    /// Axis of the source that points up.
    pub up: UpAxis,
    /// Metres per source unit.
    pub scale: f64,
    /// Whether `scale` was guessed from the size of the level.
    pub guessed: bool,
    /// One sentence that says what was assumed, why, and how to override it.
    pub note: String,
}

/// A triangle that was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Dropped {
    /// Number of the triangle in the source.
    pub source: u32,
    /// Reason for leaving it out.
    pub reason: DropReason,
}

/// Reason why a triangle was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum DropReason {
    /// The corners are collinear, to the precision of the level's coordinates.
    ZeroArea,
    /// A coordinate is NaN, infinite or too large to compute with.
    NotFinite,
    /// An earlier triangle has the same corners in the same winding.
    Repeated,
}

impl DropReason {
    /// Returns a phrase for such triangles, as in "3 triangles without area".
    #[must_use]
    pub fn phrase(self) -> &'static str {
        match self {
            Self::ZeroArea => text!("levels-without-area"),
            Self::NotFinite => text!("levels-not-finite"),
            Self::Repeated => text!("levels-repeated"),
        }
    }
}

impl Level {
    /// Returns the compiler's tree if it has clip hulls.
    #[must_use]
    pub fn hulls(&self) -> Option<&QuakeTree> {
        self.own_tree.as_ref().filter(|tree| !tree.hulls().is_empty())
    }

    /// Returns the boxes of the ladders of a compiled level, in metres: of the models of its entities of class
    /// `func_ladder`, which Half-Life uses.
    #[must_use]
    pub fn ladders(&self) -> Vec<Aabb> {
        let Some(tree) = &self.own_tree else {
            return Vec::new();
        };
        let is_ladder = |entity: &&Entity| entity.class.eq_ignore_ascii_case("func_ladder");
        let box_of = |entity: &Entity| {
            let (_, name) = entity.properties.iter().find(|(key, _)| key == "model")?;
            let number: usize = name.strip_prefix('*')?.parse().ok()?;
            let model = tree.parts().models.get(number)?;
            let corners = [model.bounds.min, model.bounds.max];
            Some(Aabb::from_points(corners.map(|corner| corner + model.offset)))
        };
        self.entities
            .iter()
            .filter(is_ladder)
            .filter_map(box_of)
            .collect()
    }

    /// Returns whether a warning says that Z seems to be the up axis.
    #[must_use]
    pub fn looks_z_up(&self) -> bool {
        self.warnings.iter().any(Warning::is_of_z_up)
    }

    /// Returns the triangle with this source number, which may be stowed. `None` if it was dropped.
    #[must_use]
    pub fn triangle_of_face(&self, face: u32) -> Option<&LevelTriangle> {
        let among = |triangles: &'_ [LevelTriangle]| {
            triangles.binary_search_by_key(&face, |triangle| triangle.source)
        };
        match among(&self.triangles) {
            Ok(index) => self.triangles.get(index),
            Err(_) => self.stowed.get(among(&self.stowed).ok()?),
        }
    }

    /// Returns the material name of a face, given its source number.
    #[must_use]
    pub fn material_of_face(&self, face: u32) -> Option<&str> {
        let material = self.triangle_of_face(face)?.material as usize;
        self.materials
            .get(material)
            .map(|material| material.name.as_str())
    }
}
