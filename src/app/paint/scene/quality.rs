//! Render quality, which depends on the graphics driver.

use bevy::{prelude::*, render::renderer::RenderAdapterInfo};
use bspwalk_text::{Message, message};

/// Message that states what software rendering omits and how to enable it.
const IN_SOFTWARE: Message = if cfg!(target_family = "wasm") {
    message!("light-software-page")
} else {
    message!("light-software")
};

/// Render quality.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quality {
    /// Shadows and antialiasing are on.
    #[default]
    Full,
    /// Neither shadows nor antialiasing, for software renderers.
    Software,
}

impl Quality {
    /// Returns whether the sun casts shadows.
    #[must_use]
    pub fn shadows(self) -> bool {
        self == Self::Full
    }

    /// Returns the number of MSAA samples.
    #[must_use]
    pub fn msaa(self) -> Msaa {
        match self {
            Self::Full => Msaa::Sample4,
            Self::Software => Msaa::Off,
        }
    }

    /// Returns a message that states what software rendering omits and how to enable it, or `None` if nothing is
    /// omitted.
    #[must_use]
    pub fn note(self) -> Option<&'static str> {
        (self == Self::Software).then(|| IN_SOFTWARE.text())
    }

    /// Reads the quality (`full` or `software`) from the environment variable `BSPWALK_QUALITY`.
    fn from_environment() -> Option<Self> {
        match std::env::var("BSPWALK_QUALITY").ok()?.as_str() {
            "full" => Some(Self::Full),
            "software" => Some(Self::Software),
            _ => None,
        }
    }
}

fn in_software(adapter: &RenderAdapterInfo) -> bool {
    format!("{:?}", adapter.device_type) == "Cpu"
}

/// Returns the number of samples for anisotropic filtering.
///
/// The number is always 1 for a software renderer. llvmpipe's filter visits every texel in the footprint. A triangle
/// close to the eye covers a huge number of texels, and the frame would never finish.
pub(super) fn anisotropy(adapter: Option<&RenderAdapterInfo>) -> u16 {
    if adapter.is_none_or(in_software) { 1 } else { 16 }
}

/// Chooses the quality for the adapter, unless it was set explicitly. The menu bar and the panel state what is omitted.
pub(super) fn detect(
    mut commands: Commands,
    adapter: Option<Res<RenderAdapterInfo>>,
    fixed: Option<Res<Quality>>,
) {
    if fixed.is_none() {
        let software = adapter.as_deref().is_some_and(in_software);
        let detected = [Quality::Full, Quality::Software][usize::from(software)];
        commands.insert_resource(Quality::from_environment().unwrap_or(detected));
    }
}
