//! bspwalk: see the library.

use std::{env, process::ExitCode};

use bspwalk::{
    cli::{self, Next, Renderer, WindowArgs},
    walk::{
        platform::{self, Platform},
        renderer::{self, BuiltIn, Choice, Drawn, Machine},
    },
};

fn main() -> ExitCode {
    match cli::run(env::args_os()) {
        Next::Exit(code) => code,
        Next::Window(args) => walk(args),
        Next::Shot(args) => shot(args),
    }
}

/// Walks through a level where that can be drawn best.
fn walk(args: WindowArgs) -> ExitCode {
    let asked = args.renderer.unwrap_or_default();
    let machine = Machine {
        display: platform::check_display(Platform::current(), |name| env::var_os(name)),
        terminal: platform::has_terminal(),
    };
    match renderer::choose(asked, BuiltIn::current(), &machine, driver) {
        Ok(Choice { drawn, said }) => {
            if let Some(said) = said {
                eprintln!("bspwalk: {said}");
            }
            draw(drawn, args, asked == Renderer::Auto)
        }
        Err(reason) => cli::fail(reason),
    }
}

fn draw(drawn: Drawn, args: WindowArgs, by_itself: bool) -> ExitCode {
    match drawn {
        Drawn::Gpu => by_driver(args, by_itself),
        Drawn::Software => in_software(args, by_itself),
        Drawn::Terminal => in_terminal(args),
    }
}
