//! Stands in for the allocator, which is C and under neither Miri nor a sanitizer: its options take any value.

#![allow(non_upper_case_globals, clippy::missing_safety_doc)]

pub const mi_option_large_os_pages: i32 = 6;

pub unsafe extern "C" fn mi_option_set_enabled_default(_option: i32, _enable: bool) {}
