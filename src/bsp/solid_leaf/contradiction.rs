//! Where the answer to what is solid is against the faces.

use super::{Contradiction, LeafId, Link, merge::Face, walls::Wall};

/// The faces on both sides of which the leaves are alike, although only one of them should be solid, in their order.
pub(super) fn contradictions(
    walls: &[Wall],
    links: &[Link],
    faces: &[Face],
    is_solid: impl Fn(LeafId) -> bool,
) -> Vec<Contradiction> {
    let mut areas = vec![0.0; faces.len()];
    for wall in walls {
        for behind in &wall.behind {
            if is_solid(behind.leaf) != is_solid(wall.leaf) {
                continue;
            }
            let key = behind.key;
            let link = links
                .binary_search_by_key(&key, Link::key)
                .map(|index| &links[index]);
            // A sheet in empty space is what it should be.
            let share = match link {
                Ok(link) if !is_solid(wall.leaf) => {
                    let one_way = if behind.along {
                        link.facing_front
                    } else {
                        link.facing_back
                    };
                    one_way / (one_way + link.facing_both).max(f64::MIN_POSITIVE)
                }
                _ => 1.0,
            };
            areas[wall.face as usize] += share * behind.polygon.area();
        }
    }
    faces
        .iter()
        .zip(areas)
        .filter(|&(_, area)| area > 0.0)
        .map(|(face, area)| Contradiction {
            face: face.face,
            area,
        })
        .collect()
}
