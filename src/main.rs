//! bspwalk: see the library.

use std::process::ExitCode;

use bspwalk::cli::{self, Next};

fn main() -> ExitCode {
    match cli::run(std::env::args_os()) {
        Next::Exit(code) => code,
        next => draw(next),
    }
}

#[cfg(all(feature = "terminal", not(feature = "app")))]
fn draw(next: Next) -> ExitCode {
    match next {
        Next::Exit(code) => code,
        Next::Window(args) => bspwalk::walk::terminal::run(&args),
        Next::Shot(_) => cli::fail(
            "built without the graphics driver's `shot`: build with it by `cargo build --release`, or draw by `shot \
             --software`",
        ),
    }
}

#[cfg(not(any(feature = "app", feature = "terminal")))]
fn draw(_: Next) -> ExitCode {
    cli::fail(
        "built without the window and its `shot`: build with them by `cargo build --release --features app`, or draw by \
         `shot --software`",
    )
}

#[cfg(feature = "app")]
fn draw(next: Next) -> ExitCode {
    use bspwalk::app;

    match next {
        Next::Exit(code) => code,
        Next::Window(args) => app::run(app::WindowOptions {
            source: args.level.map(app::state::LevelSource::from),
            tree: args.tree,
            method: args.collision,
            size: args.size.map(|size| [size.width, size.height]),
        }),
        Next::Shot(args) => app::shot::run(&args),
    }
}
