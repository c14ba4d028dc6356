//! Colliders, which are collected in a deterministic order for each tick.

use std::sync::LazyLock;

use bevy::{ecs::system::SystemParam, prelude::*};
use bspwalk_collision::{
    mover::Trees,
    things::{Assembly, Isometry, Owner, Placed},
};
use bspwalk_trees::{BuildParams, NodeTree, TriangleId};

use crate::{
    asset::BspTree,
    body::KinematicBody,
    root::BspLevelRoot,
    thing::{MovingThing, ThingMotion, pose_of},
};

/// A collider: the triangles of a tree, placed by the entity's `Transform`. Scale is ignored.
///
/// It is static unless the entity has a [`MovingThing`](crate::MovingThing). Bodies wait until the trees of all
/// colliders are loaded.
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq, Debug)]
#[require(Transform)]
pub struct BspCollider(pub Handle<BspTree>);

/// An empty tree, used if there is no static collider at the origin.
static NOTHING: LazyLock<NodeTree> = LazyLock::new(|| {
    NodeTree::build(&[], &BuildParams::default()).expect("a build fails by its triangles alone")
});

/// A system parameter that provides the static colliders.
#[derive(SystemParam)]
pub(crate) struct StaticColliders<'w, 's> {
    trees: Res<'w, Assets<BspTree>>,
    colliders: Query<
        'w,
        's,
        (Entity, &'static BspCollider, &'static Transform),
        (Without<MovingThing>, Without<KinematicBody>),
    >,
    roots: Query<'w, 's, (), (With<BspLevelRoot>, Without<BspCollider>)>,
}

/// A system parameter for queries against all colliders. Moving colliders are at their positions after the last tick.
/// It provides all queries of [`Obstacles`](bspwalk_trees::Obstacles).
///
/// ```
/// use bevy::prelude::*;
/// use bevy_bspwalk::BspColliders;
/// use bspwalk_trees::Obstacles;
///
/// fn is_lit(colliders: BspColliders, lamp: Single<&Transform, With<PointLight>>, eye: Single<&Transform, With<Camera>>) {
///     let blocked = colliders.with_trees(|trees| trees.nodes.is_blocked(lamp.translation, eye.translation));
///     println!("{blocked:?}");
/// }
/// # bevy::ecs::system::assert_is_system(is_lit);
/// ```
#[derive(SystemParam)]
pub struct BspColliders<'w, 's> {
    fixed: StaticColliders<'w, 's>,
    moving: Query<
        'w,
        's,
        (
            Entity,
            &'static BspCollider,
            &'static MovingThing,
            &'static ThingMotion,
        ),
        Without<KinematicBody>,
    >,
}

/// A moving collider and its current pose.
pub(crate) struct Moving {
    pub(crate) entity: Entity,
    pub(crate) tree: AssetId<BspTree>,
    pub(crate) order: i32,
    pub(crate) pose: Isometry,
}

/// All colliders during a tick.
pub(crate) struct Gathered<'a> {
    /// The level, which is the first static collider at the origin.
    level: Option<(Entity, &'a BspTree)>,
    /// All other colliders, static ones before moving ones.
    pub(crate) placed: Vec<PlacedCollider<'a>>,
}

/// A collider with its pose.
pub(crate) struct PlacedCollider<'a> {
    pub(crate) entity: Entity,
    pub(crate) tree: &'a BspTree,
    pub(crate) pose: Isometry,
}

impl StaticColliders<'_, '_> {
    /// Collects all colliders. Returns `None` if there are no colliders or if their trees are not loaded yet.
    pub(crate) fn gather(&self, mut moving: Vec<Moving>) -> Option<Gathered<'_>> {
        if !self.roots.is_empty() {
            return None;
        }
        let mut fixed: Vec<_> = self.colliders.iter().collect();
        fixed.sort_unstable_by_key(|&(entity, ..)| entity);
        let mut gathered = Gathered {
            level: None,
            placed: Vec::with_capacity(fixed.len() + moving.len()),
        };
        for (entity, collider, transform) in fixed {
            let tree = self.trees.get(&collider.0)?;
            let pose = pose_of(transform);
            if gathered.level.is_none() && pose == Isometry::IDENTITY {
                gathered.level = Some((entity, tree));
            } else {
                gathered.placed.push(PlacedCollider { entity, tree, pose });
            }
        }
        moving.sort_unstable_by_key(|thing| (thing.order, thing.entity));
        for thing in moving {
            let tree = self.trees.get(thing.tree)?;
            gathered.placed.push(PlacedCollider {
                entity: thing.entity,
                tree,
                pose: thing.pose,
            });
        }
        (gathered.level.is_some() || !gathered.placed.is_empty()).then_some(gathered)
    }
}

impl BspColliders<'_, '_> {
    /// Runs a query against the faces of all colliders, and against the clip hulls of the level if there are any.
    /// Returns `None` while a level is loading or if there are no colliders.
    pub fn with_trees<R>(&self, question: impl FnOnce(Trees<'_, Assembly<'_>>) -> R) -> Option<R> {
        let gathered = self.gather()?;
        let placed = gathered.obstacles();
        let assembly = Assembly::new(gathered.level_nodes(), &placed);
        Some(question(gathered.trees(&assembly)))
    }

    /// Collects all colliders. Returns `None` if there are no colliders or if their trees are not loaded yet.
    pub(crate) fn gather(&self) -> Option<Gathered<'_>> {
        let moving = self
            .moving
            .iter()
            .filter_map(|(entity, collider, thing, motion)| {
                Some(Moving {
                    entity,
                    tree: collider.0.id(),
                    order: thing.order,
                    pose: motion.pose()?,
                })
            });
        self.fixed.gather(moving.collect())
    }
}

impl<'a> Gathered<'a> {
    /// Returns the tree of the level, or an empty one if there is no level.
    pub(crate) fn level_nodes(&self) -> &'a NodeTree {
        self.level.map_or(&NOTHING, |(_, tree)| tree.nodes())
    }

    /// Returns the asset of the level, if there is a level.
    pub(crate) fn level_tree(&self) -> Option<&'a BspTree> {
        self.level.map(|(_, tree)| tree)
    }

    /// Combines all colliders with the clip hulls of the level.
    pub(crate) fn trees<'b>(&'b self, assembly: &'b Assembly<'b>) -> Trees<'b, Assembly<'b>> {
        Trees {
            nodes: assembly,
            planes: None,
            hulls: self.level_tree().and_then(BspTree::hulls),
            environment: None,
        }
    }

    /// Returns all colliders except the level, as obstacles in level space.
    pub(crate) fn obstacles(&self) -> Vec<Placed<'a>> {
        let placed = self.placed.iter();
        placed
            .map(|placed| Placed::new(placed.tree.nodes(), placed.pose))
            .collect()
    }

    /// Returns the collider that a triangle of the assembly belongs to, with the collider's tree.
    pub(crate) fn owner(
        &self,
        assembly: &Assembly<'_>,
        triangle: TriangleId,
    ) -> Option<(Entity, &'a BspTree)> {
        match assembly.owner(triangle) {
            Owner::Level => self.level,
            Owner::Thing(number) => {
                let placed = self.placed.get(number)?;
                Some((placed.entity, placed.tree))
            }
        }
    }
}
