//! Meshes made by rule.
