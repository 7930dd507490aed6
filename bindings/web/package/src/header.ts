/**
 * The structs and constants of `imm.h` that this package uses. Fields and constants have the same
 * names as in `imm.h`. The check `mirrors` of ./tests/run compares the structs and constants with
 * the header.
 */
import { struct } from "./struct.js";

/** `struct imm_game` */
export const GAME = struct({
  struct_size: "u32",
  position_size: "u32",
  undo_size: "u32",
  max_moves: "u32",
  max_plies: "u32",
  board: "u32",
  context: "pointer",
  initial: "pointer",
  legal_moves: "pointer",
  make: "pointer",
  unmake: "pointer",
  to_move: "pointer",
  outcome: "pointer",
  evaluate: "pointer",
  random_move: "pointer",
  weight: "pointer",
  prior: "pointer",
  order: "pointer",
  noisy: "pointer",
  hash: "pointer",
  pass: "pointer",
  few_pieces: "pointer",
  transition: "pointer",
  move_text: "pointer",
  builtin: "pointer",
  max_score: "u32",
  score: "pointer",
  feature_count: "u32",
  features: "pointer",
  chance: "pointer",
  players: "u32",
  returns: "pointer",
  evaluate_for: "pointer",
});

/**
 * `struct imm_config`. This package accesses only the fields `seed`, `now_us` and `algorithm`,
 * because it passes players as text.
 */
export const CONFIG = struct({
  struct_size: "u32",
  threshold: "u32",
  seed: "u64",
  c: "f32",
  im: "f32",
  evaluator: "u8",
  ipp: "u8",
  expansion: "u8",
  decision: "u8",
  no_solver: "u8",
  no_recycle: "u8",
  im_schedule: "u8",
  pb_divisor: "u8",
  algorithm: "u8",
  playout: "u8",
  switches: "u16",
  im_visits: "u32",
  cb: "f32",
  impb: "f32",
  pb: "f32",
  tp: "f32",
  ct: "u32",
  fpu: "f32",
  cut: "u32",
  cut_period: "u32",
  playout_depth: "u8",
  playout_evaluated: "u8[3]",
  playout_looked: "u8[3]",
  flags: "u8",
  softmax: "f32",
  eps: "f32",
  leaf: "u8",
  leaf_depth: "u8",
  grave: "u16",
  np: "u32",
  ege: "f32",
  fet: "u32",
  det: "f32",
  det_period: "u32",
  max: "u32",
  now_ms: "pointer",
  clock: "pointer",
  temp: "f32",
  marg: "f32",
  now_us: "pointer",
});

/** `struct imm_limits` */
export const LIMITS = struct({
  struct_size: "u32",
  time_ms: "u32",
  iterations: "u64",
  nodes: "u32",
  depth: "u32",
  stop: "pointer",
  time_us: "u64",
});

/** `struct imm_report` */
export const REPORT = struct({
  best: "u32",
  proof: "i32",
  distance: "u32",
  value: "f32",
  iterations: "u64",
  signature: "u64",
  visits: "u32",
  nodes: "u32",
  recycled: "u64",
  depth: "u32",
  elapsed_ms: "u32",
  stopped: "i32",
  struct_size: "u32",
});

/** `struct imm_candidate` */
export const CANDIDATE = struct({
  move: "u32",
  visits: "u32",
  value: "f32",
  minimax: "f32",
  proof: "i32",
  distance: "u32",
});

/** `struct imm_node` */
export const NODE = struct({
  ply: "u32",
  move: "u32",
  visits: "u32",
  value: "f32",
  minimax: "f32",
  proof: "i32",
  distance: "u32",
  children: "u32",
});

/** Constants of `imm.h`, with the same names. */
export const IMM_OK = 0;
export const IMM_ERR_TOO_SMALL = -3;
export const IMM_ERR_OUT_OF_RANGE = -5;
export const IMM_ERR_UNSUPPORTED = -7;
export const IMM_ERR_BUSY = -9;
export const IMM_ERR_GAME_OVER = -12;
export const IMM_ERR_TEXT = -14;
export const IMM_ERR_SPEC = -16;
export const IMM_ERR_GAME = -17;
export const IMM_ERR_CALLBACK = -24;
export const IMM_ERR_CHANCE = -41;
export const IMM_FAILED = -2147483648;
export const IMM_MOVE_NONE = 4294967295;
export const IMM_TEXT_MAX = 192;
export const IMM_PLAYER_TEXT_MAX = 336;
export const IMM_ODDS_MAX = 16777216;
export const IMM_ALIGN = 16;
export const IMM_VISIT_BELOW = 0;
export const IMM_VISIT_BESIDE = 1;
export const IMM_ALPHA_BETA = 1;
export const IMM_BEST = 3;
export const IMM_WEIGHT_DECISIVE = 65535;
export const IMM_WEIGHT_FORCED = 65534;

/** Names for `IMM_ONGOING` to `IMM_DRAW`, in the order of the constants. */
export const OUTCOMES = ["ongoing", "first", "second", "draw"] as const;
/** Names for `IMM_UNPROVEN` to `IMM_PROVEN_DRAW`, in the order of the constants. */
export const PROOFS = ["open", "first", "second", "draw"] as const;
/** Names for `IMM_STOPPED_*`, in the order of the constants. */
export const STOPS = [
  "not",
  "iterations",
  "nodes",
  "time",
  "stopped",
  "proven",
  "depth",
  "settled",
  "forced",
] as const;
