//! Chooses the renderer of a walk: the best one that the user allows, the build contains and the machine supports.

use bspwalk_text::{Message, message, text};

use crate::cli::Renderer;

/// A renderer that can draw a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RendererKind {
    /// The engine in a window, with a graphics driver.
    Gpu,
    /// The software renderer in a window.
    Software,
    /// The software renderer in the terminal.
    Terminal,
}

impl RendererKind {
    /// All renderers, best first.
    pub const ALL: [Self; 3] = [Self::Gpu, Self::Software, Self::Terminal];

    /// Returns the renderers that are compiled into this build.
    pub fn built_in() -> Vec<Self> {
        let is_built_in = |drawn: &Self| match drawn {
            Self::Gpu => cfg!(feature = "app"),
            Self::Software => cfg!(feature = "software"),
            Self::Terminal => cfg!(feature = "terminal"),
        };
        Self::ALL.into_iter().filter(is_built_in).collect()
    }

    /// Returns the value for `--renderer`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Gpu => Renderer::Gpu.name(),
            Self::Software => Renderer::Software.name(),
            Self::Terminal => Renderer::Terminal.name(),
        }
    }

    /// Returns the renderer's name for use in a sentence, and the Cargo feature that enables the renderer.
    fn title_and_feature(self) -> (&'static str, &'static str) {
        match self {
            Self::Gpu => (text!("renderer-engine"), "app"),
            Self::Software => (text!("renderer-software-window"), "software"),
            Self::Terminal => (text!("renderer-terminal-walk"), "terminal"),
        }
    }
}

/// Displays and terminals that the machine provides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// `Ok` if a display responds, otherwise the reason to show to the user.
    pub display: Result<(), String>,
    /// Whether standard input and standard output are both terminals.
    pub terminal: bool,
}

/// A requirement that turns out to be missing when the window opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The graphics driver.
    Driver,
    /// The display.
    Display,
}

/// Reason given if there is no terminal.
const NO_TERMINAL: Message = message!("renderer-no-terminal");

/// Suggestion to draw a still picture, for machines that cannot draw a walk.
const PICTURE: Message = message!("renderer-picture");

/// Chooses a renderer. Also returns a line with the choice and the reason for it, unless the user made the choice.
/// Calls `driver`, which returns the device name, only if the choice depends on the driver.
///
/// # Errors
/// Returns one sentence with the reason why no renderer can draw, and the alternatives.
pub fn choose(
    asked: Renderer,
    built_in: &[RendererKind],
    machine: &Machine,
    driver: impl FnOnce() -> Result<String, String>,
) -> Result<(RendererKind, Option<String>), String> {
    let drawn = match asked {
        Renderer::Auto => {
            return best(built_in, machine, driver).map(|(drawn, reason)| (drawn, Some(reason)));
        }
        Renderer::Gpu => RendererKind::Gpu,
        Renderer::Software => RendererKind::Software,
        Renderer::Terminal => RendererKind::Terminal,
    };
    check(drawn, built_in, machine).map(|()| (drawn, None))
}

/// Chooses the best available renderer. Returns it with a line to show to the user.
fn best(
    built_in: &[RendererKind],
    machine: &Machine,
    driver: impl FnOnce() -> Result<String, String>,
) -> Result<(RendererKind, String), String> {
    let has = |drawn| built_in.contains(&drawn);
    let mut reasons: Vec<String> = Vec::new();
    match &machine.display {
        Err(reason) if has(RendererKind::Gpu) || has(RendererKind::Software) => reasons.push(reason.clone()),
        Ok(()) if has(RendererKind::Gpu) => match driver() {
            Ok(device) => return Ok((RendererKind::Gpu, text!("renderer-by-device", device))),
            Err(reason) => reasons.push(reason),
        },
        _ => {}
    }
    let missing = RendererKind::ALL.into_iter().filter(|&drawn| !has(drawn));
    let missing: Vec<&str> = missing.map(|drawn| drawn.title_and_feature().0).collect();
    if !missing.is_empty() {
        let what = joined(&missing, |first, last| text!("text-and", first, last));
        reasons.push(text!("renderer-left-out", what));
    }
    for (drawn, is_possible) in [
        (RendererKind::Software, machine.display.is_ok()),
        (RendererKind::Terminal, machine.terminal),
    ] {
        if is_possible && has(drawn) {
            return Ok((
                drawn,
                fallback_message(drawn, &reasons.join(text!("text-semicolon"))),
            ));
        }
    }
    let mut ways = Vec::new();
    if machine.display.is_err() && (has(RendererKind::Gpu) || has(RendererKind::Software)) {
        ways.push(text!("renderer-from-desktop"));
    }
    if has(RendererKind::Terminal) {
        reasons.push(NO_TERMINAL.text().to_owned());
        ways.push(text!("renderer-in-terminal"));
    }
    if !missing.is_empty() {
        ways.push(text!("renderer-build-all"));
    }
    Err(none(&reasons.join(text!("text-semicolon")), ways))
}

/// Checks whether the renderer that the user named can be used.
fn check(drawn: RendererKind, built_in: &[RendererKind], machine: &Machine) -> Result<(), String> {
    let name = drawn.name();
    if !built_in.contains(&drawn) {
        let (what, feature) = drawn.title_and_feature();
        return Err(text!("renderer-left-out-asked", what, name, feature));
    }
    match (drawn, &machine.display) {
        (RendererKind::Terminal, _) if !machine.terminal => Err(text!(
            "renderer-no-terminal-asked",
            reason = NO_TERMINAL,
            name,
            picture = PICTURE
        )),
        (RendererKind::Gpu | RendererKind::Software, Err(reason)) => {
            let mut ways = vec![text!("renderer-from-desktop")];
            if built_in.contains(&RendererKind::Terminal) {
                ways.push(text!("renderer-walk-in-terminal"));
            }
            Err(none(reason, ways))
        }
        _ => Ok(()),
    }
}

/// Returns the message shown if no renderer can draw. It lists the alternatives, the last of which is always a still
/// picture.
fn none(reasons: &str, mut ways: Vec<&str>) -> String {
    ways.push(PICTURE.text());
    let ways = joined(&ways, |first, last| text!("text-or", first, last));
    text!("renderer-none", reasons, ways)
}

/// Joins items with commas. `last` joins the last item to the others.
fn joined(items: &[&str], last: impl FnOnce(String, &str) -> String) -> String {
    match items {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., end] => last(first.join(text!("text-list")), end),
    }
}

/// Returns a message that names the renderer, with the reason why no better renderer is used.
pub fn fallback_message(drawn: RendererKind, reason: &str) -> String {
    match drawn {
        RendererKind::Gpu => text!("renderer-drawn-by-driver", reason),
        RendererKind::Software => text!("renderer-drawn-by-software", reason),
        RendererKind::Terminal => text!("renderer-drawn-in-terminal", reason),
    }
}

/// Returns the renderer to fall back to if a requirement is missing, if any.
pub fn fallback_renderer(
    missing: Missing,
    built_in: &[RendererKind],
    terminal: bool,
) -> Option<RendererKind> {
    let is_possible = |drawn: &RendererKind| match drawn {
        RendererKind::Gpu => false,
        RendererKind::Software => missing == Missing::Driver,
        RendererKind::Terminal => terminal,
    };
    built_in.iter().copied().find(is_possible)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_DISPLAY: &str = "there is no display";
    const NO_DRIVER: &str = "no driver was found";
    const DEVICE: &str = "the card";

    /// The inputs of a renderer choice.
    #[derive(Debug)]
    struct Case {
        asked: Renderer,
        built_in: Vec<RendererKind>,
        display: bool,
        driver: bool,
        terminal: bool,
    }

    impl Case {
        fn has(&self, drawn: RendererKind) -> bool {
            self.built_in.contains(&drawn)
        }

        fn can_run(&self, drawn: RendererKind) -> bool {
            match drawn {
                RendererKind::Gpu | RendererKind::Software => self.display,
                RendererKind::Terminal => self.terminal,
            }
        }

        fn choose(&self) -> Result<(RendererKind, Option<String>), String> {
            let machine = Machine {
                display: self.display.then_some(()).ok_or_else(|| NO_DISPLAY.to_owned()),
                terminal: self.terminal,
            };
            choose(self.asked, &self.built_in, &machine, || {
                let asks = self.asked == Renderer::Auto && self.display && self.has(RendererKind::Gpu);
                assert!(asks, "{self:?} needs no driver");
                let device = self.driver.then(|| DEVICE.to_owned());
                device.ok_or_else(|| NO_DRIVER.to_owned())
            })
        }
    }

    /// Returns a case for every combination of build and machine.
    fn cases(asked: Renderer) -> impl Iterator<Item = Case> {
        (0..64).map(move |bits: u32| {
            let bit = |bit: usize| bits & (1 << bit) != 0;
            Case {
                asked,
                built_in: (0..3).filter(|&i| bit(i)).map(|i| RendererKind::ALL[i]).collect(),
                display: bit(3),
                driver: bit(4),
                terminal: bit(5),
            }
        })
    }

    #[test]
    fn best_renderer_is_chosen_with_a_reason() {
        for case in cases(Renderer::Auto) {
            let is_usable =
                |drawn: &RendererKind| case.can_run(*drawn) && (*drawn != RendererKind::Gpu || case.driver);
            let best = case.built_in.iter().copied().find(is_usable);
            let chosen = case.choose();
            assert_eq!(chosen.as_ref().ok().map(|(drawn, _)| *drawn), best, "{case:?}");
            let said = chosen.map_or_else(|said| said, |(_, said)| said.expect("a reason"));
            let is_one_line = !said.contains('\n') && !said.contains(": :") && !said.contains("; ;");
            assert!(is_one_line, "{said}");
            // The message gives a reason for every renderer that was skipped.
            let is_skipped = best != Some(RendererKind::Gpu);
            let has_window = case.has(RendererKind::Gpu) || case.has(RendererKind::Software);
            let has_all = case.built_in.len() == RendererKind::ALL.len();
            let has_terminal = case.has(RendererKind::Terminal);
            let mut expected = vec![(DEVICE, !is_skipped)];
            if is_skipped {
                expected.extend([
                    (
                        NO_DRIVER,
                        case.has(RendererKind::Gpu) && case.display && !case.driver,
                    ),
                    (NO_DISPLAY, !case.display && has_window),
                    ("the Bevy engine", !case.has(RendererKind::Gpu)),
                    ("the software window", !case.has(RendererKind::Software)),
                    ("the terminal renderer", !has_terminal),
                ]);
            }
            if best.is_none() {
                expected.extend([
                    ("bspwalk shot LEVEL", true),
                    (NO_TERMINAL.text(), has_terminal),
                    ("in a terminal", has_terminal),
                    ("cargo build", !has_all),
                ]);
            }
            for (words, is_said) in expected {
                assert_eq!(said.contains(words), is_said, "{words:?} in {said:?}, {case:?}");
            }
        }
    }

    #[test]
    fn named_renderer_is_used_or_refused() {
        for (asked, drawn, reason) in [
            (Renderer::Gpu, RendererKind::Gpu, NO_DISPLAY),
            (Renderer::Software, RendererKind::Software, NO_DISPLAY),
            (Renderer::Terminal, RendererKind::Terminal, NO_TERMINAL.text()),
        ] {
            for case in cases(asked) {
                let is_usable = case.has(drawn) && case.can_run(drawn);
                let said = match case.choose() {
                    Ok(choice) => {
                        assert_eq!((choice, is_usable), ((drawn, None), true), "{case:?}");
                        continue;
                    }
                    Err(said) => said,
                };
                assert!(!is_usable, "{case:?}: {said}");
                if case.has(drawn) {
                    let is_told = said.starts_with(reason) && said.contains("bspwalk shot LEVEL");
                    assert!(is_told, "{said}");
                    let names_terminal = said.contains("--renderer terminal");
                    assert_eq!(names_terminal, case.has(RendererKind::Terminal), "{said}");
                } else {
                    let feature = drawn.title_and_feature().1;
                    assert!(said.contains(feature) && said.contains("cargo build"), "{said}");
                }
            }
        }
    }

    #[test]
    fn missing_driver_or_display_falls_through() {
        use Missing::{Display, Driver};
        use RendererKind::{Gpu, Software, Terminal};
        for (missing, built_in, terminal, expected) in [
            (Driver, &[Gpu, Software, Terminal][..], true, Some(Software)),
            (Driver, &[Gpu, Software, Terminal], false, Some(Software)),
            (Driver, &[Gpu, Terminal], true, Some(Terminal)),
            (Driver, &[Gpu, Terminal], false, None),
            (Driver, &[Gpu], true, None),
            (Display, &[Gpu, Software, Terminal], true, Some(Terminal)),
            (Display, &[Gpu, Software, Terminal], false, None),
            (Display, &[Gpu], true, None),
        ] {
            let found = fallback_renderer(missing, built_in, terminal);
            assert_eq!(found, expected, "{missing:?} {built_in:?} {terminal}");
        }
    }
}
