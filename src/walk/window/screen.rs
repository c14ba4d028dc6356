//! The window and its pixels.

use std::{num::NonZeroU32, rc::Rc, time::Duration};

use bspwalk_draw::raster::Resolution;
use bspwalk_text::text;
use ratatui::{buffer::Buffer, layout::Rect};
use softbuffer::{Context, SoftBufferError, Surface};
use winit::{
    dpi::PhysicalPosition,
    event_loop::ActiveEventLoop,
    window::{CursorGrabMode, Window, WindowAttributes},
};

use super::{canvas::Canvas, glyphs::Glyphs};
use crate::cli::PixelSize;

/// Inner size of the window in logical pixels where none is asked for.
#[cfg(not(target_family = "wasm"))]
const SIZE: [u32; 2] = [1280, 720];

/// Least inner size of the window in logical pixels.
#[cfg(not(target_family = "wasm"))]
const LEAST: [u32; 2] = [160, 90];

/// The window, its pixels, and the text over them.
pub(super) struct Screen {
    pub(super) window: Rc<Window>,
    surface: Surface<Rc<Window>, Rc<Window>>,
    glyphs: Glyphs,
    /// Inner size in pixels; 0 while it is minimised.
    size: [u32; 2],
    /// The cells of text that the window has room for.
    pub(super) text: Buffer,
    pub(super) resolution: Resolution,
}

impl Screen {
    /// Opens the window.
    pub(super) fn open(
        event_loop: &ActiveEventLoop,
        title: &str,
        size: Option<PixelSize>,
        resolution: Resolution,
    ) -> Result<Self, String> {
        let attributes = placed(Window::default_attributes().with_title(title), size);
        #[cfg(target_os = "linux")]
        let attributes = named(attributes);
        let window = event_loop
            .create_window(attributes)
            .map_err(|error| error.to_string())?;
        let window = Rc::new(window);
        let surface = Context::new(Rc::clone(&window))
            .and_then(|context| Surface::new(&context, Rc::clone(&window)))
            .map_err(refused)?;
        let glyphs = Glyphs::new(window.scale_factor()).ok_or(text!("screen-no-font"))?;
        let mut screen = Self {
            size: window.inner_size().into(),
            window,
            surface,
            glyphs,
            text: Buffer::empty(Rect::ZERO),
            resolution,
        };
        screen.fit_text();
        Ok(screen)
    }

    /// Inner size in pixels; 0 while it is minimised.
    pub(super) fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Whether there is nothing to draw on.
    pub(super) fn is_empty(&self) -> bool {
        self.size.contains(&0)
    }

    /// The window has another size.
    pub(super) fn resize(&mut self, size: [u32; 2]) {
        self.size = size;
        self.fit_text();
    }

    /// The window has another scale: characters get another size.
    pub(super) fn rescale(&mut self, scale: f64) {
        if let Some(glyphs) = Glyphs::new(scale) {
            self.glyphs = glyphs;
            self.fit_text();
        }
    }

    fn fit_text(&mut self) {
        let cell = self.glyphs.cell();
        let [columns, rows] =
            [0, 1].map(|axis| u16::try_from(self.size[axis] / cell[axis]).unwrap_or(u16::MAX));
        self.text.resize(Rect::new(0, 0, columns, rows));
        self.text.reset();
    }

    /// Where a painting over these cells has its corner, its size in pixels of its own, and how many pixels of the window each of
    /// them is wide. It reaches to the right edge, as the cells do.
    pub(super) fn plan(&self, area: Option<Rect>) -> Option<([u32; 2], [u32; 2], u32)> {
        let area = area?;
        let cell = self.glyphs.cell();
        let scale = self.glyphs.scale();
        let corner = [u32::from(area.x) * cell[0], u32::from(area.y) * cell[1]];
        let end = [self.size[0], u32::from(area.bottom()) * cell[1]];
        let size = [0, 1].map(|axis| end[axis].saturating_sub(corner[axis]).div_ceil(scale));
        Some((corner, size, scale))
    }

    /// Paints pixels and shows them.
    pub(super) fn paint(
        &mut self,
        paint: impl FnOnce(&mut Canvas<'_>, &Buffer, &mut Glyphs),
    ) -> Result<(), String> {
        let [Some(width), Some(height)] = self.size.map(NonZeroU32::new) else {
            return Ok(());
        };
        self.surface.resize(width, height).map_err(refused)?;
        let mut pixels = self.surface.buffer_mut().map_err(refused)?;
        if let Some(mut canvas) = Canvas::new(&mut pixels, self.size) {
            paint(&mut canvas, &self.text, &mut self.glyphs);
        }
        self.window.pre_present_notify();
        pixels.present().map_err(refused)
    }

    /// A picture was drawn for the window in so long.
    pub(super) fn measure(&mut self, time: Duration) {
        self.resolution.measure(time, self.size);
    }

    /// Captures the pointer, or frees it. Where the system has no locked pointer it stays within the window, unseen.
    pub(super) fn capture(&self, captured: bool) {
        let window = &self.window;
        let grabbed = if captured {
            window
                .set_cursor_grab(CursorGrabMode::Locked)
                .or_else(|_| window.set_cursor_grab(CursorGrabMode::Confined))
        } else {
            window.set_cursor_grab(CursorGrabMode::None)
        };
        // Without any of these, moving the pointer still turns the view as long as it is over the window.
        let [x, y] = self.size.map(|edge| edge / 2);
        if captured || grabbed.is_err() {
            let _ = window.set_cursor_position(PhysicalPosition::new(x, y));
        }
        window.set_cursor_visible(!captured);
    }

    /// Whether the window covers the screen.
    pub(super) fn is_full(&self) -> bool {
        self.window.fullscreen().is_some()
    }

    /// Covers the screen, or no longer.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn toggle_full(&self) {
        let full = (!self.is_full()).then_some(winit::window::Fullscreen::Borderless(None));
        self.window.set_fullscreen(full);
    }
}

/// Why the display takes no pictures.
fn refused(error: SoftBufferError) -> String {
    match error {
        SoftBufferError::PlatformError(Some(reason), _) => text!("screen-refused", reason),
        other => text!("screen-refused", reason = other),
    }
}

/// In the size that is asked for.
#[cfg(not(target_family = "wasm"))]
fn placed(attributes: WindowAttributes, size: Option<PixelSize>) -> WindowAttributes {
    use winit::dpi::LogicalSize;
    let [width, height] = size.map_or(SIZE, |size| [size.width, size.height]);
    attributes
        .with_inner_size(LogicalSize::new(width, height))
        .with_min_inner_size(LogicalSize::new(LEAST[0], LEAST[1]))
}

/// On the canvas of the page, which says how large it is.
#[cfg(target_family = "wasm")]
fn placed(attributes: WindowAttributes, _: Option<PixelSize>) -> WindowAttributes {
    use winit::platform::web::WindowAttributesExtWebSys;
    attributes
        .with_canvas(crate::page::canvas())
        .with_prevent_default(true)
}

/// The name by which desktops know the window.
#[cfg(target_os = "linux")]
fn named(attributes: WindowAttributes) -> WindowAttributes {
    use winit::platform::{wayland::WindowAttributesExtWayland, x11::WindowAttributesExtX11};

    let attributes = WindowAttributesExtX11::with_name(attributes, "bspwalk", "bspwalk");
    WindowAttributesExtWayland::with_name(attributes, "bspwalk", "bspwalk")
}
