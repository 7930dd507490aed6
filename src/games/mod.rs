//! The games that come with imm, one folder each: `rules.rs`, `eval.rs`, `knowledge.rs`.
