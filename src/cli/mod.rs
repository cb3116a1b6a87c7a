//! What the three programs share: exit statuses, signals, and the commands themselves.

pub mod checker;
pub mod files;
pub mod machine;
pub mod signals;
pub mod status;
