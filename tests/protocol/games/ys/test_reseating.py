"""A seat that the table has given up: a bot takes it as a later round begins, and its player comes back."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from protocol.escrow import unlocked
from protocol.game import NATURE, Action, Ballot, Illegal, Outcome, Reseat, Resign, Seat
from protocol.games.ys.board import THRONE
from protocol.games.ys.game import YS
from protocol.games.ys.prompts import PickBid, SealBrokers
from protocol.games.ys.state import Phase, State
from protocol.match import Match
from protocol.seat import Chair
from protocol.vault import Vault
from tests.support.driver import Seated, seated, secret

A, B, C, D = map(Seat, range(4))
SEED = 3
BOT = Vault(secret("bot"), secret("bot", size=16), "Robin", bot=True)


def again(table: Seated[State], seat: Seat) -> Vault:
    """Return the vault with which the person of `seat` sits down once more."""
    name = table.setup.seats[seat].name
    return Vault(secret(SEED, "identity", seat), secret("again", size=16), name)


def is_paused(table: Seated[State]) -> bool:
    """Tell whether the table pauses."""
    return table.match.is_paused


def seat_of(chair: Chair[State]) -> Seat | None:
    """Return the seat that is the player's now."""
    return chair.seat


def bid(table: Seated[State], seat: Seat) -> None:
    """Let `seat` bid the first thing that is legal."""
    table.do(seat, YS.legal(table.match.view(seat, table.vaults[seat]))[0])


def given_up(choice: str = "bot", options: Sequence[str] = (), seed: int = SEED) -> Seated[State]:
    """Return a table that waited for the bid of D and has voted about it."""
    table = seated(YS, 4, seed, options=options, with_chairs=False)
    table.until(PickBid)
    for seat in (A, B, C):
        bid(table, seat)
    table.do(A, Ballot(D, choice))
    table.do(B, Ballot(D, choice))
    return table


def taken(table: Seated[State], sitter: Vault, seat: Seat = D) -> None:
    """Let `sitter` take `seat` as the next round begins."""
    table.until(SealBrokers)
    ballots = table.match.seating.vacant.get(seat, ()) if sitter.keys.bot else ()
    table.do(NATURE, Reseat(seat, sitter.keys, ballots))
    table.vaults[seat] = sitter


def to_the_end(table: Seated[State]) -> Outcome:
    """Play on, and return the result, which a replay of the log has, too."""
    for _ in table.steps():
        pass
    copy = Match(YS, table.setup)
    copy.extend(0, table.match.log, table.match.digest())
    assert copy.chain == table.match.chain
    outcome = YS.outcome(copy.state)
    assert outcome is not None
    return outcome


def refused(table: Seated[State], seat: Seat, action: Action) -> str:
    """Return the code with which an entry is refused; nothing has changed then."""
    before = (table.match.state, table.match.seating, table.match.digest())
    with pytest.raises(Illegal) as refusal:
        table.do(seat, action)
    assert before == (table.match.state, table.match.seating, table.match.digest())
    return refusal.value.code


@pytest.mark.rule("R52c")
def test_who_takes_a_seat_locks_anew() -> None:
    """Where the host is trusted, what was locked before is void; nature opens out of the bot's own."""
    table = given_up(options=("escrow",))
    nature = table.vaults[NATURE]
    table.until(SealBrokers)
    old = table.match._now.escrows.of(D)
    assert len(old) == 1
    taken(table, BOT)
    assert table.match._now.escrows.of(D) == ()
    seals, box = table.match.owed(D, BOT)
    assert refused(table, D, seals) == "no-escrow"
    table.do(D, seals, box)
    assert len(unlocked(nature, table.match._now.escrows.of(D))) == 11
    while not table.match.lent(D, nature):
        table.step()
    to_the_end(table)


def test_a_bot_takes_the_seat_as_the_next_round_begins() -> None:
    """Until then the seat is asked nothing; from then on it plays with a fresh hand and keeps what it has."""
    table = given_up()
    assert YS.left(table.match.state) == (D,)
    table.until(SealBrokers)
    before = table.match.state.players[D]
    assert D not in table.match.prompts
    taken(table, BOT)
    after = table.match.state.players[D]
    assert (after.points, after.gems, after.cards) == (before.points, before.gems, before.cards)
    assert D in table.match.prompts
    assert table.match.seating.chairs[D] == BOT.keys
    assert not YS.left(table.match.state)
    to_the_end(table)
    assert not YS.left(table.match.state)
    assert sum(entry.seat == D for entry in table.match.log) > 20


@pytest.mark.rule("R52c")
def test_the_player_comes_back_to_a_seat_that_a_bot_has() -> None:
    """The client sees a spectator's table in between; the bot's moves are refused from then on."""
    table = given_up()
    chair = Chair(YS, table.setup, D, table.vaults[D])
    taken(table, BOT)
    chair.extend(0, table.match.log)
    assert seat_of(chair) is None
    assert chair.view().known == {}
    assert chair.answer() is None
    back = again(table, D)
    chair.come_back(back)
    while table.match.state.round < 3:
        table.step()
    stale = table.match.sign(D, BOT, table.match.owed(D, BOT))
    taken(table, back)
    with pytest.raises(Illegal, match="not signed by seat 3"):
        table.match.submit(stale)
    chair.extend(len(chair.match.log), table.match.log[len(chair.match.log) :], table.match.digest())
    assert seat_of(chair) == D
    answer = chair.answer()
    assert answer is not None
    table.take(answer)
    to_the_end(table)


@pytest.mark.rule("R52c")
@pytest.mark.parametrize("choice", ["go-on", "bot"])
def test_the_player_may_come_back_to_an_empty_seat(choice: str) -> None:
    """Whether the table had wanted a bot that never came, or to go on without."""
    table = given_up(choice)
    taken(table, again(table, D))
    assert table.match.seating.vacant == {}
    to_the_end(table)


@pytest.mark.rule("R52c")
@pytest.mark.parametrize("seed", range(4))
def test_with_kings_favor_a_new_sitter_has_nothing_in_the_throne_room(seed: int) -> None:
    """What lay there was closed and is lost; later rounds add to it again, and no audit is upset."""
    table = given_up(options=("kings-favor",), seed=seed)
    taken(table, BOT)
    while table.match.state.round < 4:
        table.step()
    back = Vault(secret(seed, "identity", D), secret("again", size=16), table.setup.seats[D].name)
    taken(table, back)
    state = table.match.state
    assert not [broker for broker in state.brokers if broker.holder == D and broker.spot == THRONE]
    to_the_end(table)
    assert not YS.left(table.match.state)


@pytest.mark.rule("R52c")
def test_a_seat_changes_hands_as_a_round_begins_and_not_otherwise() -> None:
    """Not in the round that it left in, and not once somebody has sealed."""
    table = given_up()
    reseat = Reseat(D, BOT.keys, table.match.seating.vacant[D])
    assert refused(table, NATURE, reseat) == "not-now"
    table.until(SealBrokers)
    table.step()
    assert refused(table, NATURE, reseat) == "not-now"


@pytest.mark.rule("R52c")
def test_nobody_else_sits_down_there() -> None:
    """Nature alone says so, by the table's own vote, for a bot or the seat's person, with keys never used."""
    table = given_up()
    agreed = table.match.seating.vacant[D]
    table.until(SealBrokers)
    bot, back = BOT.keys, again(table, D).keys
    assert refused(table, A, Reseat(D, bot, agreed)) == "not-asked"
    assert refused(table, NATURE, Reseat(Seat(4), bot, agreed)) == "not-asked"
    assert refused(table, NATURE, Reseat(C, bot, agreed)) == "not-vacant"
    assert refused(table, NATURE, Reseat(D, bot, agreed[:1])) == "not-agreed"
    assert refused(table, NATURE, Reseat(D, bot)) == "not-agreed"
    assert refused(table, NATURE, Reseat(D, back, agreed)) == "not-agreed"
    assert refused(table, NATURE, Reseat(D, replace(back, sign=bot.sign))) == "not-your-seat"
    assert refused(table, NATURE, Reseat(D, table.setup.seats[D])) == "wrong-keys"
    assert refused(table, NATURE, Reseat(D, replace(back, box=table.setup.nature.box))) == "wrong-keys"
    without = given_up("go-on")
    without.until(SealBrokers)
    assert refused(without, NATURE, Reseat(D, bot, ())) == "not-agreed"


@pytest.mark.rule("R52c")
def test_who_resigned_has_left_for_good() -> None:
    """No bot and no return: a resignation is no absence."""
    table = seated(YS, 4, SEED, with_chairs=False)
    table.until(PickBid)
    table.do(D, Resign())
    table.until(SealBrokers)
    assert refused(table, NATURE, Reseat(D, again(table, D).keys)) == "not-vacant"


@pytest.mark.rule("R52c")
def test_a_table_may_end_the_game() -> None:
    """There is no result then; nobody is asked, and nothing is played any more."""
    table = given_up("end")
    assert table.match.seating.is_ended
    assert table.match.prompts == {}
    assert YS.outcome(table.match.state) is None
    assert not YS.left(table.match.state)
    assert refused(table, D, YS.legal(table.match.view(D, table.vaults[D]))[0]) == "over"
    assert refused(table, A, Resign()) == "over"
    assert refused(table, A, Ballot(D, "wait")) == "not-awaited"
    assert refused(table, NATURE, Reseat(D, BOT.keys)) == "over"


def test_a_pause_is_what_most_persons_want() -> None:
    """Awaited or not; it ends as soon as they are no longer more than half, and lapses with no move."""
    table = seated(YS, 4, SEED, with_chairs=False)
    table.until(PickBid)
    table.do(A, Ballot(NATURE, "pause"))
    table.do(B, Ballot(NATURE, "pause"))
    assert not is_paused(table)
    table.do(D, Ballot(NATURE, "pause"))
    assert is_paused(table)
    bid(table, C)
    assert is_paused(table)
    table.do(A, Ballot(NATURE, "play"))
    assert not is_paused(table)
    assert refused(table, A, Ballot(NATURE, "end")) == "no-such-choice"
    table.do(A, Resign())
    assert is_paused(table)
    assert refused(table, A, Ballot(NATURE, "pause")) == "no-vote"


def test_a_game_that_is_over_is_not_paused() -> None:
    """Nobody votes about a table at which nobody is asked anything."""
    table = seated(YS, 4, SEED, with_chairs=False)
    table.until(PickBid)
    for seat in (A, B, C):
        table.do(seat, Ballot(NATURE, "pause"))
    to_the_end(table)
    assert table.match.state.phase is Phase.OVER
    assert not is_paused(table)
    assert refused(table, A, Ballot(NATURE, "play")) == "no-vote"
