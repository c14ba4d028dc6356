//! The level that is shown, as the plugin `bevy_bspwalk` has it: its tree collides, and its doors and lifts move.
//!
//! Below each level that was shown stands an entity with the plugin's [`BspLevelRoot`]. Those of levels that are put aside are disabled,
//! with their doors as they are.

use std::sync::Arc;

use bevy::{
    asset::AssetPlugin,
    ecs::{entity_disabling::Disabled, system::SystemParam},
    prelude::*,
};
use bevy_bspwalk::{
    BspLevel, BspLevelRoot, BspTree, BspwalkPlugin, BspwalkSystems, Mechanisms, MovingThing, TickLength,
};
use bspwalk_trees::NodeTree;

use super::{
    clock::STEP,
    leaf_tree::LeafTreeState,
    shown::IsShown,
    state::{LevelId, OpenedLevel},
};

/// The trees of the doors and lifts of a level, one for each mechanism; none where they stand still in the level's tree.
#[derive(Component, Clone, Debug, Default)]
pub struct PartTrees(pub Vec<Arc<NodeTree>>);

/// On a level: the entity below it that collides.
#[derive(Component, Clone, Debug)]
pub struct Colliders {
    /// The entity with the [`BspLevelRoot`] and, where something moves, the [`Mechanisms`].
    pub root: Entity,
    level: LevelId,
    fixed: Handle<BspTree>,
    is_shown: bool,
}

/// Lets the level that is shown collide.
pub(super) struct CollidersPlugin;

impl Plugin for CollidersPlugin {
    fn build(&self, app: &mut App) {
        if !app.is_plugin_added::<AssetPlugin>() {
            app.add_plugins(AssetPlugin::default());
        }
        app.add_plugins(BspwalkPlugin::default())
            .insert_resource(TickLength(STEP))
            .add_systems(PreUpdate, stand.before(BspwalkSystems::Spawn));
    }
}

/// Brings what collides to what is shown, before the steps of the frame.
fn stand(
    mut commands: Commands,
    mut levels: Query<(
        Entity,
        &OpenedLevel,
        &PartTrees,
        Option<&LeafTreeState>,
        Has<IsShown>,
        Option<&mut Colliders>,
    )>,
    (mut trees, mut assets): (ResMut<Assets<BspTree>>, ResMut<Assets<BspLevel>>),
) {
    for (entity, current, parts, leaf_tree, is_shown, mut known) in &mut levels {
        let planes = leaf_tree.and_then(|state| state.planes(current));
        let tree = |nodes: &Arc<NodeTree>| BspTree::of_level(Arc::clone(nodes), Arc::clone(&current.level));
        let fixed = || tree(&current.tree).with_planes(planes.cloned());
        if let Some(known) = known.as_mut().filter(|known| known.is_shown != is_shown) {
            known.is_shown = is_shown;
            let mut root = commands.entity(known.root);
            if is_shown {
                root.remove_recursive::<Children, Disabled>();
            } else {
                root.insert_recursive::<Children>(Disabled);
            }
        }
        if !is_shown {
            continue;
        }
        match known {
            Some(known) if known.level == current.level_id() => {
                let is_same = trees.get(&known.fixed).is_some_and(|tree| {
                    Arc::ptr_eq(tree.nodes(), &current.tree)
                        && tree.planes().map(Arc::as_ptr) == planes.map(Arc::as_ptr)
                });
                if !is_same && let Err(error) = trees.insert(&known.fixed, fixed()) {
                    error!("{error}");
                }
            }
            known => {
                let fixed = trees.add(fixed());
                let level = BspLevelRoot(assets.add(BspLevel {
                    level: Arc::clone(&current.level),
                    fixed: fixed.clone(),
                    parts: parts.0.iter().map(|part| trees.add(tree(part))).collect(),
                    visibility: None,
                }));
                let root = match known {
                    Some(known) => commands.entity(known.root).insert(level).id(),
                    None => commands.spawn((level, ChildOf(entity))).id(),
                };
                commands.entity(entity).insert(Colliders {
                    root,
                    level: current.level_id(),
                    fixed,
                    is_shown,
                });
            }
        }
    }
}

/// The places of the doors and lifts of the level that is shown, as they are drawn.
#[derive(SystemParam)]
pub(super) struct Doors<'w, 's> {
    shown: Query<'w, 's, &'static Colliders, With<IsShown>>,
    mechanisms: Query<'w, 's, &'static Mechanisms>,
    things: Query<'w, 's, &'static Transform, With<MovingThing>>,
}

impl Doors<'_, '_> {
    /// The place of a mechanism, where it moves.
    pub(super) fn place(&self, mechanism: usize) -> Option<Transform> {
        let root = self.shown.single().ok()?.root;
        let thing = self.mechanisms.get(root).ok()?.things().get(mechanism)?;
        self.things.get(*thing).ok().copied()
    }
}
