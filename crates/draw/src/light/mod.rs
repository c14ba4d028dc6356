//! Light: the sun, the sky, and light baked from both into probes and lightmaps.

mod bake;
mod lightmaps;

use glam::{Vec3, vec3};

pub use bake::{LightSampler, LightVolume, Probe, bake, passes_light};
pub use lightmaps::{Lightmap, Lightmaps, skylight};

/// Direction to the sun: south-east, and high enough for sunlight to reach the floor of a room through its windows.
pub const TO_SUN: Vec3 = vec3(0.45, 0.85, 0.38);

/// Light from the sky straight above, linear.
pub const SKY: Vec3 = vec3(0.80, 0.92, 1.12);

/// Light from straight below outside the level, linear.
pub const GROUND: Vec3 = vec3(0.34, 0.31, 0.28);

/// Light from the sun on a surface that faces it, linear.
pub const SUN: Vec3 = vec3(2.6, 2.3, 1.85);

/// Runs `work` on this many threads. Each thread calls `start` first. If the platform has no threads, as in a browser,
/// `work` runs on the calling thread.
fn on_threads<T: Send>(
    threads: usize,
    start: impl Fn() + Send + Sync + 'static,
    work: impl FnOnce() -> T + Send,
) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    match pool.start_handler(move |_| start()).build() {
        Ok(pool) => pool.install(work),
        Err(_) => work(),
    }
}
