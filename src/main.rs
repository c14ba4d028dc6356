//! bspwalk: see the library.

use std::process::ExitCode;

use bspwalk::cli::{self, Next};

fn main() -> ExitCode {
    match cli::run(std::env::args_os()) {
        Next::Exit(code) => code,
        next => draw(next),
    }
}

#[cfg(not(feature = "app"))]
fn draw(next: Next) -> ExitCode {
    cli::fail(match next {
        Next::Shot(_) => {
            "built without the graphics driver's `shot`: draw with --software, or build by `cargo build --release \
             --features app`"
        }
        _ => "built without the window: build with it by `cargo build --release --features app`",
    })
}

#[cfg(feature = "app")]
fn draw(next: Next) -> ExitCode {
    use bspwalk::app;

    match next {
        Next::Exit(code) => code,
        Next::Window(args) => app::run(app::WindowOptions {
            source: args.level.map(app::state::LevelSource::from),
            load: args.tree.load_options(),
            way: args.collision,
            params: args.tree.build_params(),
            size: args.size.map(|size| [size.width, size.height]),
        }),
        Next::Shot(args) => app::shot::run(&args),
    }
}
