//! The bspwalk executable. See the library for its documentation.

/// Prepares the web page, which then calls the functions of [`bspwalk::web`].
#[cfg(target_family = "wasm")]
fn main() {
    bspwalk::web::prepare();
}

#[cfg(not(target_family = "wasm"))]
fn main() -> std::process::ExitCode {
    native::main()
}

#[cfg(not(target_family = "wasm"))]
mod native {
    use std::{env, process::ExitCode};

    #[cfg(feature = "app")]
    use bspwalk::walk::restart::silence_device_selection;
    use bspwalk::{
        cli::{self, Next, Renderer, WindowArgs},
        walk::{
            platform::{self, Platform},
            renderer::{self, Machine, RendererKind},
            restart::FALLS_THROUGH,
        },
    };

    pub(crate) fn main() -> ExitCode {
        match cli::run(env::args_os()) {
            Next::Exit(code) => code,
            Next::Window(args) => walk(&args),
        }
    }

    /// Walks through a level with the best available renderer.
    fn walk(args: &WindowArgs) -> ExitCode {
        let display = platform::check_display(Platform::current(), |name| env::var_os(name));
        choose(display, args)
    }

    /// Chooses the renderer. `display` is `Err` with the reason if there is no display.
    fn choose(display: Result<(), String>, args: &WindowArgs) -> ExitCode {
        let machine = Machine {
            display,
            terminal: platform::has_terminal(),
        };
        let falls_through = machine.display.is_err() && platform::is_set(FALLS_THROUGH);
        let asked = if falls_through {
            Renderer::Auto
        } else {
            args.renderer.unwrap_or_default()
        };
        match renderer::choose(asked, &RendererKind::built_in(), &machine, driver) {
            Ok((drawn, said)) => {
                if let Some(said) = said {
                    eprintln!("bspwalk: {said}");
                }
                draw(drawn, args)
            }
            Err(reason) => cli::fail(reason),
        }
    }

    fn draw(drawn: RendererKind, args: &WindowArgs) -> ExitCode {
        match drawn {
            #[cfg(feature = "app")]
            RendererKind::Gpu => {
                let falls_through = args.renderer.unwrap_or_default() == Renderer::Auto;
                bspwalk::app::run(args, falls_through)
            }
            #[cfg(feature = "software")]
            RendererKind::Software => match bspwalk::walk::window::run(args) {
                Ok(status) => status,
                // If it turns out that there is no display, the walk can still run in the terminal.
                Err(reason) => choose(Err(reason), args),
            },
            #[cfg(feature = "terminal")]
            RendererKind::Terminal => bspwalk::walk::terminal::run(args),
            #[cfg(not(all(feature = "app", feature = "software", feature = "terminal")))]
            _ => unreachable!("what is not built in is not chosen: {args:?}"),
        }
    }

    #[cfg(feature = "app")]
    fn driver() -> Result<String, String> {
        silence_device_selection();
        bspwalk::app::driver()
    }

    #[cfg(not(feature = "app"))]
    fn driver() -> Result<String, String> {
        Err(bspwalk_text::text!("renderer-no-engine").to_owned())
    }
}
