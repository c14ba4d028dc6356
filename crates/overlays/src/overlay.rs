//! The trait of overlays.
//!
//! An [`Overlay`] is a value that contains everything its drawing depends on. Equal values have equal drawings. So a program that
//! keeps the last value of each overlay draws only the ones that changed, and can draw them in the background. A painter of single
//! pictures takes every overlay of [`OVERLAYS`](crate::OVERLAYS) from a [`Scene`] and draws it immediately.

use std::{any::Any, fmt, sync::Arc};

use bspwalk_levels::color::palette::Rgb;
use bspwalk_session::overlays::OverlayKind;

use crate::{
    drawing::Drawing, heat::Heat, layer::Layer, legend::Legend, scene::Scene, section::SectionFacts,
};

/// A drawing over a level, as the value of everything that it depends on.
pub trait Overlay: PartialEq + Send + Sync + Sized + 'static {
    /// Kinds that switch it on. Without any, the scene decides.
    const KINDS: &'static [OverlayKind] = &[];

    /// Time that it takes to draw.
    const COST: Cost = Cost::Immediate;

    /// Whether it may be drawn although none of its kinds is on.
    const ALWAYS: bool = false;

    /// Takes its inputs from a scene. Returns `None` if it draws nothing there. This runs every frame, so it must be cheap.
    fn of(scene: &Scene<'_>) -> Option<Self>;

    /// Draws it and writes its legend.
    fn draw(&self) -> Output;
}

/// Time that an overlay takes to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// A small part of a frame.
    Immediate,
    /// Up to seconds in a large level. Such an overlay waits until the figures of the tree are counted.
    Background,
}

/// The drawing of an overlay, with its legend.
#[derive(Clone, Debug, Default)]
pub struct Output {
    /// Lines, polygons and labels by layer.
    pub layers: Vec<(Layer, Drawing)>,
    /// Meaning of its colours and lines.
    pub legend: Option<Legend>,
    /// Description of the picture itself, with a title.
    pub caption: Option<(&'static str, Legend)>,
    /// Meaning of the colours in a few words, for pictures without legends.
    pub scale: Vec<(String, Rgb)>,
    /// Colours of the pixels.
    pub heat: Option<Heat>,
    /// Figures of the section.
    pub section: Option<SectionFacts>,
}

impl Output {
    /// A drawing in a layer, without a legend.
    pub fn layer(layer: Layer, drawing: impl Into<Drawing>) -> Self {
        Self {
            layers: vec![(layer, drawing.into())],
            ..Self::default()
        }
    }

    /// A legend without a drawing.
    #[must_use]
    pub fn legend(legend: Legend) -> Self {
        Self::default().with(legend)
    }

    /// Adds a legend.
    #[must_use]
    pub fn with(mut self, legend: Legend) -> Self {
        self.legend = Some(legend);
        self
    }
}

/// A row of the table of overlays that are drawn.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Kinds that switch the overlay on.
    pub kinds: &'static [OverlayKind],
    /// Time that it takes to draw.
    pub cost: Cost,
    always: bool,
    of: fn(&Scene<'_>) -> Option<AnyOverlay>,
}

impl Entry {
    /// The row of an overlay.
    #[must_use]
    pub const fn of<O: Overlay>() -> Self {
        Self {
            kinds: O::KINDS,
            cost: O::COST,
            always: O::ALWAYS || O::KINDS.is_empty(),
            of: |scene| O::of(scene).map(AnyOverlay::new),
        }
    }

    /// Takes the overlay from a scene. Returns `None` if it is off or draws nothing there.
    #[must_use]
    pub fn in_scene(&self, scene: &Scene<'_>) -> Option<AnyOverlay> {
        let is_on = |kind: &OverlayKind| scene.overlays.is_on(*kind);
        if self.always || self.kinds.iter().any(is_on) {
            (self.of)(scene)
        } else {
            None
        }
    }
}

/// An overlay of any type.
#[derive(Clone)]
pub struct AnyOverlay(Arc<dyn Drawable>);

impl AnyOverlay {
    fn new(overlay: impl Overlay) -> Self {
        Self(Arc::new(overlay))
    }

    /// Draws it and writes its legend.
    #[must_use]
    pub fn draw(&self) -> Output {
        self.0.draw()
    }
}

impl PartialEq for AnyOverlay {
    fn eq(&self, other: &Self) -> bool {
        self.0.is_same(&*other.0)
    }
}

impl fmt::Debug for AnyOverlay {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("AnyOverlay").finish_non_exhaustive()
    }
}

/// An overlay without its type.
trait Drawable: Any + Send + Sync {
    fn draw(&self) -> Output;

    fn is_same(&self, other: &dyn Drawable) -> bool;
}

impl<O: Overlay> Drawable for O {
    fn draw(&self) -> Output {
        Overlay::draw(self)
    }

    fn is_same(&self, other: &dyn Drawable) -> bool {
        let other: &dyn Any = other;
        other.downcast_ref::<O>() == Some(self)
    }
}
