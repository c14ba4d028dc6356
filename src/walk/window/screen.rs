//! The window and its pixel buffer.

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

/// Default inner size of the window, in logical pixels.
#[cfg(not(target_family = "wasm"))]
const SIZE: [u32; 2] = [1280, 720];

/// Minimum inner size of the window, in logical pixels.
#[cfg(not(target_family = "wasm"))]
const LEAST: [u32; 2] = [160, 90];

/// The window, its pixel buffer and its text.
pub(super) struct Screen {
    pub(super) window: Rc<Window>,
    surface: Surface<Rc<Window>, Rc<Window>>,
    glyphs: Glyphs,
    /// Inner size in pixels; 0 while minimised.
    size: [u32; 2],
    /// Grid of the text cells that fit in the window.
    pub(super) text: Buffer,
    pub(super) resolution: Resolution,
}

impl Screen {
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

    /// Returns the inner size in pixels; 0 while minimised.
    pub(super) fn size(&self) -> [u32; 2] {
        self.size
    }

    pub(super) fn is_empty(&self) -> bool {
        self.size.contains(&0)
    }

    pub(super) fn resize(&mut self, size: [u32; 2]) {
        self.size = size;
        self.fit_text();
    }

    /// Sets a new scale factor, which changes the size of the text.
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

    /// Returns the plan's corner in window pixels, the plan's size in plan pixels, and the width of a plan pixel in
    /// window pixels. Like the text cells, the plan extends to the right edge of the window.
    pub(super) fn plan(&self, area: Option<Rect>) -> Option<([u32; 2], [u32; 2], u32)> {
        let area = area?;
        let cell = self.glyphs.cell();
        let scale = self.glyphs.scale();
        let corner = [u32::from(area.x) * cell[0], u32::from(area.y) * cell[1]];
        let end = [self.size[0], u32::from(area.bottom()) * cell[1]];
        let size = [0, 1].map(|axis| end[axis].saturating_sub(corner[axis]).div_ceil(scale));
        Some((corner, size, scale))
    }

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

    /// Records how long a picture took to draw, to adapt the resolution.
    pub(super) fn measure(&mut self, time: Duration) {
        self.resolution.record_frame_time(time, self.size);
    }

    /// Captures or releases the pointer. If the system cannot lock the pointer, confines it to the window. A captured
    /// pointer is hidden.
    pub(super) fn capture(&self, captured: bool) {
        let window = &self.window;
        let grabbed = if captured {
            window
                .set_cursor_grab(CursorGrabMode::Locked)
                .or_else(|_| window.set_cursor_grab(CursorGrabMode::Confined))
        } else {
            window.set_cursor_grab(CursorGrabMode::None)
        };
        // Even if the system supports neither mode, moving the pointer within the window turns the view.
        let [x, y] = self.size.map(|edge| edge / 2);
        if captured || grabbed.is_err() {
            let _ = window.set_cursor_position(PhysicalPosition::new(x, y));
        }
        window.set_cursor_visible(!captured);
    }

    pub(super) fn is_full(&self) -> bool {
        self.window.fullscreen().is_some()
    }

    #[cfg(not(target_family = "wasm"))]
    pub(super) fn toggle_full(&self) {
        let full = (!self.is_full()).then_some(winit::window::Fullscreen::Borderless(None));
        self.window.set_fullscreen(full);
    }
}

fn refused(error: SoftBufferError) -> String {
    match error {
        SoftBufferError::PlatformError(Some(reason), _) => text!("screen-refused", reason),
        other => text!("screen-refused", reason = other),
    }
}

#[cfg(not(target_family = "wasm"))]
fn placed(attributes: WindowAttributes, size: Option<PixelSize>) -> WindowAttributes {
    use winit::dpi::LogicalSize;
    let [width, height] = size.map_or(SIZE, |size| [size.width, size.height]);
    attributes
        .with_inner_size(LogicalSize::new(width, height))
        .with_min_inner_size(LogicalSize::new(LEAST[0], LEAST[1]))
}

#[cfg(target_family = "wasm")]
fn placed(attributes: WindowAttributes, _: Option<PixelSize>) -> WindowAttributes {
    use winit::platform::web::WindowAttributesExtWebSys;
    attributes
        .with_canvas(crate::page::canvas())
        .with_prevent_default(true)
}

/// Sets the application name that desktops use to identify the window.
#[cfg(target_os = "linux")]
fn named(attributes: WindowAttributes) -> WindowAttributes {
    use winit::platform::{wayland::WindowAttributesExtWayland, x11::WindowAttributesExtX11};

    let attributes = WindowAttributesExtX11::with_name(attributes, "bspwalk", "bspwalk");
    WindowAttributesExtWayland::with_name(attributes, "bspwalk", "bspwalk")
}
