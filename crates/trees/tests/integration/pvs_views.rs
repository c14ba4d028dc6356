//! Tests views along portal chains: lines must pass through exactly the parts that remain visible.

use bspwalk_geometry::Polygon;
use bspwalk_testing::small_trees;
use bspwalk_trees::solid_leaf::{
    LeafId, OUTSIDE, PortalId, PvsParams,
    pvs::{Explanation, explain, views_along},
};
use glam::DVec3;

pub(crate) fn area(corners: &[DVec3]) -> f64 {
    Polygon::from_points(corners.iter().copied()).area()
}

/// Returns whether a line crosses a convex polygon's plane inside the polygon, or outside it by at most `margin` (in
/// metres).
fn is_passed(corners: &[DVec3], [a, b]: [DVec3; 2], margin: f64) -> bool {
    let normal = (corners[1] - corners[0])
        .cross(corners[2] - corners[0])
        .normalize();
    let [here, there] = [a, b].map(|end| (end - corners[0]).dot(normal));
    let at = if (here - there).abs() < 1.0e-9 {
        a
    } else {
        a.lerp(b, here / (here - there))
    };
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).all(|(&one, &next)| {
        let inwards = normal.cross((next - one).normalize_or_zero());
        (at - one).dot(inwards) >= margin
    })
}

/// Checks the views between every pair of leaves in three rooms. The visible part may only shrink, and the closing
/// portal must end the view. A chain with a sightline must stay visible to its end, and every line through all portals
/// must pass through their visible parts.
#[test]
fn views_shrink_and_contain_every_sightline() {
    let (tree, _) = small_trees::leaf_tree();
    let pvs = tree
        .pvs(
            &PvsParams::default(),
            &bspwalk_progress::Progress::default(),
            |_| {},
        )
        .expect("it is not cancelled");
    let (graph, tolerances) = (tree.portal_graph(), tree.tolerances());
    let leaves: Vec<_> = tree
        .empty_leaves()
        .into_iter()
        .filter(|&leaf| leaf != OUTSIDE)
        .collect();
    let mut random = fastrand::Rng::with_seed(5);
    let (mut ended, mut open, mut lines) = (0, 0, 0);
    for &from in &leaves {
        for &to in &leaves {
            let (start, chain, closes) = match explain(graph, &pvs, &tolerances, from, to) {
                Explanation::Seen { chain, .. } => (from, chain, false),
                Explanation::Hidden {
                    start,
                    mut chain,
                    closed: Some(closed),
                } => {
                    chain.push(closed);
                    (start, chain, true)
                }
                _ => continue,
            };
            let views = views_along(graph, &tolerances, start, &chain);
            assert_eq!(views.len(), chain.len(), "{from} to {to}");
            for (view, &portal) in views.iter().zip(&chain) {
                assert_eq!(view.portal, portal);
                let whole = tree.portal(portal).expect("it exists").polygon;
                assert!(area(&view.seen) <= area(whole) * 1.05 + 1.0e-6);
            }
            for pair in views.windows(2) {
                assert!(
                    area(&pair[1].source) <= area(&pair[0].source) + 1.0e-6,
                    "{from} to {to}"
                );
            }
            let is_closed = views.last().is_some_and(|view| view.seen.is_empty());
            assert_eq!(is_closed, closes && chain.len() > 1, "{from} to {to}: {views:?}");
            ended += u32::from(is_closed);
            let [first, .., last] = &views[..] else { continue };
            if is_closed {
                continue;
            }
            open += 1;
            // A line through all portals must pass through their visible parts.
            let [begin, end] =
                [first.portal, last.portal].map(|id| tree.portal(id).expect("it exists").polygon);
            for _ in 0..40 {
                let line = [
                    small_trees::point_in(begin, &mut random),
                    small_trees::point_in(end, &mut random),
                ];
                let whole = |id| tree.portal(id).expect("it exists").polygon;
                if views
                    .iter()
                    .all(|view| is_passed(whole(view.portal), line, -1.0e-6))
                {
                    lines += 1;
                    for view in &views {
                        assert!(
                            is_passed(&view.seen, line, -0.01),
                            "{from} to {to}: {line:?} {view:?}"
                        );
                    }
                }
            }
        }
    }
    assert!(ended > 1 && open > 10 && lines > 100, "{ended} {open} {lines}");
}

#[test]
fn invalid_chains_have_no_views() {
    let (tree, _) = small_trees::leaf_tree();
    let (graph, tolerances) = (tree.portal_graph(), tree.tolerances());
    let leaf = tree
        .empty_leaves()
        .into_iter()
        .find(|&leaf| leaf != OUTSIDE)
        .expect("there is one");
    assert!(views_along(graph, &tolerances, leaf, &[PortalId(u32::MAX)]).is_empty());
    assert!(views_along(graph, &tolerances, LeafId(u32::MAX), &[PortalId(0)]).is_empty());
    assert!(views_along(graph, &tolerances, leaf, &[]).is_empty());
}
