"""A game in a shared library with imm_plugin(), for Python: its rules, without a search."""

import ctypes
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int32, c_size_t, c_uint32, c_void_p

FIRST, SECOND, CHANCE = 0, 1, 2
ONGOING = 0


class _Game(ctypes.Structure):
    """The fields of imm_game up to score(), as in imm.h."""

    _fields_ = [(name, c_uint32) for name in ("struct_size", "position_size", "undo_size", "max_moves", "max_plies", "board")] + [
        ("context", c_void_p),
        ("initial", CFUNCTYPE(None, c_void_p, c_void_p)),
        ("legal_moves", CFUNCTYPE(c_uint32, c_void_p, c_void_p, POINTER(c_uint32))),
        ("make", CFUNCTYPE(None, c_void_p, c_void_p, c_uint32, c_void_p)),
        ("unmake", CFUNCTYPE(None, c_void_p, c_void_p, c_uint32, c_void_p)),
        ("to_move", CFUNCTYPE(c_int32, c_void_p, c_void_p)),
        ("outcome", CFUNCTYPE(c_int32, c_void_p, c_void_p)),
        *[(name, c_void_p) for name in ("evaluate", "random_move", "weight", "prior", "order", "noisy", "hash")],
        *[(name, c_void_p) for name in ("pass_", "few_pieces", "transition")],
        ("move_text", CFUNCTYPE(c_uint32, c_void_p, c_void_p, c_uint32, c_char_p, c_size_t)),
        ("builtin", c_void_p),
        ("max_score", c_uint32),
        ("score", CFUNCTYPE(c_int32, c_void_p, c_void_p)),
    ]


class Plugin:
    """A position of the game. `play` changes it, `after` does not."""

    def __init__(self, path):
        library = ctypes.CDLL(str(path))
        library.imm_plugin.restype = POINTER(_Game)
        self.game = library.imm_plugin().contents
        self.position = ctypes.create_string_buffer(self.game.position_size)
        self._undo = ctypes.create_string_buffer(max(1, self.game.undo_size) + 16)
        self._undo_at = (ctypes.addressof(self._undo) + 15) // 16 * 16
        self._moves = (c_uint32 * self.game.max_moves)()
        self._text = ctypes.create_string_buffer(192)
        self.reset()

    def reset(self):
        """Returns to the start of the game."""
        ctypes.memset(self.position, 0, len(self.position))
        self.game.initial(self.game.context, self.position)

    def moves(self):
        """Returns the legal moves, or the outcomes of a chance event."""
        return self._moves[: self.game.legal_moves(self.game.context, self.position, self._moves)]

    def text(self, move):
        """Returns the text of a legal move."""
        length = self.game.move_text(self.game.context, self.position, move, self._text, len(self._text))
        return self._text.raw[:length].decode()

    def play(self, move):
        self.game.make(self.game.context, self.position, move, self._undo_at)

    def after(self, move):
        """Returns the bytes of the position after a legal move."""
        self.play(move)
        found = self.position.raw
        self.game.unmake(self.game.context, self.position, move, self._undo_at)
        return found

    def find(self, text):
        """Returns the legal move with this text."""
        return next(move for move in self.moves() if self.text(move) == text)

    def mover(self):
        """Returns FIRST, SECOND or CHANCE."""
        return self.game.to_move(self.game.context, self.position)

    def result(self):
        """Returns ONGOING, or the result of the game: an IMM_* number of imm.h."""
        return self.game.outcome(self.game.context, self.position)

    def score(self):
        """Returns the points of the first player minus the points of the second, after the end of a game with points."""
        return self.game.score(self.game.context, self.position)
