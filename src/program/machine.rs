//! Checks before `main`: that the processor has the instructions that the program was built for, whether there is a
//! standard output, and that a panic ends in a sentence and a status.
//!
//! A build for one machine's processor would die of an illegal instruction on an older one, even in the start of Rust's
//! runtime, which a link-time optimised program compiles with its own instructions. So on Linux the check runs before that,
//! as a constructor of the program, using only what every processor has: plain registers, no formatting, no allocation.

use std::alloc::{GlobalAlloc, Layout};
use std::io::{Write, stderr};
use std::panic::set_hook;
use std::process::exit;
use std::sync::Arc;

use mimalloc::MiMalloc;

use crate::status::CANNOT_CONTINUE;
use traybit_core::input::current;

/// Prepares a program; to be called first in `main`. From then on a panic of any thread writes one sentence,
/// which names the current puzzle, and exits with this `status`; and a file that reaches its size limit is an
/// error of its writer, not the end of the program.
pub fn prepare(program: &'static str, status: u8) {
    // Unlike an ignored signal, one with a handler is not inherited as ignored by child programs.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
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

    #[cfg(target_arch = "x86_64")]
    use crate::status::{BUG, CANNOT_CONTINUE};

    use libmimalloc_sys::{mi_option_large_os_pages, mi_option_set_enabled_default, mi_option_t};
    use nix::fcntl::{FcntlArg, fcntl};
    #[cfg(target_arch = "x86_64")]
    use nix::libc::{_exit, PR_GET_NAME, STDERR_FILENO};
    use nix::libc::{PR_SET_THP_DISABLE, STDOUT_FILENO, prctl};
    use nix::sys::resource::{RLIM_INFINITY, Resource, getrlimit};
    #[cfg(target_arch = "x86_64")]
    use nix::unistd::write;

    pub(super) static CLOSED: AtomicBool = AtomicBool::new(false);

    #[expect(unsafe_code, reason = "the only way to run before the runtime starts")]
    // SAFETY: the C library calls each function of this section once, before `main`; arguments, which some libraries
    // pass, are ignored under the C calling convention.
    #[unsafe(link_section = ".init_array")]
    #[used]
    static LOOK: extern "C" fn() = look;

    extern "C" fn look() {
        #[cfg(target_arch = "x86_64")]
        check_processor();
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

    #[cfg(target_arch = "x86_64")]
    fn check_processor() {
        let Some(missing) = super::processor::missing() else { return };
        // One by one, as an array may be built in wide registers. If they cannot be written the status is enough.
        let _ = write(STDERR_FILENO, b"This program was built for a processor with ");
        let _ = write(STDERR_FILENO, missing.as_bytes());
        let _ = write(STDERR_FILENO, b", which this one lacks.\n");
        #[expect(unsafe_code, reason = "the runtime, which `std::process::exit` needs, has not started")]
        // SAFETY: ends the process at once.
        unsafe {
            _exit(if is_called(b"traybit") { BUG } else { CANNOT_CONTINUE }.into());
        }
    }

    /// True if the file that was started has this name.
    #[cfg(target_arch = "x86_64")]
    fn is_called(name: &[u8]) -> bool {
        let mut found = [0; 16];
        #[expect(unsafe_code, reason = "a call of the C library")]
        // SAFETY: this command writes at most 16 bytes, which end with a zero.
        let _ = unsafe { prctl(PR_GET_NAME, found.as_mut_ptr()) };
        found.split(|byte| *byte == 0).next() == Some(name)
    }
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod processor {
    use std::arch::x86_64::{__cpuid, __cpuid_count, CpuidResult};

    /// Instruction sets, whether this program was built with them, and where CPUID says that the processor has them: in word 0
    /// (leaf 1, ECX), 1 to 3 (leaf 7, EBX, ECX and EDX), 4 (leaf 7, part 1, EAX) or 5 (leaf `8000_0001`, ECX), as this bit
    /// (Intel's and AMD's manuals, "CPUID"). `is_x86_feature_detected!` will not do: it is constant if a set is built in.
    const SETS: [(&str, bool, u8, u32); 35] = [
        ("SSE3", cfg!(target_feature = "sse3"), 0, 1 << 0),
        ("PCLMULQDQ", cfg!(target_feature = "pclmulqdq"), 0, 1 << 1),
        ("SSSE3", cfg!(target_feature = "ssse3"), 0, 1 << 9),
        ("FMA", cfg!(target_feature = "fma"), 0, 1 << 12),
        ("CMPXCHG16B", cfg!(target_feature = "cmpxchg16b"), 0, 1 << 13),
        ("SSE4.1", cfg!(target_feature = "sse4.1"), 0, 1 << 19),
        ("SSE4.2", cfg!(target_feature = "sse4.2"), 0, 1 << 20),
        ("MOVBE", cfg!(target_feature = "movbe"), 0, 1 << 22),
        ("POPCNT", cfg!(target_feature = "popcnt"), 0, 1 << 23),
        ("AES", cfg!(target_feature = "aes"), 0, 1 << 25),
        ("XSAVE", cfg!(target_feature = "xsave"), 0, 1 << 26),
        // Wide registers are of use only if the system saves them between programs.
        ("XSAVE enabled by its system", cfg!(target_feature = "avx"), 0, 1 << 27),
        ("AVX", cfg!(target_feature = "avx"), 0, 1 << 28),
        ("F16C", cfg!(target_feature = "f16c"), 0, 1 << 29),
        ("BMI1", cfg!(target_feature = "bmi1"), 1, 1 << 3),
        ("AVX2", cfg!(target_feature = "avx2"), 1, 1 << 5),
        ("BMI2", cfg!(target_feature = "bmi2"), 1, 1 << 8),
        ("AVX512F", cfg!(target_feature = "avx512f"), 1, 1 << 16),
        ("AVX512DQ", cfg!(target_feature = "avx512dq"), 1, 1 << 17),
        ("ADX", cfg!(target_feature = "adx"), 1, 1 << 19),
        ("AVX512IFMA", cfg!(target_feature = "avx512ifma"), 1, 1 << 21),
        ("AVX512CD", cfg!(target_feature = "avx512cd"), 1, 1 << 28),
        ("SHA", cfg!(target_feature = "sha"), 1, 1 << 29),
        ("AVX512BW", cfg!(target_feature = "avx512bw"), 1, 1 << 30),
        ("AVX512VL", cfg!(target_feature = "avx512vl"), 1, 1 << 31),
        ("AVX512VBMI", cfg!(target_feature = "avx512vbmi"), 2, 1 << 1),
        ("AVX512VBMI2", cfg!(target_feature = "avx512vbmi2"), 2, 1 << 6),
        ("GFNI", cfg!(target_feature = "gfni"), 2, 1 << 8),
        ("VPCLMULQDQ", cfg!(target_feature = "vpclmulqdq"), 2, 1 << 10),
        ("AVX512BITALG", cfg!(target_feature = "avx512bitalg"), 2, 1 << 12),
        ("AVX512VPOPCNTDQ", cfg!(target_feature = "avx512vpopcntdq"), 2, 1 << 14),
        ("AVX512FP16", cfg!(target_feature = "avx512fp16"), 3, 1 << 23),
        ("AVX-VNNI", cfg!(target_feature = "avxvnni"), 4, 1 << 4),
        ("AVX512BF16", cfg!(target_feature = "avx512bf16"), 4, 1 << 5),
        ("LZCNT", cfg!(target_feature = "lzcnt"), 5, 1 << 5),
    ];

    /// The first instruction set that is built in and lacking here.
    ///
    /// Each leaf is read once: under a hypervisor every CPUID costs some 20 microseconds or more.
    pub(super) fn missing() -> Option<&'static str> {
        if !SETS.iter().any(|&(_, built_in, ..)| built_in) {
            return None;
        }
        let extended = if __cpuid(0).eax < 7 { NOTHING } else { __cpuid_count(7, 0) };
        let further = if extended.eax == 0 { NOTHING } else { __cpuid_count(7, 1) };
        lacking(0, __cpuid(1).ecx)
            .or_else(|| lacking(1, extended.ebx))
            .or_else(|| lacking(2, extended.ecx))
            .or_else(|| lacking(3, extended.edx))
            .or_else(|| lacking(4, further.eax))
            .or_else(|| lacking(5, __cpuid(0x8000_0001).ecx))
    }

    const NOTHING: CpuidResult = CpuidResult { eax: 0, ebx: 0, ecx: 0, edx: 0 };

    /// The first set built in whose bit is not in this word. Not inlined, so that the words stay in plain registers.
    #[inline(never)]
    fn lacking(word: u8, answer: u32) -> Option<&'static str> {
        let set = SETS.iter().find(|&&(_, built_in, of, bit)| built_in && of == word && answer & bit == 0);
        set.map(|&(name, ..)| name)
    }
}

#[cfg(all(test, target_arch = "x86_64", target_os = "linux"))]
mod tests {
    use super::processor::missing;
    use super::{PURGE_DELAY, economise};

    #[test]
    fn the_machine_that_runs_the_tests_lacks_nothing() {
        assert_eq!(missing(), None);
    }

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
