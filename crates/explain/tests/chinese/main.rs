//! Texts in Chinese. The language belongs to the whole process, so these tests have one of their own.

mod films;
mod glossary;
mod quiz;
