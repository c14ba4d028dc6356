//! Options of a level: how its source is read and how its trees are built.

use bspwalk_compile::CompileParams;
use bspwalk_levels::LoadOptions;
use bspwalk_session::tree_args::TreeArgs;

use bspwalk_session::values::SCALES;

/// Options for reading a level and building its trees, saved separately for each level.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct LevelOptions {
    /// Options for reading the source. They do not apply to compiled levels.
    pub load: LoadOptions,
    /// Build parameters of the level's trees, or `None` for the defaults or for the parameters of a compiled level.
    pub trees: Option<CompileParams>,
}

/// Options for opening a level.
#[derive(Clone, Debug, Default)]
pub enum RequestedOptions {
    /// Options saved for the level; the defaults if none are saved.
    #[default]
    Remembered,
    /// Read the file with these options and save them for the level.
    Read(LoadOptions),
    /// Options from the command line, which override the saved options of the level. The unit and the axes are saved,
    /// but the tree parameters apply only to this run.
    Said(Box<TreeArgs>),
}

impl LevelOptions {
    /// Returns whether all values are in range. A settings file may contain arbitrary values.
    #[must_use]
    pub fn is_sane(&self) -> bool {
        let scale = self.load.scale;
        let trees = self.trees.as_ref();
        scale.is_none_or(|scale| SCALES.contains(&scale)) && trees.is_none_or(|trees| trees.check().is_ok())
    }

    /// Returns the options for reading the source in command-line syntax. The result is empty for the defaults.
    #[must_use]
    pub fn reading(&self) -> String {
        let up = self.load.up.map(|up| format!("--up {}", up.name()));
        let scale = self.load.scale.map(|scale| format!("--scale {scale}"));
        let textures = self.load.textures.as_ref();
        let textures = textures.map(|folder| format!("--textures {}", folder.display()));
        let words: Vec<String> = up.into_iter().chain(scale).chain(textures).collect();
        words.join(" ")
    }

    /// Returns the same string as [`LevelOptions::reading`], followed by the build rules of the trees.
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
