//! What belongs to a level: how it is read and how its trees are built.

use crate::{
    cli::{args::TreeArgs, values::SCALES},
    compile::CompileParams,
    level::{LoadOptions, UpAxis},
};

/// How a level is read and how its trees are built. It is remembered for the level, and no other level inherits it.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct LevelOptions {
    /// How its source is read; a compiled level has been read already.
    pub load: LoadOptions,
    /// How its trees are built; `None` for the defaults, and for what a compiled level was compiled with.
    pub trees: Option<CompileParams>,
}

/// Which options a level is opened with.
#[derive(Clone, Debug, Default)]
pub enum Asked {
    /// Those that are remembered for it, or else the defaults.
    #[default]
    Remembered,
    /// Its file is read so, which is remembered for it from then on.
    Read(LoadOptions),
    /// Those that are remembered for it, but for what the command line says. What it says of the file, its unit and its
    /// axes, is remembered; what it says of the trees is of this run.
    Said(Box<TreeArgs>),
}

impl LevelOptions {
    /// Whether a person can have meant it: a file may say anything.
    #[must_use]
    pub fn is_sane(&self) -> bool {
        let scale = self.load.scale;
        let trees = self.trees.as_ref();
        scale.is_none_or(|scale| SCALES.contains(&scale)) && trees.is_none_or(|trees| trees.check().is_ok())
    }

    /// How the source is read, as options of the command line, for a person; empty where all is default.
    #[must_use]
    pub fn reading(&self) -> String {
        let up = self.load.up.map(|up| match up {
            UpAxis::Y => "--up y".to_owned(),
            UpAxis::Z => "--up z".to_owned(),
        });
        let scale = self.load.scale.map(|scale| format!("--scale {scale}"));
        let words: Vec<String> = up.into_iter().chain(scale).collect();
        words.join(" ")
    }

    /// All of it, as [`LevelOptions::reading`] does; of the trees, the rules.
    #[must_use]
    pub fn words(&self) -> String {
        let trees = self.trees.as_ref().map(|trees| {
            let (rule, leaf_rule) = (trees.nodes.rule, trees.leaves.rule);
            format!(" --rule {rule} --leaf-rule {leaf_rule}")
        });
        let words = self.reading() + &trees.unwrap_or_default();
        words.trim_start().to_owned()
    }
}
