//! Why a BSP tree is as it is: queries step by step, decisions in sentences, rules side by side, and the terms.

pub mod decisions;
pub mod duel;
pub mod films;
pub mod glossary;
