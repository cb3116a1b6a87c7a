//! Stands in for the allocator, which is C and under neither Miri nor a sanitizer: its options take any value.

#![allow(non_upper_case_globals, clippy::missing_safety_doc)]

pub type mi_option_t = i32;

pub const mi_option_large_os_pages: mi_option_t = 6;

pub unsafe extern "C" fn mi_option_set_enabled_default(_option: mi_option_t, _enable: bool) {}
pub unsafe extern "C" fn mi_option_set(_option: mi_option_t, _value: std::ffi::c_long) {}
pub unsafe extern "C" fn mi_collect(_force: bool) {}
