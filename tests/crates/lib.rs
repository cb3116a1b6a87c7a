//! Nothing but tests; `cargo package` asks for a library or a program.
