//! A loaded level and its parts.

use crate::{Text, text};
use bspwalk_geometry::{Aabb, Polygon};
use bspwalk_trees::{DoomTree, FaceId, QuakeTree, doom::DoomSurfaces};
use glam::{DVec3, Vec2, Vec3, Vec4};

use super::{
    Brush, Entity, Format, LightMaps, Material, UpAxis, Warning,
    mechanisms::{Caller, Mechanism},
};

/// A loaded level, ready for building trees and rendering.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Level {
    /// Stem of the file name, or name of the built-in level.
    pub name: String,
    /// Format of the source file.
    pub format: Format,
    /// Conversions applied while loading, each as one sentence.
    pub conversions: Vec<Text>,
    /// Triangles of the level, without dropped ones, in load order.
    pub triangles: Vec<LevelTriangle>,
    /// Materials, indexed by [`LevelTriangle::material`]. Never empty.
    pub materials: Vec<Material>,
    /// Names of the source's objects and groups, indexed by [`LevelTriangle::object`]. Never empty.
    pub objects: Vec<String>,
    /// Entities of the level, in source order.
    pub entities: Vec<Entity>,
    /// Convex solids of the source; empty if the source contains only faces. The triangles may omit brush faces that
    /// can never be seen.
    pub brushes: Vec<Brush>,
    /// Faces of the source's hint brushes. Compiled levels store them separately.
    #[serde(skip)]
    pub hints: Vec<Hint>,
    /// Bounding boxes of the ladders, in metres: brushes of `func_ladder` and `trigger_ladder` entities, and brushes
    /// that Quake II's flags or a texture make ladders. Compiled levels store them separately.
    #[serde(skip)]
    pub ladders: Vec<Aabb>,
    /// BSP tree from the source, if the source is a compiled level.
    pub own_tree: Option<QuakeTree>,
    /// Nodes, subsectors and segs of a DOOM level, in map units. With the default units, (x, y) in the tree corresponds
    /// to (x, 0, −y) times [`Units::scale`] in the level.
    pub doom_tree: Option<DoomTree>,
    /// Heights, flats and textures that DOOM's renderer reads next to the tree. Compiled levels store them separately.
    #[serde(skip)]
    pub doom_surfaces: Option<DoomSurfaces>,
    /// Lightmaps stored in the source.
    pub light: Option<LightMaps>,
    /// Position of the level's origin relative to the file's origin, in metres and in the level's axes. All positions
    /// in the level are relative to the level's origin. Zero unless the level is far from the file's origin.
    pub origin: DVec3,
    /// Bounds of the triangles, in metres.
    pub bounds: Aabb,
    /// Player spawn.
    pub spawn: Spawn,
    /// Conversion from source coordinates to metres.
    pub units: Units,
    /// Number of triangles in the source, including dropped triangles and triangles that mark the spawn.
    /// [`LevelTriangle::source`] is always less than this.
    pub source_triangles: u32,
    /// Dropped triangles, each with the reason.
    pub dropped: Vec<Dropped>,
    /// Problems in the file that did not prevent loading.
    pub warnings: Vec<Warning>,
    /// Moving parts of the level: doors, lifts, trains and buttons.
    pub mechanisms: Vec<Mechanism>,
    /// Triggers that activate the mechanisms.
    pub callers: Vec<Caller>,
    /// Faces that exist only while mechanisms are simulated: DOOM's doors (which are open in [`Level::triangles`]),
    /// DOOM's lifts, and the walls that become visible when these move. Their source numbers start at
    /// [`Level::source_triangles`].
    pub stowed: Vec<LevelTriangle>,
    /// Source numbers, in ascending order, of the faces in [`Level::triangles`] that exist only while mechanisms are
    /// not simulated. The faces in [`Level::stowed`] replace them.
    pub replaced: Vec<FaceId>,
    /// Whether the level was [taken apart](Level::separate_moving_parts).
    pub apart: bool,
}

/// A face of a hint brush: a convex polygon whose plane divides space before the planes of faces do. It is not drawn
/// and does not block bodies.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Hint {
    /// Corners in metres, counter-clockwise when seen from outside the brush.
    pub corners: Vec<DVec3>,
}

impl Hint {
    /// Returns the face as a polygon.
    #[must_use]
    pub fn polygon(&self) -> Polygon {
        Polygon::from_points(self.corners.iter().copied())
    }
}

/// A triangle in a level.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct LevelTriangle {
    /// Corners in metres, counter-clockwise when seen from the front.
    pub corners: [DVec3; 3],
    /// Unit shading normal of each corner.
    pub normals: [Vec3; 3],
    /// Texture coordinates of each corner; (0, 0) is the top left of the image.
    pub uvs: [Vec2; 3],
    /// Linear RGBA vertex colours; white if the source has no colours.
    pub colors: [Vec4; 3],
    /// Index into [`Level::materials`].
    pub material: u32,
    /// Index into [`Level::objects`].
    pub object: u32,
    /// Number of the triangle in the source. Queries return it as `face`.
    pub source: FaceId,
    /// Whether the triangle blocks bodies. Liquids are rendered but not solid.
    pub solid: bool,
}

/// Player spawn.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Spawn {
    /// Eye position, in metres.
    pub eye: DVec3,
    /// Yaw, in degrees to the left of −Z.
    pub yaw: f64,
    /// How the spawn was found.
    pub origin: SpawnOrigin,
}

impl Spawn {
    /// Returns the view direction, a horizontal unit vector.
    #[must_use]
    pub fn forward(&self) -> DVec3 {
        let (sin, cos) = self.yaw.to_radians().sin_cos();
        DVec3::new(-sin, 0.0, -cos)
    }
}

/// How a spawn was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SpawnOrigin {
    /// An object named `spawn`.
    Object,
    /// An entity: a Quake player start or a camera.
    Entity,
    /// Above a floor and away from walls, in the largest room near the middle of the level.
    Room,
    /// In front of the level. Used for single objects and for levels without a suitable room.
    Fallback,
}

/// Conversion from source coordinates to metres.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Units {
    /// Axis that points up in the source.
    pub up: UpAxis,
    /// Metres per source unit.
    pub scale: f64,
    /// Whether `scale` was guessed from the level's size.
    pub guessed: bool,
    /// Sentence that states what was assumed, why, and how to override it.
    pub note: Text,
}

/// A triangle that was dropped while loading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Dropped {
    /// The triangle's number in the source.
    pub source: FaceId,
    /// Reason for dropping the triangle.
    pub reason: DropReason,
}

/// Reason for dropping a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum DropReason {
    /// The corners are collinear within the precision of the level's coordinates.
    ZeroArea,
    /// A coordinate is NaN, infinite, or too large to compute with.
    NotFinite,
    /// An earlier triangle has the same corners and winding.
    Repeated,
}

impl DropReason {
    /// Returns a phrase that describes such triangles, as in "3 triangles without area".
    #[must_use]
    pub fn phrase(self) -> Text {
        match self {
            Self::ZeroArea => text!("levels-without-area"),
            Self::NotFinite => text!("levels-not-finite"),
            Self::Repeated => text!("levels-repeated"),
        }
    }
}

impl Level {
    /// Returns the source's own tree if it has clip hulls.
    #[must_use]
    pub fn tree_with_hulls(&self) -> Option<&QuakeTree> {
        self.own_tree.as_ref().filter(|tree| !tree.hulls().is_empty())
    }

    /// Returns whether a warning says that Z seems to be the up axis.
    #[must_use]
    pub fn looks_z_up(&self) -> bool {
        self.warnings.iter().any(Warning::is_of_z_up)
    }

    /// Returns the triangle with this source number, which may be stowed, or `None` if it was dropped.
    #[must_use]
    pub fn triangle_of_face(&self, face: FaceId) -> Option<&LevelTriangle> {
        let among = |triangles: &'_ [LevelTriangle]| {
            triangles.binary_search_by_key(&face, |triangle| triangle.source)
        };
        match among(&self.triangles) {
            Ok(index) => self.triangles.get(index),
            Err(_) => self.stowed.get(among(&self.stowed).ok()?),
        }
    }

    /// Returns the material name of the face with this source number.
    #[must_use]
    pub fn material_of_face(&self, face: FaceId) -> Option<&str> {
        let material = self.triangle_of_face(face)?.material as usize;
        self.materials
            .get(material)
            .map(|material| material.name.as_str())
    }
}
