//! Exports the figure: both pictures side by side, with the sentences below them.

use bspwalk_text::text;
use glam::DVec2;

use crate::{
    figure::Figure,
    page::Page,
    shapes::{Color, Picture},
    svg::{escaped, hex, svg},
    tree_picture::TreePicture,
    view::View,
};

const FIGURE: DVec2 = DVec2::new(640.0, 640.0);
const TREE: DVec2 = DVec2::new(560.0, 640.0);
const MARGIN: f64 = 20.0;
const LINE: f64 = 22.0;

impl Page {
    /// Returns a self-contained SVG whose size does not depend on the screen. It has either the screen's dark colours
    /// or light colours for paper.
    #[must_use]
    pub fn saved(&self, is_light: bool) -> String {
        let eye = self.is_free().then_some(self.eye.at);
        let points = self
            .drawing
            .last_valid()
            .loops
            .iter()
            .flatten()
            .copied()
            .chain(eye);
        let figure = Figure {
            view: View::around(points, self.without_strip(FIGURE)),
            ..self.figure()
        };
        let tree = TreePicture {
            size: TREE,
            ..self.tree_picture()
        };
        let walk = self.walk();
        let mut sentences = vec![self.headline(&walk)];
        let tests = walk.sentences(tree.tree).into_iter().enumerate();
        sentences.extend(tests.map(|(i, sentence)| format!("{}. {sentence}", i + 1)));
        let mut over = figure.draw_point_parts(&walk, self.probe, None, [None; 2]);
        if let Some(view) = self.column_view() {
            let sight = self.sight(&view);
            over.0.extend(sight.over(&figure.view, None).0);
            over.0.extend(sight.strip(&figure.view).0);
            sentences.extend([sight.visit_words(), sight.view_words()]);
        }
        let width = FIGURE.x + TREE.x + 3.0 * MARGIN;
        let height = FIGURE.y + 2.0 * MARGIN + LINE * (sentences.len() as f64 + 0.5);
        let [ground, ink] = [Color::Ground, Color::Ink].map(|color| hex(color, is_light));
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"system-ui, sans-serif\">\n\
             <title>{}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"{ground}\"/>\n",
            text!("planarpage-saved"),
        );
        // A nested `svg` element clips shapes that extend beyond its picture.
        let mut nested = |left: f64, size: DVec2, pictures: [Picture; 2]| {
            let [under, over] = pictures.map(|picture| svg(&picture, is_light));
            text += &format!(
                "<svg x=\"{left}\" y=\"{MARGIN}\" width=\"{}\" height=\"{}\">\n{under}\n{over}\n</svg>\n",
                size.x, size.y
            );
        };
        nested(MARGIN, FIGURE, [figure.under(false), over]);
        let left = FIGURE.x + 2.0 * MARGIN;
        nested(left, TREE, [tree.under(), tree.over(&walk, None)]);
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
}

#[cfg(test)]
mod tests {
    use std::{env, fs, path::Path};

    use super::*;

    /// The front page of the documentation of `bspwalk_planar` shows this figure. `BSPWALK_WRITE_FIGURES=1` writes it.
    #[test]
    fn figure_of_planar_docs_is_current() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../planar/docs/ten_edges.svg");
        let drawn = Page::default().saved(true);
        if env::var_os("BSPWALK_WRITE_FIGURES").is_some() {
            fs::write(&file, &drawn).expect("it can be written");
        }
        let kept = fs::read_to_string(&file).expect("it is there");
        assert!(kept == drawn, "set BSPWALK_WRITE_FIGURES=1 to draw it again");
    }

    #[test]
    fn saved_svg_contains_the_view() {
        let mut page = Page::default();
        page.take_preset("room");
        let file = page.saved(true);
        assert!(file.contains("320 columns are solid") && !file.contains("NaN"));
    }

    #[test]
    fn saved_svg_is_self_contained() {
        let mut page = Page::default();
        page.set_probe(DVec2::new(2.0, 7.0));
        for shown in 0..=page.steps.count() {
            page.show(shown);
            for is_light in [false, true] {
                let file = page.saved(is_light);
                assert!(file.starts_with("<svg xmlns=") && file.ends_with("</svg>\n"));
                assert_eq!(file.matches("<svg").count(), file.matches("</svg>").count());
                assert!(!file.contains("NaN") && !file.contains("class="));
                assert!(shown == 0 || file.contains("1. At the root, the point lies"));
            }
        }
    }
}
