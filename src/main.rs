//! bspwalk: see the library.

use std::process::ExitCode;

#[cfg(feature = "app")]
fn main() -> ExitCode {
    bspwalk::app::run(bspwalk::app::WindowOptions::default())
}

#[cfg(not(feature = "app"))]
fn main() -> ExitCode {
    eprintln!("bspwalk: built without the window: build with the feature `app`");
    ExitCode::FAILURE
}
