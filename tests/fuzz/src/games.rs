//! The games of the scenarios. Each game has a shadow: a reference position that follows the rules
//! of the game without a search. The shadow predicts what the library must answer.

use crate::own::{Own, result_of, text_of};
use crate::source::Source;
use crate::transcript::{Transcript, call};
use imm::base::bytes::{ByteReader, ByteWriter};
use imm::base::text::Text;
use imm::game::knowledge::Knowledge;
use imm::game::notation::Notation;
use imm::game::snapshot::Snapshot;
use imm::game::{Game, Move, MoveList};
use imm::games::breakthrough::Breakthrough;
use imm::games::kalah::{Capture, Kalah};
use imm::games::loa::{Loa, Rules};
use imm::games::onitama::Onitama;
use imm::games::othello::{Othello, Scoring};
use imm::net::Net;
use imm_host::*;
use std::ffi::CString;
use std::rc::Rc;

/// A reference position that no search changes.
pub trait Shadow {
    /// Returns the outcome as a C constant.
    fn outcome(&self) -> imm_result;
    /// Returns the player to move as a C constant.
    fn to_move(&self) -> imm_player;
    /// Returns the legal moves. The list is empty after the end of the game.
    fn moves(&self) -> Vec<imm_move>;
    /// Makes a legal move.
    fn play(&mut self, mv: imm_move);
    /// Returns the position as bytes.
    fn bytes(&self) -> Vec<u8>;
    /// Sets the position from bytes. Returns `false` and changes nothing if the bytes are invalid.
    fn set_bytes(&mut self, bytes: &[u8]) -> bool;
    /// Returns the position as text, or `None` if the positions of the game have no text form.
    fn text(&self) -> Option<String>;
    /// Sets the position from text. Returns `false` and changes nothing if the text is invalid.
    fn set_text(&mut self, text: &str) -> bool;
    /// Returns a legal move as text.
    fn move_text(&self, mv: imm_move) -> String;
    /// Returns the name that a net for this game must contain, and the number of features of the
    /// game. An empty name means that any name fits.
    fn features(&self) -> (&'static str, usize);
    /// True if the library contains a net that fits this game.
    fn has_net(&self) -> bool;
    /// Returns a copy.
    fn copy(&self) -> Box<dyn Shadow>;
}

#[derive(Clone)]
struct BuiltIn<G>(G);

impl<G: Knowledge + Snapshot + Notation + Clone + 'static> Shadow for BuiltIn<G> {
    fn outcome(&self) -> imm_result {
        result_of(self.0.outcome())
    }
    fn to_move(&self) -> imm_player {
        self.0.to_move() as i32
    }
    fn moves(&self) -> Vec<imm_move> {
        if self.0.outcome().is_some() {
            return Vec::new();
        }
        let mut room = vec![Move::NONE; self.0.max_moves()];
        let mut list = MoveList::new(&mut room);
        self.0.legal_moves(&mut list);
        list.as_slice().iter().map(|mv| mv.0).collect()
    }
    fn play(&mut self, mv: imm_move) {
        self.0.make(Move(mv));
    }
    fn bytes(&self) -> Vec<u8> {
        let mut room = vec![0; self.0.bytes_max()];
        let mut out = ByteWriter::new(&mut room);
        self.0.write_bytes(&mut out);
        let length = out.len();
        room.truncate(length);
        room
    }
    fn set_bytes(&mut self, bytes: &[u8]) -> bool {
        let (mut other, mut reader) = (self.0.clone(), ByteReader::new(bytes));
        let read = other.read_bytes(&mut reader).is_ok() && reader.end().is_ok();
        if read {
            self.0 = other;
        }
        read
    }
    fn text(&self) -> Option<String> {
        let mut room = [0; IMM_TEXT_MAX];
        let mut text = Text::new(&mut room);
        self.0.write_position(&mut text);
        Some(text.as_str().to_owned())
    }
    fn set_text(&mut self, text: &str) -> bool {
        self.0.read_position(text).is_ok()
    }
    fn move_text(&self, mv: imm_move) -> String {
        let mut room = [0; IMM_TEXT_MAX];
        let mut text = Text::new(&mut room);
        self.0.write_move(Move(mv), &mut text);
        text.as_str().to_owned()
    }
    fn features(&self) -> (&'static str, usize) {
        (self.0.built_in(), self.0.feature_count())
    }
    fn has_net(&self) -> bool {
        Net::read(self.0.shipped_net()).is_ok_and(|net| net.check_for(&self.0).is_ok())
    }
    fn copy(&self) -> Box<dyn Shadow> {
        Box::new(self.clone())
    }
}

/// A position of a custom game on a graph.
#[derive(Clone)]
struct OnGraph {
    own: Rc<Own>,
    node: usize,
    has_texts: bool,
    features: usize,
}

impl Shadow for OnGraph {
    fn outcome(&self) -> imm_result {
        result_of(self.own.graph.outcome(self.node))
    }
    fn to_move(&self) -> imm_player {
        self.own.graph.to_move(self.node) as i32
    }
    fn moves(&self) -> Vec<imm_move> {
        (0..self.own.graph.moves(self.node).len()).map(|number| self.own.move_of(number)).collect()
    }
    fn play(&mut self, mv: imm_move) {
        self.node = self.own.target(self.node, mv).expect("the move is legal");
    }
    fn bytes(&self) -> Vec<u8> {
        self.own.bytes_of(self.node)
    }
    fn set_bytes(&mut self, bytes: &[u8]) -> bool {
        let fits = bytes.len() == self.own.sizes[0];
        if fits {
            self.node = self.own.node_of(bytes);
        }
        fits
    }
    fn text(&self) -> Option<String> {
        None
    }
    fn set_text(&mut self, _: &str) -> bool {
        false
    }
    fn move_text(&self, mv: imm_move) -> String {
        if self.has_texts { text_of(mv) } else { mv.to_string() }
    }
    fn features(&self) -> (&'static str, usize) {
        ("", self.features)
    }
    fn has_net(&self) -> bool {
        false
    }
    fn copy(&self) -> Box<dyn Shadow> {
        Box::new(self.clone())
    }
}

/// A game of a scenario: its description for the library, and its reference position.
pub struct Chosen {
    /// The description of the game for the library.
    pub game: imm_game,
    /// The reference position at the start of the game.
    pub start: Box<dyn Shadow>,
    /// True for a small variant of a game, made for firmware (`imm_kalah_small()`).
    pub small: bool,
    /// The callbacks of the game and the plan of their faults, if this is a custom game.
    pub own: Option<Rc<Own>>,
    /// The name of the game for messages.
    pub name: String,
}

/// The bits of all optional callbacks of a custom game.
pub const ALL_CALLBACKS: u16 = 0x1FFF;

/// A function that opens a game on its usual board. `None` for a game with chance events.
type UsualBoard<G> = Option<fn(&Transcript) -> G>;

/// Makes an array with one function for each built-in game, or `None` for a game with chance
/// events, which `api/dice.rs` plays. Each function returns its game on the usual board.
macro_rules! usual_boards {
    ({} $($folder:ident $type:ident $title:literal,)*) => {
        [$({
            let start = imm::games::$folder::$type::default;
            let by_name: fn(&Transcript) -> Chosen =
                |t| Chosen::by_name(t, stringify!($folder), imm::games::$folder::$type::default());
            (!start().has_chance()).then_some(by_name)
        }),*]
    };
}

impl Chosen {
    /// Returns a random game. Half of the games are built-in games.
    pub fn new(source: &mut Source<'_>, t: &Transcript) -> Self {
        if source.once_in(2) {
            return Self::built_in(source, t);
        }
        let own = Own::new(source);
        let optional = source.pick(&[ALL_CALLBACKS, ALL_CALLBACKS, source.clone().u16(), 0]);
        Self::of_own(own, optional)
    }

    /// Returns a custom game with these callbacks. `optional` has a bit for each optional callback.
    #[must_use]
    pub fn of_own(own: Rc<Own>, optional: u16) -> Self {
        let has_texts = optional >> 10 & 1 == 1;
        let game = own.describe(optional);
        let features = game.feature_count as usize;
        let start = Box::new(OnGraph { node: own.graph.start, own: own.clone(), has_texts, features });
        let name = format!("a graph of {} nodes, callbacks {optional:#x}", own.graph.len());
        Self { game, start, small: false, own: Some(own), name }
    }

    /// Returns a random built-in game. The board is usually small, so that games end soon and
    /// proofs are found.
    pub fn built_in(source: &mut Source<'_>, t: &Transcript) -> Self {
        let [columns, rows] = [source.within(2, 5) as u8, source.within(4, 6) as u8];
        let [houses, seeds] = [source.within(1, 4) as u8, source.within(1, 3) as u8];
        let (number, capture) = [
            (IMM_CAPTURE_EMPTY, Capture::Empty),
            (IMM_CAPTURE_STANDARD, Capture::Standard),
            (IMM_CAPTURE_STAYS, Capture::Stays),
        ][source.below(3)];
        let breakthrough = || Breakthrough::new(columns, rows).expect("this board exists");
        let kalah = || Kalah::new(houses, seeds, capture).expect("this board exists");
        let deal = source.pick(&[0, 1, 7, 1000, u32::MAX]);
        match source.below(13) {
            0 | 1 => Self::of(call!(t, imm_breakthrough_board(columns, rows)), breakthrough(), false),
            2 => Self::of(call!(t, imm_breakthrough_small(columns, rows)), breakthrough(), true),
            3 | 4 => Self::of(call!(t, imm_kalah_board(houses, seeds, number)), kalah(), false),
            5 => Self::of(call!(t, imm_kalah_small(houses, seeds, number)), kalah(), true),
            6 => Self::of(call!(t, imm_loa_rules(IMM_LOA_OPENSPIEL)), Loa::new(Rules::OpenSpiel), false),
            7 => {
                Self::of(call!(t, imm_othello_scoring(IMM_OTHELLO_DISCS_ONLY)), Othello::new(Scoring::DiscsOnly), false)
            }
            8 => Self::of(call!(t, imm_onitama_deal(deal)), Onitama::deal(deal.into()), false),
            _ => {
                let usual: &[UsualBoard<Self>] = &imm::built_in_games!(usual_boards {});
                let usual: Vec<_> = usual.iter().flatten().copied().collect();
                source.pick(&usual)(t)
            }
        }
    }

    /// Returns a built-in game on its usual board.
    fn by_name<G: Knowledge + Snapshot + Notation + Clone + 'static>(t: &Transcript, name: &str, start: G) -> Self {
        let name = CString::new(name).expect("a name has no 0");
        // SAFETY: all fields are numbers or pointers, for which 0 is a valid value.
        let mut game: imm_game = unsafe { std::mem::zeroed() };
        let status = call!(t, imm_game_by_name(name.as_ptr(), &raw mut game, size_of::<imm_game>()));
        assert_eq!(status, IMM_OK, "{name:?} is a built-in game");
        Self::of(game, start, false)
    }

    fn of<G: Knowledge + Snapshot + Notation + Clone + 'static>(game: imm_game, start: G, small: bool) -> Self {
        let name = std::any::type_name::<G>().rsplit(':').next().unwrap_or_default();
        let name = format!("{name} {:#x}{}", game.board, if small { " small" } else { "" });
        Self { game, start: Box::new(BuiltIn(start)), small, own: None, name }
    }
}
