//! Localised errors for wrong command-line arguments.

use std::{error::Error as _, fmt::Display};

use bspwalk_text::text;
use clap::{
    Command,
    builder::{StyledStr, Styles},
    error::{ContextKind, ContextValue, Error, ErrorFormatter, ErrorKind},
};

/// An error for invalid usage or for a help request.
pub type UsageError = Error<Localised>;

/// Formats errors in the program's language.
#[derive(Clone, Copy, Debug)]
pub struct Localised;

impl ErrorFormatter for Localised {
    fn format_error(error: &Error<Self>) -> StyledStr {
        let words = Words::default();
        let label = words.error(text!("usage-error"));
        let mut said = text!("usage-error-is", label, problem = words.problem(error));
        let tips = words.tips(error);
        if !tips.is_empty() {
            said.push('\n');
            for tip in tips {
                said.push_str(&format!("\n  {tip}"));
            }
        }
        if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
            said.push_str("\n\n");
            said.push_str(&usage.ansi().to_string().replace("Usage:", text!("usage-usage")));
        }
        said.push_str("\n\n");
        said.push_str(&text!("usage-more", option = words.literal("--help")));
        said.push('\n');
        StyledStr::from(said)
    }
}

/// Creates an error about conflicting arguments, with `sentence` as its message.
pub fn conflict(command: &mut Command, sentence: String) -> UsageError {
    let mut error = Error::new(ErrorKind::ArgumentConflict).with_cmd(command);
    error.insert(ContextKind::Custom, ContextValue::String(sentence));
    let usage = command.render_usage();
    error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
    error
}

/// Returns the description of the problem, without the preceding label and the usage that follows.
pub fn problem(error: &UsageError) -> String {
    let said = error.render().to_string();
    let first = said.split("\n\n").next().unwrap_or_default();
    let words: Vec<&str> = first.split_whitespace().collect();
    let joined = words.join(" ");
    let problem = joined.strip_prefix(text!("usage-error")).unwrap_or(&joined);
    problem.trim_start().to_owned()
}

fn styled(style: &impl Display, what: &str) -> String {
    format!("{style}{what}{style:#}")
}

/// Formats parts of sentences in clap's styles.
#[derive(Default)]
struct Words(Styles);

impl Words {
    fn error(&self, what: &str) -> String {
        styled(self.0.get_error(), what)
    }

    fn invalid(&self, what: &str) -> String {
        styled(self.0.get_invalid(), what)
    }

    fn valid(&self, what: &str) -> String {
        styled(self.0.get_valid(), what)
    }

    fn literal(&self, what: &str) -> String {
        styled(self.0.get_literal(), what)
    }

    fn problem(&self, error: &UsageError) -> String {
        let string = |kind| match error.get(kind) {
            Some(ContextValue::String(string)) => string.as_str(),
            _ => "",
        };
        let number = |kind| match error.get(kind) {
            Some(ContextValue::Number(number)) => *number,
            _ => 0,
        };
        let argument = string(ContextKind::InvalidArg);
        let given = string(ContextKind::InvalidValue);
        match error.kind() {
            ErrorKind::ArgumentConflict if !string(ContextKind::Custom).is_empty() => {
                string(ContextKind::Custom).to_owned()
            }
            ErrorKind::ArgumentConflict => self.conflict(error, argument),
            ErrorKind::NoEquals => text!("usage-no-equals", argument = self.invalid(argument)),
            ErrorKind::InvalidValue => {
                let problem = if given.is_empty() {
                    text!("usage-no-value", argument = self.invalid(argument))
                } else {
                    self.invalid_value(argument, given)
                };
                match error.get(ContextKind::ValidValue) {
                    Some(ContextValue::Strings(values)) if !values.is_empty() => {
                        let values: Vec<String> =
                            values.iter().map(|value| self.valid(&quoted(value))).collect();
                        format!("{problem}\n  {}{}]", text!("usage-values"), values.join(", "))
                    }
                    _ => problem,
                }
            }
            ErrorKind::ValueValidation => {
                let problem = self.invalid_value(argument, given);
                match error.source() {
                    Some(why) => text!("usage-invalid-because", problem, why),
                    None => problem,
                }
            }
            ErrorKind::InvalidSubcommand => {
                let command = self.invalid(string(ContextKind::InvalidSubcommand));
                text!("usage-unknown-command", command)
            }
            ErrorKind::MissingRequiredArgument => {
                let missing = match error.get(ContextKind::InvalidArg) {
                    Some(ContextValue::Strings(missing)) => missing.as_slice(),
                    _ => &[],
                };
                let missing: String = missing
                    .iter()
                    .map(|argument| format!("\n  {}", self.valid(argument)))
                    .collect();
                text!("usage-missing").to_owned() + &missing
            }
            ErrorKind::UnknownArgument => text!("usage-unknown", argument = self.invalid(argument)),
            ErrorKind::TooManyValues => text!(
                "usage-too-many",
                value = self.invalid(given),
                argument = self.literal(argument)
            ),
            ErrorKind::TooFewValues => text!(
                "usage-too-few",
                wanted = number(ContextKind::MinValues),
                argument = self.literal(argument),
                given = number(ContextKind::ActualNumValues)
            ),
            ErrorKind::InvalidUtf8 => text!("usage-not-unicode").to_owned(),
            other => match error.source() {
                Some(source) => source.to_string(),
                None => other.to_string(),
            },
        }
    }

    fn invalid_value(&self, argument: &str, given: &str) -> String {
        text!(
            "usage-invalid",
            value = self.invalid(given),
            argument = self.literal(argument)
        )
    }

    fn conflict(&self, error: &UsageError, argument: &str) -> String {
        let name = self.invalid(argument);
        match error.get(ContextKind::PriorArg) {
            Some(ContextValue::String(prior)) if prior == argument => {
                text!("usage-twice", argument = name)
            }
            Some(ContextValue::String(prior)) => {
                text!("usage-conflict", argument = name, other = self.invalid(prior))
            }
            Some(ContextValue::Strings(others)) => {
                let others: String = others
                    .iter()
                    .map(|other| format!("\n  {}", self.invalid(other)))
                    .collect();
                text!("usage-conflicts", argument = name) + &others
            }
            _ => text!("usage-conflict-others", argument = name),
        }
    }

    fn tips(&self, error: &UsageError) -> Vec<String> {
        let label = self.valid(text!("usage-tip"));
        let similar = [
            ContextKind::SuggestedSubcommand,
            ContextKind::SuggestedArg,
            ContextKind::SuggestedValue,
        ];
        let mut tips = Vec::new();
        for kind in similar {
            let names: Vec<String> = match error.get(kind) {
                Some(ContextValue::String(name)) => vec![self.named(name)],
                Some(ContextValue::Strings(names)) => names.iter().map(|name| self.named(name)).collect(),
                _ => continue,
            };
            let count = names.len();
            let names = names.join(", ");
            let tip = match kind {
                ContextKind::SuggestedSubcommand => text!("usage-similar-command", count, names),
                ContextKind::SuggestedArg => text!("usage-similar-argument", count, names),
                _ => text!("usage-similar-value", count, names),
            };
            tips.push(text!("usage-tip-is", label, tip));
        }
        if let Some(ContextValue::StyledStrs(suggested)) = error.get(ContextKind::Suggested) {
            for tip in suggested {
                let tip = tip.ansi().to_string();
                // Extract the names from clap's English sentence.
                let quoted: Vec<&str> = tip.split('\'').skip(1).step_by(2).collect();
                let tip = match quoted.as_slice() {
                    [value, instead] => text!("usage-tip-value", value, instead),
                    [command] => text!("usage-tip-command", command),
                    _ => tip,
                };
                tips.push(text!("usage-tip-is", label, tip));
            }
        }
        tips
    }

    fn named(&self, name: &str) -> String {
        format!("'{}'", self.valid(name))
    }
}

fn quoted(value: &str) -> String {
    if value.contains(char::is_whitespace) {
        format!("{value:?}")
    } else {
        value.to_owned()
    }
}
