//! Functions that the page's script calls.

use std::sync::Arc;

use bspwalk_levels::Texture;
use bspwalk_trees::NodeTree;
use glam::{DVec3, Vec2};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{FirstLevel, FirstWalk};

/// A level whose images are being decoded.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Opening {
    level: FirstLevel,
    textures: Vec<Arc<Texture>>,
}

#[wasm_bindgen]
impl Opening {
    /// Reads the file of a level.
    ///
    /// # Errors
    /// Returns the reason if the file is damaged.
    #[wasm_bindgen(constructor)]
    pub fn new(file: &[u8]) -> Result<Self, String> {
        let level = postcard::from_bytes(file).map_err(|error| error.to_string())?;
        let textures = Vec::new();
        Ok(Self { level, textures })
    }

    /// Returns a compressed image, or `None` after the last one.
    #[must_use]
    pub fn image(&self, index: usize) -> Option<Vec<u8>> {
        self.level.images().get(index).cloned()
    }

    /// Adds the decoded next image, as RGBA texels.
    pub fn add(&mut self, width: u32, height: u32, rgba: Vec<u8>) {
        let size = [width, height];
        self.textures.push(Arc::new(Texture { size, rgba }));
    }

    /// Starts the walk. `painted` is the file with a tree of all faces.
    ///
    /// # Errors
    /// Returns the reason if the file is damaged.
    pub fn open(self, painted: &[u8]) -> Result<Walk, String> {
        let walk = FirstWalk::new(self.level.with_images(&self.textures), tree(painted)?);
        Ok(Walk { walk, picture: None })
    }
}

fn tree(file: &[u8]) -> Result<NodeTree, String> {
    postcard::from_bytes(file).map_err(|error| error.to_string())
}

/// A walk.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Walk {
    walk: FirstWalk,
    /// Width and height of the last picture, and the width of its pixels in the window.
    picture: Option<[u32; 3]>,
}

#[wasm_bindgen]
impl Walk {
    /// See [`FirstWalk::use_full_resolution`].
    pub fn use_full_resolution(&mut self) {
        self.walk.use_full_resolution();
    }

    /// Reads the file with the tree of the solid faces; see [`FirstWalk::set_solid`].
    ///
    /// # Errors
    /// Returns the reason if the file is damaged.
    pub fn set_solid(&mut self, solid: &[u8]) -> Result<(), String> {
        self.walk.set_solid(tree(solid)?);
        Ok(())
    }

    /// See [`FirstWalk::move_eye`].
    pub fn move_eye(&mut self, x: f64, y: f64, z: f64) {
        self.walk.move_eye(DVec3::new(x, y, z));
    }

    /// See [`FirstWalk::look`].
    pub fn look(&mut self, yaw: f64, pitch: f64) {
        self.walk.look([yaw, pitch]);
    }

    /// See [`FirstWalk::turn`].
    pub fn turn(&mut self, left: f32, up: f32) {
        self.walk.turn(left, up);
    }

    /// See [`FirstWalk::press`].
    pub fn press(&mut self, code: &str, is_down: bool) -> bool {
        self.walk.press(code, is_down)
    }

    /// See [`FirstWalk::release_all`].
    pub fn release_all(&mut self) {
        self.walk.release_all();
    }

    /// Moves a finger; see [`FirstWalk::touch`].
    pub fn touch(&mut self, finger: u32, x: f32, y: f32, now: f64) {
        self.walk.touch(finger.into(), Some(Vec2::new(x, y)), now);
    }

    /// Lifts a finger; see [`FirstWalk::touch`].
    pub fn lift(&mut self, finger: u32, now: f64) {
        self.walk.touch(finger.into(), None, now);
    }

    /// See [`FirstWalk::advance`].
    pub fn advance(&mut self, seconds: f64) {
        self.walk.advance(seconds);
    }

    /// Draws the picture if it has changed, and returns its RGBA pixels; see [`FirstWalk::draw`].
    pub fn draw(&mut self, width: u32, height: u32, now: f64) -> Option<Vec<u8>> {
        let (frame, factor) = self.walk.draw([width, height], now)?;
        self.picture = Some([frame.size[0], frame.size[1], factor]);
        let rgba = |&pixel: &u32| (pixel << 8 | 0xff).to_be_bytes();
        Some(frame.pixels.iter().flat_map(rgba).collect())
    }

    /// Returns the width and height of the last picture, and the width of its pixels in the window.
    #[must_use]
    pub fn picture(&self) -> Vec<u32> {
        self.picture.unwrap_or_default().to_vec()
    }

    /// See [`FirstWalk::record_frame_time`].
    pub fn record_frame_time(&mut self, seconds: f64) {
        self.walk.record_frame_time(seconds);
    }

    /// See [`FirstWalk::pose`].
    #[must_use]
    pub fn pose(&self) -> Vec<f64> {
        self.walk.pose().to_vec()
    }

    /// See [`FirstWalk::can_hand_over`].
    #[must_use]
    pub fn can_hand_over(&self) -> bool {
        self.walk.can_hand_over()
    }
}
