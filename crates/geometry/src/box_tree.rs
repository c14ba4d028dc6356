//! A bounding volume hierarchy for box overlap queries.

use super::Aabb;

/// Maximum number of boxes in a leaf.
const LEAF_BOXES: usize = 8;

/// A static bounding volume hierarchy (BVH) over boxes.
///
/// Each node is split at the median along its longest side, so the depth is logarithmic for any input.
#[derive(Clone, Debug)]
pub struct BoxTree {
    /// Box indices in leaf order.
    order: Vec<u32>,
    boxes: Vec<Aabb>,
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    bounds: Aabb,
    /// Start of the node's range in `order`.
    start: u32,
    end: u32,
    /// Index of the second child, or 0 for a leaf. The first child directly follows its parent.
    second: u32,
}

impl BoxTree {
    /// Builds a tree over the boxes. Queries report each box by its index in `boxes`.
    ///
    /// # Panics
    /// Panics if there are more than `u32::MAX` boxes.
    #[must_use]
    pub fn new(boxes: Vec<Aabb>) -> Self {
        let count = u32::try_from(boxes.len()).expect("boxes are numbered in 32 bits");
        let mut tree = Self {
            order: (0..count).collect(),
            boxes,
            nodes: Vec::new(),
        };
        // Ranges of `order` that have no node yet. Each range for a second child also stores the index of its parent.
        let mut waiting = if count > 0 {
            vec![(0, count, None)]
        } else {
            Vec::new()
        };
        while let Some((start, end, second_of)) = waiting.pop() {
            let id = tree.nodes.len() as u32;
            if let Some(parent) = second_of {
                tree.nodes[parent as usize].second = id;
            }
            let own = &mut tree.order[start as usize..end as usize];
            let bounds = own
                .iter()
                .fold(Aabb::EMPTY, |all, &index| all.union(&tree.boxes[index as usize]));
            tree.nodes.push(Node {
                bounds,
                start,
                end,
                second: 0,
            });
            if own.len() > LEAF_BOXES {
                let axis = bounds.size().max_position();
                let middle = own.len() / 2;
                let place = |index: u32| tree.boxes[index as usize].center()[axis];
                own.select_nth_unstable_by(middle, |&a, &b| place(a).total_cmp(&place(b)));
                let middle = start + middle as u32;
                waiting.push((middle, end, Some(id)));
                waiting.push((start, middle, None));
            }
        }
        tree
    }

    /// Calls `visit` with the index of every box that intersects `wanted`, in no particular order.
    pub fn touching(&self, wanted: &Aabb, mut visit: impl FnMut(u32)) {
        let mut waiting = smallvec::SmallVec::<[u32; 64]>::new();
        if !self.nodes.is_empty() {
            waiting.push(0);
        }
        while let Some(id) = waiting.pop() {
            let node = &self.nodes[id as usize];
            if !node.bounds.intersects(wanted) {
                continue;
            }
            if node.second != 0 {
                waiting.extend([node.second, id + 1]);
                continue;
            }
            for &index in &self.order[node.start as usize..node.end as usize] {
                if self.boxes[index as usize].intersects(wanted) {
                    visit(index);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;
    use proptest::prelude::*;

    use super::*;

    fn boxes() -> impl Strategy<Value = Vec<Aabb>> {
        // A small integer range makes touching, identical and flat boxes likely.
        let number = -8_i32..8;
        let corner = [number.clone(), number.clone(), number];
        prop::collection::vec([corner.clone(), corner], 0..200).prop_map(|corners| {
            let point = |p: [i32; 3]| DVec3::from_array(p.map(f64::from));
            corners
                .into_iter()
                .map(|pair| Aabb::from_points(pair.map(point)))
                .collect()
        })
    }

    proptest! {
        #[test]
        fn overlap_query_matches_brute_force(boxes in boxes(), wanted in boxes()) {
            let tree = BoxTree::new(boxes.clone());
            for wanted in wanted {
                let mut found = Vec::new();
                tree.touching(&wanted, |index| found.push(index));
                found.sort_unstable();
                let all: Vec<u32> = (0..boxes.len() as u32)
                    .filter(|&index| boxes[index as usize].intersects(&wanted))
                    .collect();
                prop_assert_eq!(found, all);
            }
        }
    }

    #[test]
    fn identical_boxes_are_all_found() {
        let one = Aabb::from_points([DVec3::ZERO, DVec3::ONE]);
        let tree = BoxTree::new(vec![one; 10_000]);
        let mut count = 0;
        tree.touching(&one, |_| count += 1);
        assert_eq!(count, 10_000);
    }
}
