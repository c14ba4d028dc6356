//! Light: the sun, the sky, and the light baked from them in probes and lightmaps.

mod bake;
mod lightmaps;

use glam::{Vec3, vec3};

pub use bake::{LightSampler, Probe, Volume, bake, passes_light};
pub use lightmaps::{Lightmap, Lightmaps, sky};

/// Direction to the sun: from the south-east, and high enough to reach the floor of a room through its windows.
pub const TO_SUN: Vec3 = vec3(0.45, 0.85, 0.38);

/// Light of the sky from straight above, linear.
pub const SKY: Vec3 = vec3(0.80, 0.92, 1.12);

/// Light from straight below outside of the level, linear.
pub const GROUND: Vec3 = vec3(0.34, 0.31, 0.28);

/// Light of the sun on a surface facing it, linear.
pub const SUN: Vec3 = vec3(2.6, 2.3, 1.85);

/// Runs `work` on this many threads. Each thread calls `start` first. If the system has no threads, as in a
/// browser, it runs on the calling thread.
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
