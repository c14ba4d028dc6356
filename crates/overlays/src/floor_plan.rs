//! The floor plan next to a picture: the section of the model view at eye height, seen from straight above.
//!
//! The section is computed in the background. Vector painters use its [`Layers`]. For pixel pictures, only the body is
//! redrawn in each frame.

use bspwalk_levels::Level;
use bspwalk_session::{
    job::Job,
    view::{MODEL_ANGLE, Model, Orbit},
};
use glam::{Vec2, Vec3Swizzles};

use crate::{
    inputs::Shared,
    layer::Layers,
    overlay::{AnyOverlay, Entry, OverlayOutput},
    paint::{
        screen::Screen,
        software::{Canvas, Depths},
    },
    scene::{InModel, Scene},
    section::{Section, SectionFacts, figure::Figure, own_planes::OwnPlanes},
    shown::OverlayDrawings,
};

/// Colour of the ground outside solid leaves, as 0x00RRGGBB.
const PAPER: u32 = 0x0010_1218;

/// Change in eye height that requires a new section, in metres.
const STEP: f32 = 0.1;

/// Maximum size of the displayed area along the picture's shorter side, in metres.
const SPAN: f32 = 24.0;

/// Distance that the eye moves before the displayed area is centred again, in metres.
const SCROLL: f32 = 2.0;

/// Pixels per logical pixel for a plan drawn in text cells, where lines of normal width would be too wide.
const THIN: f32 = 0.3;

/// A section, with its height in metres.
type Cut = (f32, OverlayOutput);

/// The floor plan of a level.
#[derive(Debug, Default)]
pub struct FloorPlan {
    level: Option<Shared<Level>>,
    cutting: Job<AnyOverlay, Cut>,
    cut: Option<Cut>,
    /// Cached picture without the body, with the camera and the plane overlay for which it was drawn.
    ground: Option<((Screen, Option<AnyOverlay>), Vec<u32>)>,
}

impl FloorPlan {
    /// Requests the section at the eye height of a scene. Returns whether a new section is available. Until then, the
    /// previous section of the level remains in use.
    pub fn follow(&mut self, scene: &Scene<'_>) -> bool {
        let level = Some(Shared::of(scene.level));
        if self.level != level {
            *self = Self {
                level,
                ..Self::default()
            };
        }
        let cut = self.cutting.take();
        let is_new = cut.is_some();
        if is_new {
            (self.cut, self.ground) = (cut, None);
        }
        // Let a running computation finish even if the eye has moved on. On stairs the eye moves
        // continuously, so otherwise no section would ever appear.
        if !self.cutting.is_busy() {
            let height = (scene.eye.y as f32 / STEP).round() * STEP;
            let scene = in_model(scene, 0.0, framed(scene, height, [1, 1]));
            if let Some(section) = Entry::of::<Section>().in_scene(&scene) {
                let work = section.clone();
                self.cutting.request(section, move || (height, work.draw()));
            }
        }
        is_new
    }

    /// Returns whether a section is being computed.
    #[must_use]
    pub fn is_cutting(&self) -> bool {
        self.cutting.is_busy()
    }

    /// Returns the height of the section (in metres) and its statistics, or `None` until it is computed.
    #[must_use]
    pub fn facts(&self) -> Option<(f32, SectionFacts)> {
        let (height, output) = self.cut.as_ref()?;
        Some((*height, output.section?))
    }

    /// Returns the layers of the section, and the layers above it: the planes of the scene's selection, and the body.
    /// The body faces `yaw`, in radians to the left of −Z. `None` until the section is computed.
    ///
    /// `seen` is the height of the displayed area, in metres. The larger the area, the larger the body is drawn.
    #[must_use]
    pub fn layers(&self, scene: &Scene<'_>, yaw: f32, seen: f32) -> Option<[Layers; 2]> {
        let (height, section) = self.cut.as_ref()?;
        let scene = in_model(scene, yaw, above(scene.eye.as_vec3().xz(), *height, seen));
        let others = [Entry::of::<OwnPlanes>(), Entry::of::<Figure>()];
        let others = others.iter().filter_map(|entry| entry.in_scene(&scene));
        let others: Vec<OverlayOutput> = others.map(|overlay| overlay.draw()).collect();
        Some([layers([section]), layers(&others)])
    }

    /// Draws the plan with the scene's body, which faces `yaw`, in radians to the left of −Z. Returns the pixels as
    /// 0x00RRGGBB, row by row from the top. `None` until the section is computed, or if the width or height is 0.
    ///
    /// The plan shows the whole level or, if the level is too large, the area around the body. A plan in text cells has
    /// thin lines and no labels.
    pub fn picture(
        &mut self,
        scene: &Scene<'_>,
        yaw: f32,
        size: [u32; 2],
        in_cells: bool,
    ) -> Option<Vec<u32>> {
        let (height, section) = self.cut.as_ref().filter(|_| !size.contains(&0))?;
        let model = framed(scene, *height, size);
        let mut screen = Screen::new(model.camera(), size);
        if in_cells {
            screen.scale = THIN;
        }
        let scene = in_model(scene, yaw, model).on(&screen);
        let depths = Depths::empty(size);
        let own = Entry::of::<OwnPlanes>().in_scene(&scene);
        let of = (screen, own.clone());
        if self.ground.as_ref().is_none_or(|(known, _)| *known != of) {
            let own = own.map(|own| own.draw());
            let mut shown = OverlayDrawings {
                layers: layers([section].into_iter().chain(&own)),
                ..OverlayDrawings::default()
            };
            let mut pixels = vec![PAPER; size[0] as usize * size[1] as usize];
            let mut canvas = Canvas::new(&screen, &depths, &mut pixels);
            canvas.draw(shown.layers.passes());
            if !in_cells {
                scene.place_labels(&mut shown);
                canvas.labels(&shown.labels);
            }
            self.ground = Some((of, pixels));
        }
        let mut pixels = self.ground.as_ref()?.1.clone();
        let figure = Entry::of::<Figure>().in_scene(&scene)?.draw();
        Canvas::new(&screen, &depths, &mut pixels).draw(layers([&figure]).passes());
        Some(pixels)
    }
}

/// Collects the layers of several outputs.
fn layers<'a>(outputs: impl IntoIterator<Item = &'a OverlayOutput>) -> Layers {
    let mut layers = Layers::default();
    for (layer, drawing) in outputs.into_iter().flat_map(|output| &output.layers) {
        layers.set(*layer, drawing.clone());
    }
    layers
}

/// Returns the scene as a model view, with the body on the cut and turned to face `yaw`.
fn in_model<'a>(scene: &Scene<'a>, yaw: f32, model: Model) -> Scene<'a> {
    Scene {
        eye: scene.eye.with_y(f64::from(model.cut)),
        model: Some(InModel {
            model,
            yaw,
            film: None,
        }),
        ..scene.clone()
    }
}

/// Returns a view of the whole level or, if the level is too large, of the area around the eye.
fn framed(scene: &Scene<'_>, height: f32, size: [u32; 2]) -> Model {
    let size = Vec2::from(size.map(|side| side as f32));
    let bounds = &scene.level.bounds;
    let [min, max] = if bounds.is_empty() {
        [Vec2::ZERO; 2]
    } else {
        [bounds.min, bounds.max].map(|corner| corner.as_vec3().xz())
    };
    let extent = (max - min).max(Vec2::ONE) * 1.06;
    let scale = (extent / size).max_element().min(SPAN / size.min_element());
    let seen = size * scale;
    let eye = (scene.eye.as_vec3().xz() / SCROLL).round() * SCROLL;
    // On each axis, centre the level if it fits completely, otherwise the body.
    let middle = Vec2::select(seen.cmpge(extent * 0.999), (min + max) * 0.5, eye);
    above(middle, height, seen.y)
}

/// Returns a view from above, centred on `middle`. `seen` is the height of the displayed area, in metres.
fn above(middle: Vec2, height: f32, seen: f32) -> Model {
    Model {
        is_plan: true,
        orbit: Orbit {
            target: middle.extend(height).xzy(),
            distance: 0.5 * seen / (MODEL_ANGLE * 0.5).tan(),
            ..Orbit::default()
        },
        cut: height,
    }
}

#[cfg(test)]
mod tests {
    use bspwalk_trees::NodeId;
    use std::sync::Arc;

    use bspwalk_session::overlays::{OverlayKind, Overlays};
    use bspwalk_testing::small_trees;
    use bspwalk_trees::NodeTree;
    use glam::DVec3;

    use super::*;
    use crate::tree_stats::TreeFigures;

    const SIZE: [u32; 2] = [240, 160];

    fn room() -> (Arc<NodeTree>, Arc<Level>, Arc<TreeFigures>) {
        let (tree, level) = small_trees::room();
        let figures = TreeFigures::new(&tree);
        (Arc::new(tree), Arc::new(level), Arc::new(figures))
    }

    /// Calls `follow` until the section of a scene is computed.
    fn cut(plan: &mut FloorPlan, scene: &Scene<'_>) {
        while !plan.follow(scene) {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }

    #[test]
    fn section_is_drawn_below_the_body() {
        let (tree, level, figures) = room();
        let overlays = Overlays::showing([OverlayKind::Planes]);
        let center = (level.bounds.min + level.bounds.max) * 0.5;
        let eye = center.with_y(level.spawn.eye.y);
        let scene = Scene {
            eye,
            ..Scene::new((&level, &tree, &figures), &overlays)
        };
        let mut plan = FloorPlan::default();
        assert!(plan.facts().is_none() && plan.picture(&scene, 0.0, SIZE, false).is_none());
        cut(&mut plan, &scene);
        let (height, facts) = plan.facts().expect("it is cut");
        assert!((f64::from(height) - eye.y).abs() <= 0.5 * f64::from(STEP) + 1.0e-4);
        assert!(facts.lines > 3 && facts.leaves.is_none(), "{facts:?}");
        for in_cells in [false, true] {
            let mut picture = |scene: &Scene<'_>| {
                let pixels = plan.picture(scene, 0.0, SIZE, in_cells);
                pixels.expect("it is cut")
            };
            let near = picture(&scene);
            let drawn = near.iter().filter(|&&pixel| pixel != PAPER).count();
            assert!(drawn > 100 && drawn < near.len(), "{drawn} pixels are drawn");
            // When the body is elsewhere, only the pixels of its figure differ.
            let away = picture(&Scene {
                eye: DVec3::new(1.0e5, eye.y, 1.0e5),
                ..scene.clone()
            });
            let changed: Vec<usize> = (0..near.len()).filter(|&i| near[i] != away[i]).collect();
            assert!(!changed.is_empty());
            // The body faces −Z, which is up in the plan.
            let rows = changed.iter().map(|i| *i as u32 / SIZE[0]);
            let [first, last] = [rows.clone().min(), rows.max()].map(Option::unwrap_or_default);
            let middle = SIZE[1] / 2;
            assert!(middle - first > last - middle, "from {first} to {last}");
            let selected = picture(&Scene {
                selected: Some(NodeId(0)),
                ..scene.clone()
            });
            assert!(selected != near, "the root is highlighted");
        }
    }

    #[test]
    fn floor_plan_resets_on_new_level_and_any_size() {
        let (tree, level, figures) = room();
        let (other, overlays) = (Arc::new((*level).clone()), Overlays::none());
        let scene = Scene::new((&level, &tree, &figures), &overlays);
        let mut plan = FloorPlan::default();
        cut(&mut plan, &scene);
        for size in [[0, 0], [1, 1], [3, 0], [2, 300]] {
            let pixels = plan.picture(&scene, 1.0, size, true).map(|pixels| pixels.len());
            assert_eq!(pixels.unwrap_or(0) as u32, size[0] * size[1]);
        }
        plan.follow(&Scene {
            level: &other,
            ..scene.clone()
        });
        assert!(plan.facts().is_none() && plan.is_cutting());
    }
}
