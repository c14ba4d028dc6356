//! Replaces the faces of an object of a level while the game runs, for example of a wall that breaks.

use std::sync::Arc;

use bevy::{ecs::system::EntityCommand, prelude::*};
use bspwalk_geometry::{Aabb, FaceId, TaggedTriangle};
use bspwalk_levels::{Level, LevelTriangle};
use bspwalk_progress::Progress;
use bspwalk_trees::node_storing::{BuildError, EditableTree, ReplayError, TreeChange};
use glam::Vec4;

use crate::{
    asset::{BspLevel, BspTree},
    gather::BspCollider,
    root::{BspLevelRoot, Spawned},
};

/// An entity command that replaces the faces of an object of a spawned level, on the entity of its
/// [`BspLevelRoot`]. Without faces, the object disappears.
///
/// From the next tick on, bodies, rays and other queries use the new faces, and
/// [`BspLevelMeshes`](crate::BspLevelMeshes) draws them. Most of the tree is kept, which takes a fifth to two thirds of
/// the time of a full build; see [`EditableTree`]. The first replacement in a level also prepares its tree, in linear
/// time. The PVS is not computed again. Once an object has lost faces, you may be able to look through the gap, so
/// [`PvsCulling`](crate::PvsCulling) no longer hides anything in this level.
///
/// The asset does not change, so other roots with the same level keep the object. When the level is reloaded, the object
/// has its faces again. Doors, lifts and other moving parts cannot be replaced; change their [`BspCollider`] instead.
///
/// ```
/// use bevy::prelude::*;
/// use bevy_bspwalk::{BspLevelRoot, ReplaceObject};
///
/// fn explode(mut commands: Commands, level: Single<Entity, With<BspLevelRoot>>) {
///     let gone = ReplaceObject { object: "north_wall".to_owned(), faces: Vec::new() };
///     commands.entity(*level).queue_handled(gone, bevy::ecs::error::warn);
/// }
/// # bevy::ecs::system::assert_is_system(explode);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReplaceObject {
    /// Name of the object in [`Level::objects`]. If several objects have this name, all of them are replaced.
    pub object: String,
    /// New faces. They get face numbers that the level has not used yet, in this order.
    pub faces: Vec<ObjectFace>,
}

/// A new face of an object; see [`ReplaceObject`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ObjectFace {
    /// Corners in level space, in metres, counter-clockwise as seen from the front.
    pub corners: [Vec3; 3],
    /// Texture coordinates of each corner; (0, 0) is the top left of the image.
    pub uvs: [Vec2; 3],
    /// Name of one of the level's materials.
    pub material: String,
}

/// Reasons why an object cannot be replaced. The level is then unchanged.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReplaceObjectError {
    /// The entity has no [`BspLevelRoot`], or its level is not spawned yet.
    #[error("the entity has no spawned level")]
    NoLevel,
    /// The level has no object with this name.
    #[error("the level has no object named {0}")]
    NoObject(String),
    /// The object is a moving part.
    #[error("the object {0} is a moving part of the level")]
    Moves(String),
    /// The level has no material with this name.
    #[error("the level has no material named {0}")]
    NoMaterial(String),
    /// The tree cannot be built; for example, all corners must be finite.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The asset's tree was not built from the faces of its level.
    #[error("the tree of the level cannot be changed: {0}")]
    Tree(#[from] ReplayError),
}

/// The current faces of a level whose objects were replaced.
#[derive(Component)]
pub(crate) struct EditedLevel {
    pub(crate) level: Arc<Level>,
    /// Whether faces were removed, so that the PVS may be too small.
    pub(crate) is_opened: bool,
    tree: EditableTree,
    /// Face number of the next new face.
    next_face: u32,
}

impl EditedLevel {
    fn new(level: &Arc<Level>, tree: &BspTree) -> Result<Self, ReplaceObjectError> {
        let triangles = level.solid_triangles();
        let tree = EditableTree::new(Arc::clone(tree.nodes()), &triangles, &Progress::default())?;
        let used = level.triangles.iter().chain(&level.stowed);
        let used = used.map(|triangle| triangle.source.0 + 1).max().unwrap_or(0);
        Ok(Self {
            level: Arc::clone(level),
            is_opened: false,
            tree,
            next_face: used.max(level.source_triangles),
        })
    }

    fn replace(&mut self, request: &ReplaceObject) -> Result<TreeChange, ReplaceObjectError> {
        let level = &self.level;
        let is_object = |object: u32| {
            let name = level.objects.get(object as usize);
            name.is_some_and(|name| *name == request.object)
        };
        let object = (0..).zip(&level.objects).find(|(object, _)| is_object(*object));
        let Some((object, _)) = object else {
            return Err(ReplaceObjectError::NoObject(request.object.clone()));
        };
        let owners = level.mechanism_of_objects();
        if (0..)
            .zip(&owners)
            .any(|(object, owner)| owner.is_some() && is_object(object))
        {
            return Err(ReplaceObjectError::Moves(request.object.clone()));
        }
        let mut added = Vec::with_capacity(request.faces.len());
        for (source, face) in (self.next_face..).map(FaceId).zip(&request.faces) {
            added.push(level_triangle(level, face, object, source)?);
        }
        let tagged: Vec<TaggedTriangle> = added
            .iter()
            .map(|triangle| TaggedTriangle {
                corners: triangle.corners,
                face: triangle.source,
            })
            .collect();
        let is_removed = |face: FaceId| {
            let triangle = level.triangle_of_face(face);
            triangle.is_some_and(|triangle| is_object(triangle.object))
        };
        let change = self.tree.replace(is_removed, &tagged, &Progress::default())?;
        let mut triangles: Vec<LevelTriangle> = level
            .triangles
            .iter()
            .filter(|triangle| !is_object(triangle.object))
            .cloned()
            .collect();
        self.is_opened |= triangles.len() < level.triangles.len();
        self.next_face += added.len() as u32;
        triangles.extend(added);
        let bounds = Aabb::from_points(triangles.iter().flat_map(|triangle| triangle.corners));
        let level = Arc::make_mut(&mut self.level);
        level.source_triangles = self.next_face;
        level.triangles = triangles;
        level.bounds = bounds;
        Ok(change)
    }
}

fn level_triangle(
    level: &Level,
    face: &ObjectFace,
    object: u32,
    source: FaceId,
) -> Result<LevelTriangle, ReplaceObjectError> {
    let material = (0..)
        .zip(&level.materials)
        .find(|(_, material)| material.name == face.material);
    let Some((material, _)) = material else {
        return Err(ReplaceObjectError::NoMaterial(face.material.clone()));
    };
    let [a, b, c] = face.corners;
    let normal = (b - a).cross(c - a).normalize_or_zero();
    Ok(LevelTriangle {
        corners: face.corners.map(Vec3::as_dvec3),
        normals: [normal; 3],
        uvs: face.uvs,
        colors: [Vec4::ONE; 3],
        material,
        object,
        source,
        solid: true,
    })
}

impl EntityCommand for ReplaceObject {
    type Out = Result<(), ReplaceObjectError>;

    fn apply(self, mut root: EntityWorldMut) -> Self::Out {
        let handle = root
            .get::<BspLevelRoot>()
            .filter(|_| root.contains::<Spawned>())
            .map(|root| root.0.clone());
        let mut edited = match root.take::<EditedLevel>() {
            Some(edited) => edited,
            None => {
                let handle = handle.ok_or(ReplaceObjectError::NoLevel)?;
                let level = root.resource::<Assets<BspLevel>>().get(&handle);
                let level = level.ok_or(ReplaceObjectError::NoLevel)?;
                let tree = root.resource::<Assets<BspTree>>().get(&level.fixed);
                EditedLevel::new(&level.level, tree.ok_or(ReplaceObjectError::NoLevel)?)?
            }
        };
        let result = edited.replace(&self);
        if result.is_ok() {
            let tree = BspTree::of_level(Arc::clone(edited.tree.tree()), Arc::clone(&edited.level));
            let tree = root.resource_mut::<Assets<BspTree>>().add(tree);
            root.insert(BspCollider(tree));
        }
        root.insert(edited);
        result.map(|_| ())
    }
}
