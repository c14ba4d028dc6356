//! Heat maps of one view in two trees, side by side on a common scale, and a sentence that compares them.

pub use bspwalk_explain::heat_comparison::HeatComparison;
use bspwalk_progress::{Cancelled, Progress};

use crate::{heat::Heat, prelude::*};

/// Plate colour of the tree name above each half.
const NAME: Rgb = ink::ON_GROUND;

/// Plate colour of the values above each half.
const FIGURES: Rgb = ink::GROUND;

/// Colour of the dividing line between the halves.
pub const DIVIDER: Rgb = NAME;

/// Brightness of faces seen edge-on, and of pixels without a face. The shading keeps the shape of a room recognisable
/// without its materials.
const SHADES: [f32; 2] = [0.62, 0.3];

/// Heat maps of the same view in two trees, drawn on a common scale.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatBeside {
    /// Left and right heat map.
    pub heats: [Heat; 2],
    /// Names of the trees.
    pub names: [String; 2],
    /// Comparison of the two heat maps.
    pub comparison: HeatComparison,
}

impl HeatBeside {
    /// Combines two heat maps of the same quantity for display side by side.
    pub fn new(mut heats: [Heat; 2], names: [String; 2]) -> Self {
        let comparison = HeatComparison::new(heats[0].measure, heats.each_ref().map(|heat| &heat.map));
        for heat in &mut heats {
            heat.full = comparison.greatest;
        }
        Self {
            heats,
            names,
            comparison,
        }
    }

    /// Describes which tree is better, and by how much.
    pub fn sentence(&self) -> String {
        self.comparison
            .sentence(self.names.each_ref().map(String::as_str))
    }

    /// Returns the captions above one half with their plate colours: the name of its tree, the sum and the mean of its
    /// costs, and its advantage if it is the better tree.
    pub fn heading(&self, which: usize, palette: Palette) -> Vec<(String, Rgb)> {
        let plain: String = self.names[which].chars().filter(|&sign| sign != '`').collect();
        let figures = text!(
            "legend-heat-figures",
            figures = self.comparison.measure.format_count(self.comparison.sums[which]),
            mean = format_args!("{:.1}", self.comparison.means()[which])
        );
        let better = self.comparison.better().filter(|(better, _)| *better == which);
        let better = better.map(|(_, share)| {
            let text = text!("legend-heat-better", percent = HeatComparison::percent(share));
            (text.to_uppercase(), palette.selected())
        });
        [(plain.to_uppercase(), NAME), (figures.to_uppercase(), FIGURES)]
            .into_iter()
            .chain(better)
            .collect()
    }

    /// Builds the legend: the common scale and the sentence.
    pub fn legend(&self, palette: Palette) -> Legend {
        let mut rows = self.heats[0].scale_rows(palette);
        let of_what = self.comparison.measure.describe_positions();
        rows.push(Row::note(text!("legend-heat-beside", of_what)));
        rows.push(Row::note(self.sentence()));
        rows
    }
}

/// Returns the brightness (0 to 1) of each square of a picture, based on the orientation of the face that its ray hits.
/// The shading reveals the shapes of the level under the heat colours. `ray` returns the endpoints of the ray through a
/// position in pixels.
///
/// # Errors
/// Returns [`Cancelled`] if the work is cancelled.
pub fn render_shading(
    tree: &NodeTree,
    (size, square): ([u32; 2], u32),
    ray: impl Fn([f64; 2]) -> [Vec3; 2] + Send + Sync,
    progress: &Progress,
) -> Result<Vec<f32>, Cancelled> {
    let square = square.max(1);
    let [width, height] = size.map(|side| side.div_ceil(square));
    let rows = progress.in_parallel(text!("legend-shading"), 0..height, |y| {
        let row = (0..width).map(|x| {
            let [from, to] = ray([x, y].map(|at| (f64::from(at) + 0.5) * f64::from(square)));
            let [edge, nothing] = SHADES;
            tree.cast(from, to).map_or(nothing, |hit| {
                let facing = hit.normal.dot((to - from).normalize_or_zero()).abs();
                edge + (1.0 - edge) * facing
            })
        });
        Ok(row.collect::<Vec<f32>>())
    })?;
    Ok(rows.concat())
}

#[cfg(test)]
mod tests {
    use bspwalk_draw::raster::Camera;
    use bspwalk_testing::small_trees;
    use bspwalk_trees::{BuildParams, Rule};

    use super::*;
    use crate::heat::{Measure, Trees, color, ray};

    const SIZE: [u32; 2] = [32, 36];

    fn beside(rules: [Rule; 2], measure: Measure) -> HeatBeside {
        let (_, level) = small_trees::room();
        let camera = Camera::perspective(level.spawn.eye, [0.4, -0.1], 1.2);
        let heats = rules.map(|rule| {
            let tree = NodeTree::build(&level.solid_triangles(), &BuildParams::preset(rule));
            let tree = tree.expect("it can be built");
            let trees = Trees::of_nodes(&tree);
            Heat::of_picture(&trees, &camera, (SIZE, 1), measure, &Progress::default())
                .expect("it is not cancelled")
        });
        HeatBeside::new(heats, rules.map(|rule| format!("`{}`", rule.name())))
    }

    #[test]
    fn halves_share_a_scale_and_better_is_named() {
        let beside = beside([Rule::Random, Rule::Sampled], Measure::Nodes);
        let greatest = beside.heats.each_ref().map(|heat| heat.map.greatest());
        let [first, second] = greatest.map(|greatest| greatest.expect("there are pixels").1);
        assert_ne!(first, second, "or a scale of its own would look the same");
        let palette = Palette::default();
        for heat in &beside.heats {
            assert_eq!(heat.full, first.max(second));
            let mut pixels = vec![0x00ff_ffff; (SIZE[0] * SIZE[1]) as usize];
            heat.paint(palette, SIZE[0], &mut pixels);
            for (pixel, value) in pixels.iter().zip(&heat.map.values) {
                let value = value.expect("each pixel has a cast");
                let shown = color(value, first.max(second), palette);
                let Rgb(r, g, b) = Rgb(255, 255, 255).mix(shown, crate::heat::OPACITY);
                assert_eq!(*pixel, u32::from_be_bytes([0, r, g, b]));
            }
        }
        let (better, _) = beside.comparison.better().expect("one is better");
        let headings = [0, 1].map(|which| beside.heading(which, palette));
        assert_eq!([headings[better].len(), headings[1 - better].len()], [3, 2]);
        assert_eq!([&headings[0][0].0, &headings[1][0].0], ["RANDOM", "SAMPLED"]);
        assert!(headings[better][2].0.ends_with(" % BETTER"));
        let legend = beside.legend(palette);
        assert_eq!(
            legend.last().map(Row::text),
            Some(beside.sentence().as_str()),
            "the sentence ends the legend"
        );
    }

    #[test]
    fn equal_trees_give_equal_halves() {
        for measure in [Measure::Nodes, Measure::Faces, Measure::Slide] {
            let beside = beside([Rule::Sampled; 2], measure);
            assert_eq!(beside.heats[0], beside.heats[1]);
            assert_eq!(beside.comparison.better(), None);
            let palette = Palette::default();
            assert_eq!(beside.heading(0, palette), beside.heading(1, palette));
        }
    }

    #[test]
    fn facing_surfaces_are_lighter_than_grazing_ones() {
        let (tree, level) = small_trees::room();
        let camera = Camera::perspective(level.spawn.eye, [0.4, -0.1], 1.2);
        let through = |place| ray(&tree, &camera, SIZE, place);
        let shades =
            render_shading(&tree, (SIZE, 4), through, &Progress::default()).expect("it is not cancelled");
        assert_eq!(shades.len(), 8 * 9);
        assert!(shades.iter().all(|shade| (0.3..=1.0).contains(shade)));
        let least = shades.iter().copied().fold(1.0, f32::min);
        let most = shades.iter().copied().fold(0.0, f32::max);
        assert!(most - least > 0.1, "{least} to {most}");
    }
}
