//! Work on threads of its own.

/// Runs work on so many threads, each of which calls `start` first; on the calling thread where the system gives none, as in a
/// browser.
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
