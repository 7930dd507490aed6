"""Finds good settings of a player's options."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Optional, SupportsIndex, Union

import optuna
import pandas as pd
from optuna.storages import JournalStorage
from optuna.storages.journal import JournalFileBackend
from optuna.trial import TrialState

from .. import _imm
from ..search import bytes_of, whole
from ._archive import Archive
from ._fixed import budget_texts, reference_of
from ._games import packed_games
from ._pool import Pool, bar
from ._setup import MOST_SEED, check_games, check_setup, opening_texts, pair_of
from ._space import distributions, notation
from ._trial import Attempt, points_of, score
from ._tuned import Tuned
from ._unit import GamesFailedError, Unit, number
from ._work import Shared, work

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    import tqdm

    from ..search import AnyGame
    from ._archive import Row
    from ._budget import Budget
    from ._setup import Openings
    from ._space import Space
    from ._trial import Bounds

_TRIALS = "trials.log"
_ENDED = (TrialState.COMPLETE, TrialState.PRUNED)
_ENOUGH = 10
"""The minimum number of trials for an estimate of the settings' importance."""


def tune(
    game: Union[AnyGame, Mapping[str, AnyGame]],
    space: Space,
    budget: Budget,
    *,
    player: str = "mcts(im{im},c{c})",
    against: str = "mcts()",
    openings: Openings = 4,
    trials: int = 50,
    games: int = 360,
    first_games: int = 40,
    keep: int = 3,
    sprt: Optional[Bounds] = None,
    finals: int = 400,
    sampler: Optional[optuna.samplers.BaseSampler] = None,
    memory: Union[SupportsIndex, str] = "64 MiB",
    seed: SupportsIndex = 1,
    archive: Union[str, os.PathLike[str]] = "imm-archive",
    address: Optional[str] = None,
    progress: bool = True,
) -> Tuned:
    """Finds the settings with which a player scores best against an opponent.

    Optuna proposes settings, several at a time, so that all processors are busy. A trial is one choice of settings. Each
    trial plays in rungs: only the best trials of a rung, about one of `keep`, play the games of the next rung (asynchronous
    successive halving). The archive stores the trials and their games, so a stopped run continues, and a run with more
    trials extends the archive.

    Args:
        game: One game, see `tournament`.
        space: The settings of each placeholder: `(0.0, 1.0)` for a number, `(1, 8)` for a whole number, `["efMS", "efLH"]`
            for one of several texts; or a distribution of Optuna.
        budget: The limit of each search: iterations or milliseconds, see `tournament`.
        player: The player in notation, with a placeholder for each setting.
        against: The opponent.
        openings: See `tournament`. A list needs one opening for each pair of games, of trials and of finals.
        trials: The number of trials.
        games: Games of a trial that is never pruned: an even number.
        first_games: Games at the first rung: an even number. Each next rung has `keep` times as many.
        keep: About one of `keep` trials continues at each rung.
        sprt: Two Elo differences, such as `(0, 30)`, for a sequential test. A trial ends as soon as the test decides. The
            trial is complete if it is as strong as the second number, and pruned if only as strong as the first number.
        finals: Games of the best setting at the end, from other openings: an even number.
        sampler: A sampler of Optuna. The default is TPE.
        memory: The memory of each player.
        seed: The seed of the games and of the sampler.
        archive: The folder of the archive, created if it does not exist.
        address: The address of a cluster, see `tournament`.
        progress: Whether to show a progress bar on standard error.

    Raises:
        PlayerError: The player cannot play the game with some setting.
        ValueError: A number of games is odd, there are too few openings, or placeholders and settings differ.
        ArchiveError: Another process writes the archive, or the archive is damaged.
        GamesFailedError: Some games raised exceptions.

    """
    for count in (games, first_games, finals):
        check_games(count)
    if trials < 1:
        raise ValueError("tuning needs at least one trial")
    pairs = (games + finals) // 2
    if not isinstance(openings, SupportsIndex) and len(openings) < pairs:
        raise ValueError(f"trials and finals need {pairs} openings, but there are {len(openings)}")
    texts = opening_texts(openings, pairs)
    packed_game = packed_games(game)
    if len(packed_game) > 1:
        raise ValueError("tuning takes exactly one game")
    [(name, packed)] = packed_game.items()
    size, seed = bytes_of(memory), whole("seed", seed, MOST_SEED)
    check_setup(packed_game, [against], size, texts)
    opponent = _imm.player_text(against)
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    rungs = [min(games, first_games * keep**rung) for rung in range(64)]
    rungs = rungs[: rungs.index(games) + 1]
    with Archive(archive) as kept:
        setup = (name, sorted(space.items(), key=str), budget, player, opponent, texts[: games // 2], rungs, sprt, size, seed)
        study = _study(kept.folder, f"tune-{number(*setup):016x}", seed, sampler, rungs[0], keep)

        def units_of(text: str, first: int, last: int) -> list[Unit]:
            both = dict.fromkeys((text, opponent))
            budgets = budget_texts(kept, budget, name, packed, both, size)
            units: list[Unit] = []
            for pair in range(first // 2, last // 2):
                units += pair_of(name, text, opponent, budgets, texts[pair], pair, seed, size)
            return units

        def ask() -> Attempt:
            trial = study.ask(distributions(space))
            try:
                text = notation(player, trial.params)
                check_setup(packed_game, [text], size, [])
            except ValueError:
                study.tell(trial, state=TrialState.FAIL)
                raise
            text = _imm.player_text(text)
            trial.set_user_attr("player", text)
            return Attempt(trial, text, units_of(text, 0, games), rungs, sprt)

        shared = Shared(packed_game, reference_of(kept, budget))
        with Pool(work, shared, address) as pool, bar(0, 0, progress) as shown:
            run = _Run(kept, pool, shown)
            while left := trials - len(study.get_trials(states=_ENDED)):
                run.trials(study, ask, left)
            best = _best(study)
            final = units_of(best.user_attrs["player"], games, games + finals)
            run.games(final)
            points = points_of(final, run.points)
    about = f"{player} against {opponent} in {name}, {budget.text} a move: {trials} trials, seed {seed}."
    return Tuned(best.user_attrs["player"], best.params, score(points), _table(study), _importance(study), about)


@dataclass
class _Run:
    """The running games, and the results so far."""

    archive: Archive
    pool: Pool[Unit, Row]
    shown: tqdm.tqdm[None]
    points: dict[str, float] = field(init=False)
    """The first player's points in all games of the archive, by key."""

    def __post_init__(self) -> None:
        games = self.archive.table()
        self.points = dict(zip(games["key"], games["points"]))
        self._flying: set[str] = set()

    def trials(self, study: optuna.Study, ask: Any, count: int) -> None:
        """Runs `count` trials, several at a time, to keep all processors busy."""
        open_trials: list[Attempt] = []
        failures: list[tuple[object, str]] = []

        def go_on(attempt: Attempt) -> None:
            state = attempt.go_on(self.points)
            if state is None:
                self._submit(attempt.wanted())
                return
            open_trials.remove(attempt)
            won = attempt.trial.user_attrs["score"] if state == TrialState.COMPLETE else None
            study.tell(attempt.trial, won, state)
            # Withdraw the games that no running trial needs any more.
            needed = {unit.key for other in open_trials for unit in other.wanted()}
            withdrawn = self.pool.withdraw(lambda unit: unit.key not in needed)
            self._flying.difference_update(unit.key for unit in withdrawn)
            self.shown.total -= len(withdrawn)

        def begin() -> None:
            nonlocal count
            while count and len(self.pool) < 2 * self.pool.processors:
                count -= 1
                open_trials.append(ask())
                go_on(open_trials[-1])

        begin()
        for unit, row, error in self.pool.done():
            self._done(unit, row)
            for attempt in [one for one in open_trials if unit in one.wanted()]:
                if error is None:
                    go_on(attempt)
                else:
                    failures.append((unit, error))
                    open_trials.remove(attempt)
                    study.tell(attempt.trial, state=TrialState.FAIL)
            begin()
        if failures:
            raise GamesFailedError(failures)

    def games(self, units: Sequence[Unit]) -> None:
        """Plays the games of these units."""
        self._submit(units)
        failures = []
        for unit, row, error in self.pool.done():
            self._done(unit, row)
            if error is not None:
                failures.append((unit, error))
        if failures:
            raise GamesFailedError(failures)

    def _submit(self, units: Sequence[Unit]) -> None:
        """Submits the games that are neither finished nor running."""
        missing = [unit for unit in units if unit.key not in self.points and unit.key not in self._flying]
        self._flying.update(unit.key for unit in missing)
        self.pool.submit(dict.fromkeys(missing))
        self.shown.total += len(missing)
        self.shown.refresh()

    def _done(self, unit: Unit, row: Optional[Row]) -> None:
        self._flying.discard(unit.key)
        if row is not None:
            self.archive.add(row)
            self.points[unit.key] = row["points"]
        self.shown.update()


def _study(
    folder: Path, name: str, seed: int, sampler: Optional[optuna.samplers.BaseSampler], rung: int, keep: int
) -> optuna.Study:
    """Opens the trials of this archive with this setup. Unfinished trials of an earlier run are repeated."""
    storage = JournalStorage(JournalFileBackend(str(folder / _TRIALS)))
    pruner = optuna.pruners.SuccessiveHalvingPruner(min_resource=rung, reduction_factor=keep)
    study = optuna.create_study(storage=storage, study_name=name, direction="maximize", pruner=pruner, load_if_exists=True)
    # The sampler must not repeat the random numbers of an earlier run.
    study.sampler = sampler or optuna.samplers.TPESampler(seed=seed + len(study.trials), constant_liar=True)
    for trial in study.get_trials(states=(TrialState.RUNNING,)):
        study.tell(trial.number, state=TrialState.FAIL)
        study.enqueue_trial(trial.params)
    return study


def _best(study: optuna.Study) -> optuna.trial.FrozenTrial:
    """Returns the complete trial with the best score. If all trials were pruned, returns the best pruned trial."""
    ended = study.get_trials(states=(TrialState.COMPLETE,)) or study.get_trials(states=(TrialState.PRUNED,))
    return max(ended, key=lambda trial: trial.user_attrs["score"])


def _table(study: optuna.Study) -> pd.DataFrame:
    """Returns the table for `Tuned.trials`."""
    rows = [
        {"number": trial.number, "state": trial.state.name, "player": trial.user_attrs["player"], **trial.params}
        | {name: trial.user_attrs[name] for name in ("games", "score", "low", "high")}
        for trial in study.get_trials(states=_ENDED)
    ]
    return pd.DataFrame(rows)


def _importance(study: optuna.Study) -> dict[str, float]:
    """Returns `Tuned.importance`, by PED-ANOVA. Includes pruned trials, which are mostly bad and which Optuna would leave out."""
    ended = study.get_trials(states=_ENDED)
    if len(ended) < _ENOUGH:
        return {}
    every = optuna.create_study(direction="maximize")
    for trial in ended:
        found = trial.user_attrs["score"]
        every.add_trial(optuna.trial.create_trial(params=trial.params, distributions=trial.distributions, value=found))
    evaluator = optuna.importance.PedAnovaImportanceEvaluator(target_quantile=0.25)
    return optuna.importance.get_param_importances(every, evaluator=evaluator)
