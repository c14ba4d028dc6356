//! Chooses the renderer of a walk: the best one that the user allows, this build contains and the machine supports.

use bspwalk_text::{Message, message, text};

use crate::cli::Renderer;

/// A renderer that can draw a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// The engine in a window, with a graphics driver.
    Gpu,
    /// The software renderer in a window.
    Software,
    /// The software renderer in the terminal.
    Terminal,
}

impl Drawn {
    /// All renderers, best first.
    pub const ALL: [Self; 3] = [Self::Gpu, Self::Software, Self::Terminal];

    /// Returns the value for `--renderer`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Gpu => Renderer::Gpu.name(),
            Self::Software => Renderer::Software.name(),
            Self::Terminal => Renderer::Terminal.name(),
        }
    }

    /// Returns its name for use in a sentence.
    fn title(self) -> &'static str {
        match self {
            Self::Gpu => text!("renderer-engine"),
            Self::Software => text!("renderer-software-window"),
            Self::Terminal => text!("renderer-terminal-walk"),
        }
    }

    /// Returns the Cargo feature that enables it.
    fn feature(self) -> &'static str {
        match self {
            Self::Gpu => "app",
            Self::Software => "software",
            Self::Terminal => "terminal",
        }
    }
}

/// Renderers that this build contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltIn {
    /// Whether the engine is built in.
    pub gpu: bool,
    /// Whether the software window is built in.
    pub software: bool,
    /// Whether the terminal walk is built in.
    pub terminal: bool,
}

impl BuiltIn {
    /// Returns the renderers of this build.
    #[must_use]
    pub const fn current() -> Self {
        Self {
            gpu: cfg!(feature = "app"),
            software: cfg!(feature = "software"),
            terminal: cfg!(feature = "terminal"),
        }
    }

    fn has(self, drawn: Drawn) -> bool {
        match drawn {
            Drawn::Gpu => self.gpu,
            Drawn::Software => self.software,
            Drawn::Terminal => self.terminal,
        }
    }
}

/// Displays and terminals that the machine provides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// `Ok` if a display answers, otherwise the reason for the user.
    pub display: Result<(), String>,
    /// Whether standard input and output are a terminal.
    pub terminal: bool,
}

/// The chosen renderer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Renderer to use.
    pub drawn: Drawn,
    /// One-line message with the choice and its reason. `None` if the user chose the renderer.
    pub said: Option<String>,
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

/// Suggestion of a still picture, for machines where no walk can be drawn.
const PICTURE: Message = message!("renderer-picture");

/// Chooses a renderer. Calls `driver`, which returns the device name, only if the choice depends on it.
///
/// # Errors
/// A one-sentence message with the reason why nothing can draw and the alternatives.
pub fn choose(
    asked: Renderer,
    built_in: BuiltIn,
    machine: &Machine,
    driver: impl FnOnce() -> Result<String, String>,
) -> Result<Choice, String> {
    match asked {
        Renderer::Auto => by_itself(built_in, machine, driver),
        Renderer::Gpu => by_hand(Drawn::Gpu, built_in, machine),
        Renderer::Software => by_hand(Drawn::Software, built_in, machine),
        Renderer::Terminal => by_hand(Drawn::Terminal, built_in, machine),
    }
}

/// Chooses the best available renderer.
fn by_itself(
    built_in: BuiltIn,
    machine: &Machine,
    driver: impl FnOnce() -> Result<String, String>,
) -> Result<Choice, String> {
    let said = |drawn, said| {
        Ok(Choice {
            drawn,
            said: Some(said),
        })
    };
    let mut reasons: Vec<&str> = Vec::new();
    let mut no_driver = String::new();
    match &machine.display {
        Err(reason) if built_in.gpu || built_in.software => reasons.push(reason),
        Err(_) => {}
        Ok(()) if built_in.gpu => match driver() {
            Ok(device) => return said(Drawn::Gpu, text!("renderer-by-device", device)),
            Err(reason) => no_driver = reason,
        },
        Ok(()) => {}
    }
    let left_out = left_out(built_in);
    if !no_driver.is_empty() {
        reasons.push(&no_driver);
    }
    if let Some(left_out) = &left_out {
        reasons.push(left_out);
    }
    if machine.display.is_ok() && built_in.software {
        return said(
            Drawn::Software,
            drawn_instead(Drawn::Software, &reasons.join(text!("text-semicolon"))),
        );
    }
    if machine.terminal && built_in.terminal {
        return said(
            Drawn::Terminal,
            drawn_instead(Drawn::Terminal, &reasons.join(text!("text-semicolon"))),
        );
    }
    if built_in.terminal {
        reasons.push(NO_TERMINAL.text());
    }
    let mut ways = Vec::new();
    if machine.display.is_err() && (built_in.gpu || built_in.software) {
        ways.push(text!("renderer-from-desktop"));
    }
    if built_in.terminal {
        ways.push(text!("renderer-in-terminal"));
    }
    if left_out.is_some() {
        ways.push(text!("renderer-build-all"));
    }
    ways.push(PICTURE.text());
    Err(text!(
        "renderer-none",
        reasons = reasons.join(text!("text-semicolon")),
        ways = one_of(&ways)
    ))
}

/// Checks the renderer that the user named.
fn by_hand(drawn: Drawn, built_in: BuiltIn, machine: &Machine) -> Result<Choice, String> {
    let name = drawn.name();
    if !built_in.has(drawn) {
        return Err(text!(
            "renderer-left-out-asked",
            what = drawn.title(),
            name,
            feature = drawn.feature()
        ));
    }
    match (drawn, &machine.display) {
        (Drawn::Terminal, _) if !machine.terminal => Err(text!(
            "renderer-no-terminal-asked",
            reason = NO_TERMINAL,
            name,
            picture = PICTURE
        )),
        (Drawn::Gpu | Drawn::Software, Err(reason)) => {
            let mut ways = vec![text!("renderer-from-desktop")];
            if built_in.terminal {
                ways.push(text!("renderer-walk-in-terminal"));
            }
            ways.push(PICTURE.text());
            Err(text!("renderer-none", reasons = reason, ways = one_of(&ways)))
        }
        _ => Ok(Choice { drawn, said: None }),
    }
}

/// Lists the renderers missing from this build, as text.
fn left_out(built_in: BuiltIn) -> Option<String> {
    let missing = Drawn::ALL.into_iter().filter(|&drawn| !built_in.has(drawn));
    let titles: Vec<&str> = missing.map(Drawn::title).collect();
    (!titles.is_empty()).then(|| text!("renderer-left-out", what = all_of(&titles)))
}

/// Joins items as `a, b and c`.
fn all_of(items: &[&str]) -> String {
    match items {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => text!("text-and", first = first.join(text!("text-list")), last),
    }
}

/// Joins items as `a, b or c`.
fn one_of(items: &[&str]) -> String {
    match items {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => text!("text-or", first = first.join(text!("text-list")), last),
    }
}

/// Returns a message that names the renderer, with the reason why a better one is not used.
#[must_use]
pub fn drawn_instead(drawn: Drawn, reason: &str) -> String {
    match drawn {
        Drawn::Gpu => text!("renderer-drawn-by-driver", reason),
        Drawn::Software => text!("renderer-drawn-by-software", reason),
        Drawn::Terminal => text!("renderer-drawn-in-terminal", reason),
    }
}

/// Returns the renderer to fall back to if a requirement is missing, if any.
#[must_use]
pub fn instead(missing: Missing, built_in: BuiltIn, terminal: bool) -> Option<Drawn> {
    if missing == Missing::Driver && built_in.software {
        Some(Drawn::Software)
    } else {
        (built_in.terminal && terminal).then_some(Drawn::Terminal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_DISPLAY: &str = "there is no display";
    const NO_DRIVER: &str = "no driver was found";
    const DEVICE: &str = "the card";

    /// Calls `check` for every combination of request, build and machine, with the resulting choice.
    fn every(mut check: impl FnMut(Renderer, BuiltIn, [bool; 3], Result<Choice, String>)) {
        let asked = [
            Renderer::Auto,
            Renderer::Gpu,
            Renderer::Software,
            Renderer::Terminal,
        ];
        for (asked, bits) in asked
            .into_iter()
            .flat_map(|asked| (0..64).map(move |bits| (asked, bits)))
        {
            let bit = |bit: u32| bits & (1 << bit) != 0;
            let built_in = BuiltIn {
                gpu: bit(0),
                software: bit(1),
                terminal: bit(2),
            };
            let there = [bit(3), bit(4), bit(5)];
            let [display, driver, terminal] = there;
            let machine = Machine {
                display: display.then_some(()).ok_or_else(|| NO_DISPLAY.to_owned()),
                terminal,
            };
            let driver = || {
                assert!(
                    asked == Renderer::Auto && display && built_in.gpu,
                    "looked for in vain"
                );
                driver
                    .then(|| DEVICE.to_owned())
                    .ok_or_else(|| NO_DRIVER.to_owned())
            };
            check(asked, built_in, there, choose(asked, built_in, &machine, driver));
        }
    }

    #[test]
    fn by_itself_the_best_is_chosen_and_said_in_a_line() {
        every(|asked, built_in, [display, driver, terminal], chosen| {
            if asked != Renderer::Auto {
                return;
            }
            let best = if built_in.gpu && display && driver {
                Some(Drawn::Gpu)
            } else if built_in.software && display {
                Some(Drawn::Software)
            } else {
                (built_in.terminal && terminal).then_some(Drawn::Terminal)
            };
            assert_eq!(
                chosen.as_ref().ok().map(|choice| choice.drawn),
                best,
                "{built_in:?}: {chosen:?}"
            );
            let said = chosen.map_or_else(|said| said, |choice| choice.said.expect("the choice is said"));
            assert!(
                !said.contains('\n') && !said.contains(": :") && !said.contains("; ;"),
                "{said}"
            );
            // The message gives a reason for every renderer that was skipped.
            let drawn_elsewhere = best != Some(Drawn::Gpu);
            assert_eq!(said.contains(DEVICE), !drawn_elsewhere, "{said}");
            if drawn_elsewhere {
                assert_eq!(
                    said.contains(NO_DRIVER),
                    built_in.gpu && display && !driver,
                    "{said}"
                );
                assert_eq!(
                    said.contains(NO_DISPLAY),
                    !display && (built_in.gpu || built_in.software),
                    "{said}"
                );
                assert_eq!(said.contains("the engine"), !built_in.gpu, "{said}");
                assert_eq!(said.contains("the software window"), !built_in.software, "{said}");
                assert_eq!(said.contains("the terminal walk"), !built_in.terminal, "{said}");
            }
            if best.is_none() {
                assert!(said.contains("bspwalk shot LEVEL"), "{said}");
                assert_eq!(said.contains(NO_TERMINAL.text()), built_in.terminal, "{said}");
                assert_eq!(said.contains("in a terminal"), built_in.terminal, "{said}");
                assert_eq!(
                    said.contains("cargo build"),
                    !(built_in.gpu && built_in.software && built_in.terminal),
                    "{said}"
                );
            }
        });
    }

    #[test]
    fn by_hand_there_is_what_was_asked_for_or_a_sentence() {
        every(|asked, built_in, [display, _, terminal], chosen| {
            let (drawn, there) = match asked {
                Renderer::Auto => return,
                Renderer::Gpu => (Drawn::Gpu, display),
                Renderer::Software => (Drawn::Software, display),
                Renderer::Terminal => (Drawn::Terminal, terminal),
            };
            match chosen {
                Ok(choice) => {
                    assert!(built_in.has(drawn) && there, "{asked:?} {built_in:?}");
                    assert_eq!(choice, Choice { drawn, said: None });
                }
                Err(said) if !built_in.has(drawn) => {
                    assert!(
                        said.contains(drawn.feature()) && said.contains("cargo build"),
                        "{said}"
                    );
                }
                Err(said) => {
                    assert!(!there, "{said}");
                    let reason = if drawn == Drawn::Terminal {
                        NO_TERMINAL.text()
                    } else {
                        NO_DISPLAY
                    };
                    assert!(
                        said.starts_with(reason) && said.contains("bspwalk shot LEVEL"),
                        "{said}"
                    );
                    assert_eq!(said.contains("--renderer terminal"), built_in.terminal, "{said}");
                }
            }
        });
    }

    #[test]
    fn what_is_lost_at_the_start_falls_through() {
        let all = BuiltIn {
            gpu: true,
            software: true,
            terminal: true,
        };
        let without_software = BuiltIn {
            software: false,
            ..all
        };
        let gpu_alone = BuiltIn {
            terminal: false,
            ..without_software
        };
        for (missing, built_in, terminal, expected) in [
            (Missing::Driver, all, true, Some(Drawn::Software)),
            (Missing::Driver, all, false, Some(Drawn::Software)),
            (Missing::Driver, without_software, true, Some(Drawn::Terminal)),
            (Missing::Driver, without_software, false, None),
            (Missing::Driver, gpu_alone, true, None),
            (Missing::Display, all, true, Some(Drawn::Terminal)),
            (Missing::Display, all, false, None),
            (Missing::Display, gpu_alone, true, None),
        ] {
            assert_eq!(
                instead(missing, built_in, terminal),
                expected,
                "{missing:?} {built_in:?} {terminal}"
            );
        }
    }
}
