//! The messages of one language.

use std::{
    collections::HashMap,
    fmt::Display,
    sync::{PoisonError, RwLock},
};

use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};
use unic_langid::LanguageIdentifier;

/// Maximum number of digits of an integer that Fluent represents exactly.
const MOST_DIGITS: usize = 15;

/// Value of a message variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument(String);

impl Argument {
    /// Creates an argument from any displayable value.
    #[must_use]
    pub fn new(value: &dyn Display) -> Self {
        Self(value.to_string())
    }

    /// Returns a number if the argument is an integer in canonical form, and a string otherwise.
    fn value(&self) -> FluentValue<'_> {
        let is_short = self.0.len() <= MOST_DIGITS;
        let whole = self.0.parse::<i64>().ok();
        let whole = whole.filter(|whole| is_short && whole.to_string() == self.0);
        whole.map_or_else(|| self.0.as_str().into(), FluentValue::from)
    }
}

/// The messages of one language.
pub(crate) struct Catalogue {
    bundle: FluentBundle<FluentResource>,
    /// Cache of messages without variables. Cached messages are never freed, but the message files limit their number.
    plain: RwLock<HashMap<String, &'static str>>,
}

impl Catalogue {
    /// Parses a language's message files. Skips invalid entries, which a test reports.
    pub(crate) fn new(
        tag: LanguageIdentifier,
        files: impl Iterator<Item = &'static (&'static str, &'static str)>,
    ) -> Self {
        let mut bundle = FluentBundle::new_concurrent(vec![tag]);
        // Disable isolation marks: terminals show them as boxes, and no language here is written from right to left.
        bundle.set_use_isolating(false);
        for (_, content) in files {
            let resource = FluentResource::try_new((*content).to_owned());
            bundle.add_resource_overriding(resource.unwrap_or_else(|(resource, _)| resource));
        }
        Self {
            bundle,
            plain: RwLock::default(),
        }
    }

    /// Returns a message without variables.
    pub(crate) fn plain(&self, id: &str) -> Option<&'static str> {
        let known = self.plain.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(text) = known.get(id) {
            return Some(text);
        }
        drop(known);
        let text: &'static str = self.formatted(id, &[])?.leak();
        let mut known = self.plain.write().unwrap_or_else(PoisonError::into_inner);
        Some(known.entry(id.to_owned()).or_insert(text))
    }

    /// Formats a message with variables.
    pub(crate) fn formatted(&self, id: &str, arguments: &[(&str, Argument)]) -> Option<String> {
        let (name, attribute) = id
            .split_once('.')
            .map_or((id, None), |(name, of)| (name, Some(of)));
        let message = self.bundle.get_message(name)?;
        let pattern = match attribute {
            None => message.value()?,
            Some(attribute) => message.get_attribute(attribute)?.value(),
        };
        let arguments: FluentArgs<'_> = arguments
            .iter()
            .map(|(name, argument)| (*name, argument.value()))
            .collect();
        // If a variable is missing, its name appears in the formatted message. A test reports such errors.
        let text = self
            .bundle
            .format_pattern(pattern, Some(&arguments), &mut Vec::new());
        Some(text.into_owned())
    }
}
