//! The options of a level: how it is read and how its trees are built.

use bspwalk_compile::CompileParams;
use bspwalk_levels::LoadOptions;
use bspwalk_session::tree_args::TreeArgs;

use bspwalk_session::values::SCALES;

/// How a level is read and how its trees are built. This is remembered for the level alone.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct LevelOptions {
    /// How its source is read. A compiled level has none.
    pub load: LoadOptions,
    /// How its trees are built; `None` for the defaults, or for the parameters that a compiled level was compiled with.
    pub trees: Option<CompileParams>,
}

/// Which options a level is opened with.
#[derive(Clone, Debug, Default)]
pub enum Asked {
    /// Those that are remembered for it, or else the defaults.
    #[default]
    Remembered,
    /// Its file is read with these, which are remembered for it.
    Read(LoadOptions),
    /// Those of the command line over those that are remembered for it. The unit and the axes are remembered; the parameters
    /// of the trees hold for this run.
    Said(Box<TreeArgs>),
}

impl LevelOptions {
    /// Whether all values are in range: a file of settings may hold any.
    #[must_use]
    pub fn is_sane(&self) -> bool {
        let scale = self.load.scale;
        let trees = self.trees.as_ref();
        scale.is_none_or(|scale| SCALES.contains(&scale)) && trees.is_none_or(|trees| trees.check().is_ok())
    }

    /// How the source is read, as options of the command line; empty for the defaults.
    #[must_use]
    pub fn reading(&self) -> String {
        let up = self.load.up.map(|up| format!("--up {}", up.name()));
        let scale = self.load.scale.map(|scale| format!("--scale {scale}"));
        let textures = self.load.textures.as_ref();
        let textures = textures.map(|folder| format!("--textures {}", folder.display()));
        let words: Vec<String> = up.into_iter().chain(scale).chain(textures).collect();
        words.join(" ")
    }

    /// As [`LevelOptions::reading`], with the rules of the trees.
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
