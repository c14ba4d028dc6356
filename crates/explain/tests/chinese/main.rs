//! Tests of Chinese texts. The language is a global setting of the process, so these tests have their own executable.

mod films;
mod glossary;
mod quiz;
