//! The exported file: both pictures side by side, with the sentences below.

use bspwalk_text::text;
use glam::DVec2;

use crate::{
    drawing::Drawing,
    figure::Figure,
    steps::Steps,
    svg::{Palette, Shapes},
    tree_picture::{Places, TreePicture},
    view::View,
    walk::Walk,
};

const FIGURE: DVec2 = DVec2::new(640.0, 640.0);
const TREE: DVec2 = DVec2::new(560.0, 640.0);
const MARGIN: f64 = 20.0;
const LINE: f64 = 22.0;

/// Returns a self-contained SVG with a size that does not depend on the screen.
#[must_use]
pub fn svg(drawing: &Drawing, steps: &Steps, shown: usize, probe: DVec2, palette: &Palette) -> String {
    let tree = &drawing.good().tree;
    let points = drawing.good().loops.iter().flatten().copied();
    let walk = Walk::of(tree, steps, shown, probe);
    let figure = Figure {
        drawing,
        steps,
        shown,
        view: View::around(points, FIGURE),
        palette,
    };
    let places = Places::of(tree);
    let tree_picture = TreePicture {
        tree,
        steps,
        shown,
        places: &places,
        size: TREE,
        palette,
    };
    let mut sentences = vec![walk.headline(tree, probe, drawing.grid().fine().decimals())];
    let tests = walk.sentences(tree).into_iter().enumerate();
    sentences.extend(tests.map(|(i, sentence)| format!("{}. {sentence}", i + 1)));
    let width = FIGURE.x + TREE.x + 3.0 * MARGIN;
    let height = FIGURE.y + 2.0 * MARGIN + LINE * (sentences.len() as f64 + 0.5);
    let mut shapes = Shapes::default();
    shapes.raw(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"system-ui, sans-serif\">\n\
         <title>{}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
        text!("planarpage-saved"),
        palette.ground
    ));
    // A nested svg element clips shapes that extend beyond the picture.
    shapes.raw(&format!(
        "<svg x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{}\" height=\"{}\">\n{}\n{}\n</svg>\n",
        FIGURE.x,
        FIGURE.y,
        figure.under(false),
        figure.over(&walk, probe, None, [None; 2])
    ));
    shapes.raw(&format!(
        "<svg x=\"{}\" y=\"{MARGIN}\" width=\"{}\" height=\"{}\">\n{}\n{}\n</svg>\n",
        FIGURE.x + 2.0 * MARGIN,
        TREE.x,
        TREE.y,
        tree_picture.under(),
        tree_picture.over(&walk, None)
    ));
    for (i, sentence) in sentences.iter().enumerate() {
        let start = DVec2::new(MARGIN, FIGURE.y + 2.0 * MARGIN + LINE * (i as f64 + 0.6));
        let weight = if i == 0 { 700 } else { 400 };
        let attributes = format!(r#"fill="{}" font-weight="{weight}""#, palette.ink);
        shapes.text(start, 15.0, sentence, attributes);
        shapes.raw("\n");
    }
    shapes.raw("</svg>\n");
    shapes.into_text()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::svg::{DARK, LIGHT};

    #[test]
    fn the_file_stands_alone() {
        let drawing = Drawing::default();
        let steps = Steps::of(&drawing.good().tree);
        for palette in [&DARK, &LIGHT] {
            for shown in 0..=steps.count() {
                let file = svg(&drawing, &steps, shown, DVec2::new(2.0, 7.0), palette);
                assert!(file.starts_with("<svg xmlns=") && file.ends_with("</svg>\n"));
                assert_eq!(file.matches("<svg").count(), file.matches("</svg>").count());
                assert!(!file.contains("NaN") && !file.contains("class="));
                assert!(shown == 0 || file.contains("1. At the root, the point lies"));
            }
        }
    }
}
