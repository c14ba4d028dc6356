//! The pictures of the page: each is drawn once, and the steps of films are drawn over it.

use std::{path::PathBuf, sync::Arc};

use bspwalk_draw::raster::{Method, visible};
use bspwalk_overlays::{
    faces,
    legend::Row,
    paint::vectors,
    scene::{Scene, Shown as Over},
    tree_stats::TreeFigures,
};
use bspwalk_session::{LevelName, Opened, overlays::Overlays, view::View, view_args::ViewArgs};
use bspwalk_trees::NodeTree;

use super::super::{
    args::ShotOptions,
    error::CliError,
    shot_scene::{Seen, Shown, surfaces},
    values::PixelSize,
};

/// Size of the pictures in pixels.
const SIZE: [u32; 2] = [1120, 630];

/// The groups of a picture that all steps share, and those of a step.
const SHARED: [&str; 5] = ["sky", "faces", "outlines", "wireframe", "axes"];
const OVER: [&str; 2] = ["overlays", "labels"];

/// A picture of the level, as a part of SVG.
pub(super) struct Figure {
    /// The faces.
    pub(super) shared: String,
    /// What lies over them in the picture itself.
    pub(super) over: String,
    /// The legends of that: titles with their rows.
    pub(super) legends: Vec<(&'static str, Vec<Row>)>,
}

/// What pictures from one place have in common.
pub(super) struct Base<'a> {
    shown: &'a Shown,
    pub(super) seen: Seen,
    painted: &'a Arc<NodeTree>,
    pixels: Vec<u32>,
    overlays: Overlays,
    pub(super) figure: Figure,
}

/// The options of `shot` that draw a picture of the page.
pub(super) fn options(level: &LevelName, at: &ViewArgs) -> ShotOptions {
    ShotOptions {
        level: level.clone(),
        output: PathBuf::new(),
        size: PixelSize {
            width: SIZE[0],
            height: SIZE[1],
        },
        at: at.clone(),
        bookmark: None,
        build_step: None,
        own_tree: false,
        beside: None,
        with_plan: false,
        software: true,
    }
}

/// The level as a model that is cut open, for films: nothing else is shown in it.
pub(super) fn of_model(at: &ViewArgs) -> ViewArgs {
    ViewArgs {
        eye: at.eye,
        look: at.look,
        cut: at.cut,
        orbit: at.orbit,
        view: View::Model,
        ..ViewArgs::default()
    }
}

impl<'a> Base<'a> {
    /// Draws the level from where a picture is seen, with these overlays.
    pub(super) fn new(shown: &'a Shown, shot: &ShotOptions, overlays: Overlays) -> Result<Self, CliError> {
        let seen = Seen::new(shot, shown, SIZE);
        let tree = &shown.opened.tree;
        let painted = shown.painted(tree, seen.coloring)?;
        let pixels = shown.faces(tree, &seen, painted);
        let mut base = Self {
            shown,
            seen,
            painted,
            pixels,
            overlays,
            figure: Figure {
                shared: String::new(),
                over: String::new(),
                legends: Vec::new(),
            },
        };
        let over = base.scene(shot).shown(&base.overlays, &base.seen.screen);
        if let Some(heat) = &over.heat {
            heat.paint(base.overlays.palette, SIZE[0], &mut base.pixels);
        }
        let drawn = base.drawn(&over);
        base.figure = Figure {
            shared: vectors::svg_part(&drawn, &SHARED),
            over: vectors::svg_part(&drawn, &OVER),
            legends: legends(&over),
        };
        Ok(base)
    }

    /// The level with its trees as it is seen from there.
    pub(super) fn scene(&self, shot: &ShotOptions) -> Scene<'_> {
        let of = (&*self.shown.opened.tree, &self.shown.figures);
        self.shown.scene(of, &self.seen, shot.at.select_leaf)
    }

    /// What a step of a film draws over the picture, with its legends.
    pub(super) fn step(&self, scene: &Scene<'_>) -> (String, Vec<(&'static str, Vec<Row>)>) {
        let over = scene.shown(&self.overlays, &self.seen.screen);
        (vectors::svg_part(&self.drawn(&over), &OVER), legends(&over))
    }

    /// What was opened.
    pub(super) fn opened(&self) -> &'a Opened {
        &self.shown.opened
    }

    /// The figures of its tree.
    pub(super) fn figures(&self) -> &'a TreeFigures {
        &self.shown.figures
    }

    fn drawn(&self, over: &Over) -> vectors::Vectors {
        let level = &self.shown.opened.level;
        let surfaces = surfaces(level, self.painted);
        let screen = &self.seen.screen;
        let picture = vectors::Picture {
            pixels: &self.pixels,
            seen: &visible(&surfaces, screen.camera(), SIZE, Method::FrontToBack),
            coloring: self.seen.coloring,
            wireframe: self.shown.shows_wireframe().then(|| {
                let colors = faces::edges(self.overlays.coloring(), self.overlays.palette);
                (&surfaces, colors)
            }),
        };
        vectors::vectors(level, self.painted, screen, picture, over, "")
    }
}

fn legends(over: &Over) -> Vec<(&'static str, Vec<Row>)> {
    let overlays = over
        .legends
        .iter()
        .map(|(kind, legend)| (kind.title(), legend.clone()));
    let captions = over.captions.iter().cloned();
    captions.chain(overlays).collect()
}

/// The size of the pictures, for the page.
pub(super) const fn size() -> [u32; 2] {
    SIZE
}
