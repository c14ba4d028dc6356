//! Options for opening a level. Requested options override remembered ones.

use bevy::prelude::*;
use bspwalk_compile::{
    CompileParams,
    open::{OpenError, check_load_options, is_compiled},
};
use bspwalk_levels::LoadOptions;
use bspwalk_session::{
    Opened,
    tree_args::{LeafArgs, MovingParts, TreeArgs},
};
use bspwalk_trees::{BuildParams, Rule};

use crate::app::{host::prelude::*, input::settings::Settings};

/// Source of a level, and the options it is opened with.
#[derive(Component, Clone, Debug)]
pub(in crate::app) struct Opening {
    /// Source of the level.
    pub(super) source: LevelName,
    /// Options to remember for the level once it is open.
    pub(super) options: LevelOptions,
    /// Tree options from the command line, which apply only to this run.
    said: TreeArgs,
}

impl Opening {
    /// Combines the requested and remembered options. `before` describes how the previous level was opened.
    pub(super) fn new(asked: &OpenLevel, settings: &Settings, before: Option<&Self>) -> Self {
        let source = asked.source.clone();
        let mut opening = Self {
            options: settings.options_of(&source),
            source,
            said: TreeArgs::default(),
        };
        match &asked.options {
            RequestedOptions::Remembered => {}
            RequestedOptions::Read(load) => {
                if let Some(before) = before.filter(|before| before.source == opening.source) {
                    opening.said = before.said.clone();
                }
                // Only the command line determines whether parts move, and only for this run.
                opening.options.load = LoadOptions {
                    moving_apart: false,
                    ..load.clone()
                };
            }
            RequestedOptions::Said(said) => {
                opening.said = (**said).clone();
                let (load, said) = (&mut opening.options.load, said.load_options());
                *load = LoadOptions {
                    up: said.up.or(load.up),
                    scale: said.scale.or(load.scale),
                    textures: said.textures.or(load.textures.take()),
                    map: said.map.or(load.map.take()),
                    moving_apart: false,
                };
            }
        }
        opening
    }

    /// Opens a level with default options, ignoring remembered ones, and builds its node-storing tree with the given
    /// rule.
    pub(super) fn fresh(source: LevelName, rule: Rule) -> Self {
        let trees = CompileParams {
            nodes: BuildParams::preset(rule),
            ..CompileParams::default()
        };
        let options = LevelOptions {
            trees: Some(trees),
            ..LevelOptions::default()
        };
        Self {
            source,
            options,
            said: TreeArgs::default(),
        }
    }

    /// Returns the options for reading the source. A compiled level has no such options, because it was read when it
    /// was compiled. Doors and lifts move unless the command line disables them.
    pub(super) fn load_options(&self) -> LoadOptions {
        let load = match &self.source {
            LevelName::File(path) if is_compiled(path) => LoadOptions::default(),
            _ => self.options.load.clone(),
        };
        LoadOptions {
            moving_apart: self.said.moving.unwrap_or_default() == MovingParts::Apart,
            ..load
        }
    }

    /// Discards the options for reading the source if the level is a compiled file. Returns an error if it was compiled
    /// with different options.
    pub(super) fn drop_load_options(&mut self, opened: &Opened) -> Option<OpenError> {
        let compiled = opened
            .compiled
            .as_ref()
            .filter(|_| opened.is_from_compiled_file())?;
        let asked = std::mem::take(&mut self.options.load);
        match &self.source {
            LevelName::File(path) => check_load_options(path, compiled, &asked).err(),
            LevelName::BuiltIn(_) | LevelName::Drawn(_) => None,
        }
    }

    /// Returns the build parameters of the level's trees. `own` contains the parameters of a compiled level, or the
    /// defaults for any other level.
    pub(super) fn params(&self, own: &CompileParams) -> CompileParams {
        self.said.apply_to(self.options.trees.as_ref().unwrap_or(own))
    }

    /// Returns the build rule for the level's node-storing tree, for a level that is not compiled.
    pub(super) fn rule(&self) -> Rule {
        self.params(&CompileParams::default()).nodes.rule
    }

    /// Returns the same options with the default rule.
    pub(super) fn by_default_rule(mut self) -> Self {
        if let Some(trees) = &mut self.options.trees {
            trees.nodes = BuildParams::default();
        }
        self.forget_nodes();
        self
    }

    /// Discards the command-line options for the node-storing tree.
    pub(super) fn forget_nodes(&mut self) {
        self.said = TreeArgs {
            leaves: std::mem::take(&mut self.said.leaves),
            ..TreeArgs::default()
        };
    }

    /// Discards the command-line options for the solid-leaf tree.
    pub(super) fn forget_leaves(&mut self) {
        self.said.leaves = LeafArgs::default();
    }
}
