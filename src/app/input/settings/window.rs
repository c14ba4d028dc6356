//! Window position and size, saved for the next start.

use bevy::{
    prelude::*,
    window::{Monitor, MonitorSelection, PrimaryWindow, WindowMode, WindowResolution},
};

use crate::cli::values::EDGE_LIMIT;

/// Position and size of the window.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct WindowPlace {
    /// Inner width and height in logical pixels.
    pub size: [u32; 2],
    /// Upper left corner on the desktop in physical pixels, if the system reports it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<[i32; 2]>,
}

/// Present if the window position and size are saved. They are not saved if the command line specifies a size.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct KeepsWindow;

/// Minimum width and height of a window whose size is saved, in logical pixels.
const LEAST_EDGE: u32 = 200;

/// Minimum visible width and height of a window on a monitor, in physical pixels, so that you can still drag it.
const LEAST_SEEN: i32 = 100;

impl WindowPlace {
    /// Returns the position and size of a window, or `None` if it is full screen or hidden.
    #[must_use]
    pub fn of(window: &Window) -> Option<Self> {
        let position = match window.position {
            WindowPosition::At(corner) => Some(corner.to_array()),
            _ => None,
        };
        let size = [window.resolution.width(), window.resolution.height()];
        let place = Self {
            size: size.map(|edge| edge.round() as u32),
            position,
        };
        (window.mode == WindowMode::Windowed && place.is_sane()).then_some(place)
    }

    /// Returns whether the width and height are in range.
    #[must_use]
    pub fn is_sane(&self) -> bool {
        self.size
            .iter()
            .all(|edge| (LEAST_EDGE..=EDGE_LIMIT).contains(edge))
    }

    /// Applies the position and size to a window before it opens.
    pub fn apply(&self, window: &mut Window) {
        window.resolution = WindowResolution::new(self.size[0], self.size[1]);
        if let Some(corner) = self.position {
            window.position = WindowPosition::At(corner.into());
        }
    }
}

/// Returns whether enough of a window is visible on one of the monitors. Each monitor is given by its corner and size.
fn is_seen(corner: IVec2, size: IVec2, monitors: impl IntoIterator<Item = (IVec2, IVec2)>) -> bool {
    monitors.into_iter().any(|(at, extent)| {
        let seen = (corner + size).min(at + extent) - corner.max(at);
        // The title bar, used for dragging a window, is at the top.
        seen.min_element() >= LEAST_SEEN && corner.y >= at.y - LEAST_SEEN / 2
    })
}

/// Centres a window that would open outside all monitors, for example after one was unplugged.
pub(super) fn bring_back(
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
    monitors: Query<&Monitor>,
    mut is_done: Local<bool>,
) {
    if *is_done || monitors.is_empty() {
        return;
    }
    let Ok(mut window) = windows.single_mut() else {
        return;
    };
    *is_done = true;
    let monitors = monitors.iter().map(|monitor| {
        let size = UVec2::new(monitor.physical_width, monitor.physical_height);
        (monitor.physical_position, size.as_ivec2())
    });
    if let WindowPosition::At(corner) = window.position
        && !is_seen(corner, window.physical_size().as_ivec2(), monitors)
    {
        window.position = WindowPosition::Centered(MonitorSelection::Primary);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn window_needs_a_visible_part() {
        let screen = (IVec2::ZERO, IVec2::new(1920, 1080));
        let right = (IVec2::new(1920, -200), IVec2::new(2560, 1440));
        let size = IVec2::new(1280, 720);
        let seen = |x, y, monitors: &[_]| is_seen(IVec2::new(x, y), size, monitors.iter().copied());
        assert!(seen(100, 100, &[screen]) && seen(-1100, 0, &[screen]) && seen(1800, 900, &[screen]));
        assert!(seen(2500, 300, &[screen, right]));
        for (x, y) in [(2500, 300), (-1250, 0), (0, 1070), (0, -700)] {
            assert!(!seen(x, y, &[screen]), "({x}, {y})");
        }
        assert!(!seen(0, 0, &[]));
    }
}
