//! The normals of the fragments.

use crate::prelude::*;

overlay! {
    /// The normals of a tree's fragments.
    Normals [Normals] Background |scene| {
        tree: Shared<NodeTree> = scene.nodes(),
    }
}

impl Overlay for Normals {
    fn draw(&self, palette: Palette) -> OverlayOutput {
        let drawing = drawing(&self.tree, palette);
        let legend = legend(drawing.counts, palette);
        OverlayOutput::layer(Layer::Normals, drawing).with_legend(legend)
    }
}

/// Maximum number of normals to draw; those of the largest fragments are kept.
pub const MOST_NORMALS: usize = 150_000;

/// Length of a normal, as a fraction of the level's diagonal. Small fragments have shorter normals.
const LENGTH: f64 = 0.012;

/// Draws the normals of the largest fragments, lighter at the tip.
pub fn drawing(tree: &NodeTree, palette: Palette) -> Drawing {
    let longest = (tree.bounds().size().length() * LENGTH) as f32;
    let mut feet: Vec<(f32, Vec3, Vec3)> = Vec::new();
    for fragment in (0..tree.fragment_count()).filter_map(|index| tree.fragment(index)) {
        let corners = fragment.vertices;
        let Some(&first) = corners.first() else { continue };
        let area: Vec3 = corners
            .windows(2)
            .map(|pair| (pair[0] - first).cross(pair[1] - first))
            .sum::<Vec3>()
            * 0.5;
        if let Some(normal) = area.try_normalize() {
            let foot = corners.iter().sum::<Vec3>() / corners.len() as f32;
            feet.push((area.length(), foot, normal));
        }
    }
    let in_all = feet.len();
    if in_all > MOST_NORMALS {
        feet.select_nth_unstable_by(MOST_NORMALS, |a, b| b.0.total_cmp(&a.0));
        feet.truncate(MOST_NORMALS);
    }
    let mut drawing = Drawing::default();
    let foot_stroke = Stroke::new(palette.front(), 0.95, 2.0);
    let tip_stroke = Stroke::new(palette.front().lighter(0.6), 1.0, 2.0);
    for (area, foot, normal) in feet {
        let length = longest.min(area.sqrt() * 0.7);
        drawing
            .lines
            .gradient(foot, foot + normal * length, foot_stroke, tip_stroke);
    }
    drawing.counts = [drawing.lines.len(), in_all];
    // Beyond this distance, a normal would be shorter on the screen than it is wide.
    drawing.lines.fade = [longest * 60.0, longest * 160.0];
    drawing
}

fn legend(counts: [usize; 2], palette: Palette) -> Legend {
    let normals = words::describe_share(counts, "normal");
    let caption = if counts[0] < counts[1] {
        text!("legend-normals-largest", normals)
    } else {
        text!("legend-normals", normals)
    };
    vec![
        Row::note(caption),
        Row::line(palette.front(), 2.0, text!("legend-normal")),
    ]
}
