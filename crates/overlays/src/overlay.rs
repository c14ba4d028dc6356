//! The overlay trait.
//!
//! An [`Overlay`] is a value that contains all its [`Inputs`], so equal values produce equal drawings with the same
//! palette. A program that keeps the last value of each overlay redraws only the overlays that changed, in the
//! background if necessary. A program that draws a single picture reads each entry of [`OVERLAYS`](crate::OVERLAYS)
//! from a [`Scene`] and draws it immediately.

use std::{any::Any, fmt, sync::Arc};

use bspwalk_draw::color::palette::{Palette, Rgb};
use bspwalk_session::overlays::OverlayKind;

use crate::{
    drawing::Drawing, heat::Heat, layer::Layer, legend::Legend, scene::Scene, section::SectionFacts,
};

/// Everything that the drawing of an overlay depends on, except for the palette.
pub trait Inputs: PartialEq + Send + Sync + Sized + 'static {
    /// Overlay kinds that switch the overlay on. If the list is empty, the scene decides.
    const KINDS: &'static [OverlayKind] = &[];

    /// Expected drawing time.
    const COST: Cost = Cost::Immediate;

    /// Whether the overlay may be drawn even if none of its kinds is switched on.
    const ALWAYS: bool = false;

    /// Collects the inputs from a scene. Returns `None` if there is nothing to draw. Must be cheap, because it is
    /// called in every frame.
    fn of(scene: &Scene<'_>) -> Option<Self>;
}

/// An overlay: a drawing over a level that depends only on its inputs and the palette.
pub trait Overlay: Inputs {
    /// Draws the overlay and writes its legend.
    fn draw(&self, palette: Palette) -> OverlayOutput;
}

/// Defines an overlay by its inputs. The arguments are the kinds that switch it on, its drawing time, the name of the
/// scene variable, optional `let` statements, and each input with its value in the scene. Values may refer to earlier
/// inputs.
macro_rules! overlay {
    (
        $(#[$meta:meta])*
        $name:ident [$($kind:ident),*] $cost:ident |$scene:ident|
        $(let $local:pat = $value:expr;)*
        { $($(#[$doc:meta])* $input:ident: $type:ty = $from:expr,)* }
    ) => {
        $(#[$meta])*
        #[derive(PartialEq)]
        pub(crate) struct $name {
            $($(#[$doc])* $input: $type,)*
        }

        impl $crate::overlay::Inputs for $name {
            const KINDS: &'static [OverlayKind] = &[$(OverlayKind::$kind),*];
            const COST: $crate::overlay::Cost = $crate::overlay::Cost::$cost;

            fn of($scene: &Scene<'_>) -> Option<Self> {
                $(let $local = $value;)*
                $(let $input = $from;)*
                Some(Self { $($input),* })
            }
        }
    };
}
pub(crate) use overlay;

/// Expected drawing time of an overlay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// A small fraction of a frame.
    Immediate,
    /// Up to several seconds in a large level. Such an overlay is drawn after the tree's statistics are computed.
    Background,
}

/// The drawing of an overlay, with its legend.
#[derive(Clone, Debug, Default)]
pub struct OverlayOutput {
    /// Lines, polygons and labels by layer.
    pub layers: Vec<(Layer, Drawing)>,
    /// Meanings of the colours and lines, if any.
    pub legend: Option<Legend>,
    /// Title and description of the whole picture.
    pub caption: Option<(&'static str, Legend)>,
    /// Short captions of the colours, for pictures without legends.
    pub scale: Vec<(String, Rgb)>,
    /// Heat map that colours the pixels.
    pub heat: Option<Heat>,
    /// Statistics of the section.
    pub section: Option<SectionFacts>,
}

impl OverlayOutput {
    /// Puts a drawing into a layer, without a legend.
    pub fn layer(layer: Layer, drawing: impl Into<Drawing>) -> Self {
        Self {
            layers: vec![(layer, drawing.into())],
            ..Self::default()
        }
    }

    /// Creates an output that consists only of a legend.
    pub fn legend(legend: Legend) -> Self {
        Self::default().with_legend(legend)
    }

    /// Adds a legend.
    #[must_use]
    pub fn with_legend(mut self, legend: Legend) -> Self {
        self.legend = Some(legend);
        self
    }
}

/// An entry in the table of overlays.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Kinds that switch the overlay on.
    pub kinds: &'static [OverlayKind],
    /// Expected drawing time.
    pub cost: Cost,
    always: bool,
    of: fn(&Scene<'_>) -> Option<AnyOverlay>,
}

impl Entry {
    /// Builds the entry of an overlay.
    pub const fn of<O: Overlay>() -> Self {
        Self {
            kinds: O::KINDS,
            cost: O::COST,
            always: O::ALWAYS || O::KINDS.is_empty(),
            of: |scene| Some(AnyOverlay(Arc::new(O::of(scene)?), scene.palette())),
        }
    }

    /// Creates the overlay for a scene. Returns `None` if the overlay is off or has nothing to draw.
    pub fn in_scene(&self, scene: &Scene<'_>) -> Option<AnyOverlay> {
        let is_on = |kind: &OverlayKind| scene.overlays.is_on(*kind);
        if self.always || self.kinds.iter().any(is_on) {
            (self.of)(scene)
        } else {
            None
        }
    }
}

/// A type-erased overlay, with its palette.
#[derive(Clone)]
pub struct AnyOverlay(Arc<dyn Drawable>, Palette);

impl AnyOverlay {
    /// Draws the overlay and writes its legend.
    pub fn draw(&self) -> OverlayOutput {
        self.0.draw(self.1)
    }
}

impl PartialEq for AnyOverlay {
    fn eq(&self, other: &Self) -> bool {
        self.1 == other.1 && self.0.is_same(&*other.0)
    }
}

impl fmt::Debug for AnyOverlay {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("AnyOverlay").finish_non_exhaustive()
    }
}

/// Object-safe counterpart of [`Overlay`].
trait Drawable: Any + Send + Sync {
    fn draw(&self, palette: Palette) -> OverlayOutput;

    fn is_same(&self, other: &dyn Drawable) -> bool;
}

impl<O: Overlay> Drawable for O {
    fn draw(&self, palette: Palette) -> OverlayOutput {
        Overlay::draw(self, palette)
    }

    fn is_same(&self, other: &dyn Drawable) -> bool {
        let other: &dyn Any = other;
        other.downcast_ref::<O>() == Some(self)
    }
}
