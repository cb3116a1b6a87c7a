//! The lab of Traybit: contest timing of whole programs, and the experiments that the design rests on.

pub mod contest;
pub mod experiment;
