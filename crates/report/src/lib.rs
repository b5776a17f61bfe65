//! What a simulation tells, in a form that people and machines read.
