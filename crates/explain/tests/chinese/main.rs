//! Tests of Chinese text. The language applies to the entire process, so these tests need their own executable.

mod films;
mod glossary;
mod quiz;
