//! Checks about the solid-leaf tree: painter's order, solidity, portals and the PVS.

use std::collections::{BTreeMap, HashMap, VecDeque};

use bspwalk_text::{
    text,
    words::{count, count_with_noun},
};
use bspwalk_trees::{
    LeafTree,
    solid_leaf::{LeafId, OUTSIDE, Pvs},
};
use glam::{DVec3, Vec3, dvec3};

use super::{CheckFilm, ChoiceQuestion, TRIES};
use crate::quiz::{painting::dividing_node, question::format_point};

/// Minimum vertical component of a floor's unit normal.
const FLOOR: f32 = 0.9;

/// Radius around a marked point, in metres. All leaves within it have the same kind.
const AROUND: f64 = 0.12;

/// A room: an empty leaf with a name that the user recognises.
#[derive(Clone, Debug, PartialEq)]
pub struct Room {
    /// Leaf of the room.
    pub leaf: LeafId,
    /// Name, with its article: "the room of leaf 16".
    pub name: String,
}

/// Returns the rooms of a level: for each floor material, the largest leaf above a floor with that material.
#[must_use]
pub fn rooms(tree: &LeafTree) -> Vec<Room> {
    let mut largest: BTreeMap<u32, (f64, LeafId)> = BTreeMap::new();
    for leaf in tree.empty_leaves() {
        let Some(view) = tree.leaf(leaf).filter(|view| !view.outside) else {
            continue;
        };
        let mut fragments = view.fragments.clone().filter_map(|index| tree.fragment(index));
        let Some(floor) = fragments.find(|fragment| is_floor(fragment.positions)) else {
            continue;
        };
        let known = largest.entry(floor.material).or_insert((view.volume, leaf));
        if view.volume > known.0 {
            *known = (view.volume, leaf);
        }
    }
    let name = |(_, leaf): (f64, LeafId)| Room {
        leaf,
        name: text!("tourcheck-room", leaf = count(leaf)),
    };
    largest.into_values().map(name).collect()
}

/// Asks which of two rooms the painter's algorithm paints first, as seen from `eye` (in metres).
#[must_use]
pub fn painted_first(tree: &LeafTree, rooms: &[Room], eye: Vec3, seed: u64) -> Option<ChoiceQuestion> {
    let random = &mut fastrand::Rng::with_seed(seed);
    let mut two: Vec<&Room> = rooms.iter().collect();
    random.shuffle(&mut two);
    two.truncate(2);
    let near_to_far: Vec<LeafId> = tree.order().near_to_far(eye.as_dvec3()).collect();
    let place = |room: &Room| near_to_far.iter().position(|&leaf| leaf == room.leaf);
    let [one, other] = two[..] else { return None };
    let right = usize::from(place(other)? > place(one)?);
    let node = dividing_node(tree, one.leaf, other.leaf)?;
    let why = text!(
        "tourcheck-painted-why",
        node = count(node),
        near = two[1 - right].name,
        far = two[right].name
    );
    let here = tree.locate(eye.as_dvec3());
    let choice = |room: &&Room| match room.leaf == here {
        true => text!("tourcheck-room-here", room = room.name),
        false => room.name.clone(),
    };
    let choices = two.iter().map(choice).collect();
    Some(ChoiceQuestion {
        named_leaves: two.iter().map(|room| room.leaf).collect(),
        film: Some(CheckFilm::Painter),
        ..ChoiceQuestion::new(text!("tourcheck-painted").to_owned(), choices, right, why)
    })
}

/// Asks whether the leaf at a marked point is solid.
#[must_use]
pub fn solid_or_empty(tree: &LeafTree, seed: u64) -> Option<ChoiceQuestion> {
    let random = &mut fastrand::Rng::with_seed(seed);
    let (bounds, is_solid) = (tree.bounds(), random.bool());
    let is_wanted = |point: DVec3| {
        let leaf = tree.locate(point);
        leaf != OUTSIDE && tree.is_solid(leaf) == is_solid
    };
    let point = (0..TRIES).find_map(|_| {
        let share = dvec3(random.f64(), 0.5, random.f64());
        let point = bounds.min + bounds.size() * share;
        let mut around = [DVec3::ZERO, DVec3::X, -DVec3::X, DVec3::Z, -DVec3::Z].into_iter();
        around
            .all(|aside| is_wanted(point + AROUND * aside))
            .then_some(point)
    })?;
    let leaf = tree.locate(point);
    let planes = count_with_noun(tree.leaf(leaf)?.depth, "plane");
    let kind = if is_solid { "solid" } else { "empty" };
    let why = text!("tourcheck-solid-why", planes, leaf = count(leaf), kind);
    let choices = vec![
        text!("tourcheck-solid-solid").to_owned(),
        text!("tourcheck-solid-empty").to_owned(),
    ];
    let text = text!("tourcheck-solid", point = format_point(point));
    Some(ChoiceQuestion {
        at: Some(point.as_vec3()),
        ..ChoiceQuestion::new(text, choices, usize::from(!is_solid), why)
    })
}

/// Asks how many portals lie between a leaf and the leaf at a marked point.
#[must_use]
pub fn portals_between(tree: &LeafTree, from: LeafId, seed: u64) -> Option<ChoiceQuestion> {
    let random = &mut fastrand::Rng::with_seed(seed);
    // Predecessor of each leaf on a shortest chain, found by breadth-first search.
    let mut before = HashMap::from([(from, from)]);
    let (mut reached, mut open) = (Vec::new(), VecDeque::from([from]));
    while let Some(leaf) = open.pop_front() {
        for &portal in tree.portals_of(leaf) {
            let Some(next) = tree.portal_graph().leaf_across(portal, leaf) else {
                continue;
            };
            if next != OUTSIDE && !before.contains_key(&next) {
                before.insert(next, leaf);
                reached.push(next);
                open.push_back(next);
            }
        }
    }
    let to = random.choice(reached)?;
    let mut chain = vec![to];
    while let Some(&leaf) = chain.last()
        && leaf != from
    {
        chain.push(*before.get(&leaf)?);
    }
    chain.reverse();
    let portals = chain.len() as u32 - 1;
    let names: Vec<String> = chain.iter().map(|&leaf| count(leaf)).collect();
    let why = text!(
        "tourcheck-portals-why",
        chain = names.join(text!("text-list")),
        portals = count_with_noun(portals, "portal")
    );
    let text = text!("tourcheck-portals", leaf = count(from));
    Some(ChoiceQuestion {
        at: Some(tree.leaf(to)?.bounds.center().as_vec3()),
        ..ChoiceQuestion::of_number(text, portals, why, random)
    })
}

/// Asks whether the leaf at a marked point is in the PVS of another leaf.
#[must_use]
pub fn may_be_visible(tree: &LeafTree, pvs: &Pvs, from: LeafId, seed: u64) -> Option<ChoiceQuestion> {
    let random = &mut fastrand::Rng::with_seed(seed);
    let is_visible = random.bool();
    let mut leaves = tree.empty_leaves();
    leaves.retain(|&leaf| leaf != OUTSIDE && leaf != from && pvs.visible(from, leaf) == is_visible);
    let to = random.choice(leaves)?;
    let why = text!(
        "tourcheck-visible-why",
        from = count(from),
        to = count(to),
        known = if is_visible { "visible" } else { "hidden" }
    );
    let choices = vec![
        text!("tourcheck-visible-yes").to_owned(),
        text!("tourcheck-visible-no").to_owned(),
    ];
    let text = text!("tourcheck-visible", leaf = count(from));
    Some(ChoiceQuestion {
        at: Some(tree.leaf(to)?.bounds.center().as_vec3()),
        film: Some(CheckFilm::Sight([from, to])),
        ..ChoiceQuestion::new(text, choices, usize::from(!is_visible), why)
    })
}

/// Returns whether a polygon faces up.
fn is_floor(positions: &[Vec3]) -> bool {
    let &[a, b, c, ..] = positions else { return false };
    let normal = (b - a).cross(c - a).normalize_or_zero();
    normal.y > FLOOR
}
