//! Stands in for the allocator, which is C and under neither Miri nor a sanitizer: its options take any value.

#![expect(non_upper_case_globals, non_camel_case_types, reason = "the names are the allocator's")]

pub type mi_option_t = i32;

pub const mi_option_large_os_pages: mi_option_t = 6;

pub extern "C" fn mi_option_set_enabled_default(_option: mi_option_t, _enable: bool) {}
pub extern "C" fn mi_option_set(_option: mi_option_t, _value: std::ffi::c_long) {}
pub extern "C" fn mi_collect(_force: bool) {}
