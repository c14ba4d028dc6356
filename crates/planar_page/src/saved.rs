//! The exported file: both pictures side by side, with the sentences below.

use bspwalk_text::text;
use glam::DVec2;

use crate::{
    drawing::Drawing,
    figure::Figure,
    shapes::{Color, Picture},
    steps::Steps,
    svg::{escaped, hex, svg},
    tree_picture::{Places, TreePicture},
    view::View,
    walk::Walk,
};

const FIGURE: DVec2 = DVec2::new(640.0, 640.0);
const TREE: DVec2 = DVec2::new(560.0, 640.0);
const MARGIN: f64 = 20.0;
const LINE: f64 = 22.0;

/// Returns a self-contained SVG with a size that does not depend on the screen, in dark or in light colours.
#[must_use]
pub fn file(drawing: &Drawing, steps: &Steps, shown: usize, probe: DVec2, is_light: bool) -> String {
    let tree = &drawing.good().tree;
    let points = drawing.good().loops.iter().flatten().copied();
    let walk = Walk::of(tree, steps, shown, probe);
    let figure = Figure {
        drawing,
        steps,
        shown,
        view: View::around(points, FIGURE),
    };
    let places = Places::of(tree);
    let tree_picture = TreePicture {
        tree,
        steps,
        shown,
        places: &places,
        size: TREE,
    };
    let mut sentences = vec![walk.headline(tree, probe, drawing.grid().fine().decimals())];
    let tests = walk.sentences(tree).into_iter().enumerate();
    sentences.extend(tests.map(|(i, sentence)| format!("{}. {sentence}", i + 1)));
    let width = FIGURE.x + TREE.x + 3.0 * MARGIN;
    let height = FIGURE.y + 2.0 * MARGIN + LINE * (sentences.len() as f64 + 0.5);
    let [ground, ink] = [Color::Ground, Color::Ink].map(|color| hex(color, is_light));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"system-ui, sans-serif\">\n\
         <title>{}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"{ground}\"/>\n",
        text!("planarpage-saved"),
    );
    // A nested svg element clips shapes that extend beyond the picture.
    let mut nested = |left: f64, size: DVec2, under: &Picture, over: &Picture| {
        let [under, over] = [under, over].map(|picture| svg(picture, is_light));
        text += &format!(
            "<svg x=\"{left}\" y=\"{MARGIN}\" width=\"{}\" height=\"{}\">\n{under}\n{over}\n</svg>\n",
            size.x, size.y
        );
    };
    let over = figure.over(&walk, probe, None, [None; 2]);
    nested(MARGIN, FIGURE, &figure.under(false), &over);
    let over = tree_picture.over(&walk, None);
    nested(FIGURE.x + 2.0 * MARGIN, TREE, &tree_picture.under(), &over);
    for (i, sentence) in sentences.iter().enumerate() {
        let y = FIGURE.y + 2.0 * MARGIN + LINE * (i as f64 + 0.6);
        let weight = if i == 0 { 700 } else { 400 };
        text += &format!(
            "<text x=\"{MARGIN}\" y=\"{y:.1}\" font-size=\"15\" fill=\"{ink}\" font-weight=\"{weight}\">{}</text>\n",
            escaped(sentence)
        );
    }
    text + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_stands_alone() {
        let drawing = Drawing::default();
        let steps = Steps::of(&drawing.good().tree);
        for is_light in [false, true] {
            for shown in 0..=steps.count() {
                let file = file(&drawing, &steps, shown, DVec2::new(2.0, 7.0), is_light);
                assert!(file.starts_with("<svg xmlns=") && file.ends_with("</svg>\n"));
                assert_eq!(file.matches("<svg").count(), file.matches("</svg>").count());
                assert!(!file.contains("NaN") && !file.contains("class="));
                assert!(shown == 0 || file.contains("1. At the root, the point lies"));
            }
        }
    }
}
