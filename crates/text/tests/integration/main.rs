//! Integration tests of `bspwalk_text`, in a single executable.

mod files;
mod font;
mod phrases;
mod sources;
