//! A dedicated thread pool.

/// Runs `work` on this many threads, each of which calls `start` first. If the system has no threads, as in a
/// browser, it runs on the calling thread.
pub(super) fn on<T: Send>(
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
