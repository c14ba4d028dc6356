//! The legend of the planes.

use bspwalk_geometry::triangle::closest_point;
use glam::Mat4;

use crate::prelude::*;

/// Statistics of the planes, as stated in the legend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Planes {
    /// Number of drawn planes, and number of requested planes.
    pub counts: [usize; 2],
    /// Range of depths of the planes.
    pub depths: [u32; 2],
    /// Whether the planes belong to the selected node and to its ancestors.
    pub of_selection: bool,
    /// Whether any of the planes is horizontal.
    pub has_level: bool,
}

/// Builds the legend of planes in a tree with this number of nodes.
pub fn legend(planes: Planes, nodes: u32, palette: Palette) -> Legend {
    let mut rows = vec![
        Row::note(caption(planes.counts, planes.depths, planes.of_selection, nodes)),
        Row::Ramp(palette, planes.depths, planes.depths[1]),
        Row::note(text!("legend-depth-colors")),
        Row::area(palette.front(), text!("legend-f-in-front")),
        Row::area(palette.back(), text!("legend-b-behind")),
    ];
    rows.push(Row::note(if planes.of_selection {
        text!("legend-bands")
    } else {
        text!("legend-hatched-back")
    }));
    if planes.has_level {
        rows.push(Row::note(text!("legend-dashed-level")));
    }
    rows
}

/// If a plane is out of view, describes its distance and direction from the eye. The eye looks along −Z of
/// `view_from_world`.
pub fn out_of_view(corners: &[Vec3], view_from_world: Mat4) -> Option<String> {
    let corners = corners
        .iter()
        .map(|corner| view_from_world.transform_point3(*corner));
    let corners: Vec<Vec3> = corners.collect();
    let middle = corners.iter().sum::<Vec3>() / corners.len().max(1) as f32;
    let fan = |pair: &[Vec3]| [corners[0], pair[0], pair[1]].map(Vec3::as_dvec3);
    let metres = corners.get(1..)?.windows(2).map(|pair| {
        let nearest = closest_point(fan(pair), DVec3::ZERO);
        nearest.point.length()
    });
    let metres = metres.min_by(f64::total_cmp)?;
    let [aside, up] = [middle.x.abs(), middle.y.abs()];
    let metres = format!("{metres:.1}");
    Some(if middle.z > aside.max(up) {
        text!("legend-plane-behind-you", metres)
    } else if aside > up {
        if middle.x < 0.0 {
            text!("legend-plane-left", metres)
        } else {
            text!("legend-plane-right", metres)
        }
    } else if middle.y > 0.0 {
        text!("legend-plane-above", metres)
    } else {
        text!("legend-plane-below", metres)
    })
}

/// Describes the drawn planes and, if some are omitted, how many were requested.
fn caption([drawn, asked]: [usize; 2], depths: [u32; 2], of_selection: bool, nodes: u32) -> String {
    let [first, last] = depths;
    let all = nodes as usize;
    if asked == 0 {
        let planes = words::describe_share([all.min(1), all], "split plane");
        return text!("legend-planes-hovered", planes);
    }
    if of_selection {
        let planes = words::describe_share([drawn + 1, all], "split plane");
        return match (drawn < asked, asked) {
            (true, _) => {
                let nearest = drawn.saturating_sub(1);
                text!("legend-planes-path-some", planes, nearest, asked)
            }
            (false, 1) => text!("legend-planes-path-one", planes),
            (false, _) => text!("legend-planes-path", planes, asked),
        };
    }
    let planes = words::describe_share([drawn, all], "split plane");
    let [shown, all] = [drawn, asked].map(|count| words::count(count as u64));
    match (drawn < asked, first == last) {
        (true, true) => text!("legend-planes-some-depth", planes, shown, all, first),
        (true, false) => text!("legend-planes-some-depths", planes, shown, all, first, last),
        (false, true) => text!("legend-planes-depth", planes, first),
        (false, false) => text!("legend-planes-depths", planes, first, last),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn legend_locates_plane_out_of_view() {
        let square = |middle: Vec3| {
            [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| middle + Vec3::new(x, y, 0.0))
        };
        let said = |middle: Vec3| out_of_view(&square(middle), Mat4::IDENTITY).expect("it has a place");
        assert_eq!(
            said(Vec3::new(0.5, 0.0, 7.0)),
            "The selected node's plane is out of view: its cell is behind you, 7.0 m away."
        );
        for (x, y, side) in [
            (-9.0, 0.0, "to the left, 8.0"),
            (9.0, 1.0, "to the right"),
            (0.0, 9.0, "above"),
            (1.0, -9.0, "below"),
        ] {
            let said = said(Vec3::new(x, y, 0.0));
            assert!(said.contains(side), "{x} {y}: {said}");
        }
        assert_eq!(out_of_view(&[], Mat4::IDENTITY), None);
    }

    #[test]
    fn legend_explains_level_planes_if_any() {
        let said = |has_level| {
            let planes = Planes {
                counts: [1, 1],
                depths: [0, 0],
                of_selection: false,
                has_level,
            };
            let rows = legend(planes, 9, Palette::default());
            rows.iter().any(|row| row.text().contains("horizontal plane"))
        };
        assert_eq!([true, false].map(said), [true, false]);
    }

    #[test]
    fn caption_counts_and_names_planes() {
        assert_eq!(
            caption([1, 1], [0, 0], false, 812),
            "1 of 812 split planes shown: all at depth 0, clipped to their cells."
        );
        assert_eq!(
            caption([31, 31], [0, 4], false, 812),
            "31 of 812 split planes shown: all at depths 0 to 4, clipped to their cells."
        );
        assert_eq!(
            caption([31, 31], [0, 4], false, 31),
            "All 31 split planes shown: all at depths 0 to 4, clipped to their cells."
        );
        assert_eq!(
            caption([400, 1_200], [0, 9], false, 9_000),
            "400 of 9,000 split planes shown: the first 400 of 1,200 at depths 0 to 9, clipped to their cells."
        );
        assert_eq!(
            caption([32, 40], [0, 4], true, 812),
            "33 of 812 split planes shown: those of the selected node, the root, and the nearest 31 of 40 ancestors, clipped to their cells."
        );
        assert_eq!(
            caption([1, 1], [0, 1], true, 812),
            "2 of 812 split planes shown: those of the selected node and its parent, clipped to their cells."
        );
        assert!(
            caption([0, 0], [0, 4], false, 812)
                .starts_with("1 of 812 split planes shown: the planes of the selected")
        );
        assert!(caption([0, 0], [0, 4], false, 0).starts_with("No split planes"));
    }
}
