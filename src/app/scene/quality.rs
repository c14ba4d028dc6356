//! The quality of drawing, which depends on the driver.

use bevy::{prelude::*, render::renderer::RenderAdapterInfo};
use bspwalk_text::{Message, message};

use crate::app::state::Notice;

/// What is missing where the driver draws in software, and how to get it.
const IN_SOFTWARE: Message = if cfg!(target_family = "wasm") {
    message!("light-software-page")
} else {
    message!("light-software")
};

/// The quality of drawing.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quality {
    /// Shadows and smooth edges.
    #[default]
    Full,
    /// Neither shadows nor smooth edges: for drivers that draw in software.
    Software,
}

impl Quality {
    /// Whether the sun casts shadows.
    #[must_use]
    pub fn shadows(self) -> bool {
        self == Self::Full
    }

    /// How edges are smoothed (MSAA).
    #[must_use]
    pub fn msaa(self) -> Msaa {
        match self {
            Self::Full => Msaa::Sample4,
            Self::Software => Msaa::Off,
        }
    }

    /// As the environment variable `BSPWALK_QUALITY` has it: `full` or `software`.
    fn from_environment() -> Option<Self> {
        match std::env::var("BSPWALK_QUALITY").ok()?.as_str() {
            "full" => Some(Self::Full),
            "software" => Some(Self::Software),
            _ => None,
        }
    }
}

/// Whether the driver draws in software.
fn in_software(adapter: &RenderAdapterInfo) -> bool {
    format!("{:?}", adapter.device_type) == "Cpu"
}

/// Samples along the direction in which a texture is foreshortened.
///
/// On a software driver it is one at any quality: llvmpipe's filter visits every texel of the footprint, and a triangle that
/// passes close by the eye has so many that the frame does not end.
pub(super) fn anisotropy(adapter: Option<&RenderAdapterInfo>) -> u16 {
    if adapter.is_none_or(in_software) { 1 } else { 16 }
}

/// Chooses the quality by the adapter, unless it was set before, and tells the user what is left out.
pub(super) fn detect(
    mut commands: Commands,
    adapter: Option<Res<RenderAdapterInfo>>,
    fixed: Option<Res<Quality>>,
    mut notices: MessageWriter<Notice>,
) {
    if fixed.is_some() {
        return;
    }
    if let Some(quality) = Quality::from_environment() {
        commands.insert_resource(quality);
        return;
    }
    let software = adapter.as_deref().is_some_and(in_software);
    if software {
        notices.write(Notice::info(IN_SOFTWARE.text()));
    }
    commands.insert_resource([Quality::Full, Quality::Software][usize::from(software)]);
}
