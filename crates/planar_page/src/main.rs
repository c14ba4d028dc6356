//! The program of the page `planar/`: what scripts call is in the library.

use bspwalk_planar_page as _;

fn main() {
    #[cfg(not(target_family = "wasm"))]
    println!("{}", bspwalk_text::text!("planarpage-for-browsers"));
}
