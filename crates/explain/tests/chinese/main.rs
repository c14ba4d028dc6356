//! Tests of Chinese texts. The language is set for the entire process, so these tests need their own executable.

mod films;
mod glossary;
mod quiz;
