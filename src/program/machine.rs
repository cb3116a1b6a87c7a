//! Start of a program: its allocator, the sentence and the status in which a panic ends, and on Linux a constructor, which
//! looks whether there is a standard output before Rust's runtime puts another one in its place.

use std::alloc::{GlobalAlloc, Layout};
use std::io::{Write, stderr};
use std::panic::set_hook;
use std::process::exit;

use mimalloc::MiMalloc;

use crate::failure::PROGRAM;
use crate::status::CANNOT_CONTINUE;
use traybit_core::input::current;

/// Prepares a program; to be called first in `main`. From then on a panic of any thread writes one sentence,
/// which names the current puzzle, and exits with this `status`; and a file that reaches its size limit is an
/// error of its writer, not the end of the program.
pub fn prepare(program: &'static str, status: u8) {
    let _ = PROGRAM.set(program);
    // Unlike an ignored signal, one with a handler is not inherited as ignored by child programs.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
    set_hook(Box::new(move |panic| {
        let words = panic.payload_as_str().unwrap_or("no reason given");
        let place = panic.location().map_or_else(String::new, |place| format!(" at {place}"));
        let puzzle = current::names().join(", ");
        let puzzle = if puzzle.is_empty() { puzzle } else { format!(" while it worked on {puzzle}") };
        // Not `eprintln!`, which would panic again when standard error is closed.
        let _ = writeln!(stderr(), "{program}: a bug in the program{place}{puzzle}: {words}.");
        exit(status.into());
    }));
}

/// The allocator of all programs. If the system has no memory left, which no budget could foresee, the program ends in one
/// sentence and status 5.
#[derive(Debug)]
pub struct Allocator;

#[expect(unsafe_code, reason = "an allocator's interface")]
// SAFETY: forwards everything to an allocator, and never returns if that one has no memory.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        given(unsafe { MiMalloc.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        given(unsafe { MiMalloc.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller's promise; all blocks are that allocator's.
        given(unsafe { MiMalloc.realloc(block, layout, size) })
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise; all blocks are that allocator's.
        unsafe { MiMalloc.dealloc(block, layout) }
    }
}

#[inline]
fn given(block: *mut u8) -> *mut u8 {
    if block.is_null() {
        out_of_memory()
    }
    block
}

/// Ends the program after a message, without allocating.
#[cold]
fn out_of_memory() -> ! {
    let _ = stderr().write_all(
        b"The system has no more memory for this program: lower --memory or TRAYBIT_MEMORY, or raise `ulimit -v`.\n",
    );
    exit(CANNOT_CONTINUE.into())
}

/// True if the program was started without a standard output. Rust's runtime puts `/dev/null` in its place,
/// which takes every answer in silence, so on Linux this is checked before the runtime starts.
pub fn standard_output_was_closed() -> bool {
    #[cfg(target_os = "linux")]
    return constructor::CLOSED.load(std::sync::atomic::Ordering::Relaxed);
    #[cfg(not(target_os = "linux"))]
    return false;
}

/// Smallest budget with large pages, of 2 MB: every list and buffer touches some of them only in part.
const LARGE_PAGES_FROM: usize = 2 << 30;

/// Smallest budget with which freed memory is kept for a while: a search by layers soon needs it again.
const KEEPS_FROM: usize = 128 << 20;

/// Saves memory in a process that is limited to `memory` bytes: no more large pages, and unused memory is given back
/// at once, unless the environment says otherwise.
pub fn economise(memory: usize) {
    if memory >= LARGE_PAGES_FROM {
        return;
    }
    #[cfg(target_os = "linux")]
    if std::env::var_os("MIMALLOC_ALLOW_THP").is_none() {
        constructor::refuse_large_pages();
    }
    // Memory that is freed and not given back is in no account: of a small budget it would take a large part.
    if memory < KEEPS_FROM && std::env::var_os("MIMALLOC_PURGE_DELAY").is_none() {
        #[expect(unsafe_code, reason = "a call of the allocator's library")]
        // SAFETY: sets a number that the allocator reads whenever it has something to give back.
        unsafe {
            libmimalloc_sys::mi_option_set(PURGE_DELAY, 0);
        }
    }
}

/// The allocator's option for how long it keeps unused memory, in milliseconds; its library has no name for it. (A test
/// checks the number.)
const PURGE_DELAY: libmimalloc_sys::mi_option_t = 15;

/// Gives back to the system the memory that the allocator keeps for later.
pub(crate) fn give_back() {
    #[expect(unsafe_code, reason = "a call of the allocator's library")]
    // SAFETY: any thread may call it at any time; it touches nothing that is in use.
    unsafe {
        libmimalloc_sys::mi_collect(true);
    }
}

#[cfg(target_os = "linux")]
mod constructor {
    use std::sync::atomic::{AtomicBool, Ordering};

    use libmimalloc_sys::{mi_option_large_os_pages, mi_option_set_enabled_default, mi_option_t};
    use nix::fcntl::{FcntlArg, fcntl};
    use nix::libc::{PR_SET_THP_DISABLE, STDOUT_FILENO, prctl};
    use nix::sys::resource::{RLIM_INFINITY, Resource, getrlimit};

    pub(super) static CLOSED: AtomicBool = AtomicBool::new(false);

    #[expect(unsafe_code, reason = "the only way to run before the runtime starts")]
    // SAFETY: the C library calls each function of this section once, before `main`; arguments, which some libraries
    // pass, are ignored under the C calling convention.
    #[unsafe(link_section = ".init_array")]
    #[used]
    static LOOK: extern "C" fn() = look;

    extern "C" fn look() {
        // It fails on a closed descriptor only.
        CLOSED.store(fcntl(STDOUT_FILENO, FcntlArg::F_GETFD).is_err(), Ordering::Relaxed);
        // Miri runs no C.
        if cfg!(miri) {
            return;
        }
        // A search fills hundreds of megabytes: with pages of 4 KB the system takes a third of the run for that.
        enable(mi_option_large_os_pages);
        // The allocator reserves a gibibyte of addresses. If `ulimit -v` counts them they are reserved as they are needed.
        if getrlimit(Resource::RLIMIT_AS).is_ok_and(|(soft, _)| soft < RLIM_INFINITY) {
            enable(DISALLOW_ARENAS);
        }
    }

    /// Enables an option of the allocator, unless the environment says otherwise.
    fn enable(option: mi_option_t) {
        #[expect(unsafe_code, reason = "a call of the allocator's library")]
        // SAFETY: sets a number that the allocator reads when it gets its first memory; other threads do not exist.
        unsafe {
            mi_option_set_enabled_default(option, true);
        }
    }

    /// The allocator's option; its library has no name for it.
    const DISALLOW_ARENAS: mi_option_t = 26;

    /// Refuses large pages for the whole process, from now on.
    pub(super) fn refuse_large_pages() {
        const YES: u64 = 1;
        const NOTHING: u64 = 0;
        #[expect(unsafe_code, reason = "a call of the C library")]
        // SAFETY: sets a flag of the process. It fails on old systems, whose pages then stay large.
        let _ = unsafe { prctl(PR_SET_THP_DISABLE, YES, NOTHING, NOTHING, NOTHING) };
    }
}

#[cfg(test)]
mod tests {
    use super::{PURGE_DELAY, economise};

    #[test]
    fn small_budgets_are_kept_with_small_pages() {
        const USUAL: std::ffi::c_long = 1000;
        #[expect(unsafe_code, reason = "a call of the allocator's library")]
        // SAFETY: reads a number.
        let delay = || unsafe { libmimalloc_sys::mi_option_get(PURGE_DELAY) };
        assert!([USUAL, 0].contains(&delay()), "the delay is another option");
        economise(usize::MAX);
        economise(1 << 26);
        assert_eq!(delay(), 0);
    }
}
