"""The vocabulary of games: what names a table, what finds desync, how a refusal reads."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.game import (
    Illegal,
    Option,
    check_clock,
    check_table,
    chosen_options,
    combinations,
    hash32,
    ordered_options,
    state_digest,
)
from tests.support.driver import seated
from tests.support.toy import TOY, Toy


def test_a_refusal_names_its_rule() -> None:
    """Code, sentence and rule are kept; the rule's number ends the sentence."""
    illegal = Illegal("not-yours", "that broker is Ben's", "R26")
    assert (illegal.code, illegal.detail, illegal.rule) == ("not-yours", "that broker is Ben's (R26)", "R26")
    assert str(Illegal("over", "the game is over")) == "the game is over"


def test_a_refusal_ends_a_sentence_with_one_full_stop() -> None:
    """Whether or not its detail has one, and behind the rule's number."""
    assert Illegal("over", "the game is over").sentence == "the game is over."
    assert Illegal("over", "the game is over.").sentence == "the game is over."
    assert Illegal("over", "the game is over.", "R1").sentence == "the game is over (R1)."


def test_every_part_of_a_setup_names_the_table() -> None:
    """Another game, revision, option, order of seats, nonce, name or nature gives another digest."""
    setup = seated(TOY, 3).setup
    first = setup.seats[0]
    others = [
        replace(setup, game="other"),
        replace(setup, rules=2),
        replace(setup, options=("long",)),
        replace(setup, seats=setup.seats[::-1]),
        replace(setup, seats=(replace(first, nonce=bytes(16)), *setup.seats[1:])),
        replace(setup, seats=(replace(first, name="Zed"), *setup.seats[1:])),
        replace(setup, seats=(replace(first, bot=True), *setup.seats[1:])),
        replace(setup, nature=replace(setup.nature, anchor=bytes(32))),
    ]
    assert len({setup.digest(), *(other.digest() for other in others)}) == len(others) + 1
    assert seated(TOY, 3).setup.digest() == setup.digest()


def test_equal_states_have_equal_digests() -> None:
    """A digest is 8 bytes, says nothing of the order in which a mapping was filled, and differs else."""
    assert state_digest({"a": 1, "b": 2}) == state_digest({"b": 2, "a": 1})
    assert state_digest((1, 2)) != state_digest((1, 3))
    assert len(state_digest(())) == 8


parts = st.lists(st.binary(max_size=6), max_size=4)


@given(one=parts, other=parts)
def test_hashing_is_unambiguous(one: list[bytes], other: list[bytes]) -> None:
    """Where one part ends and the next begins is part of the hash, and so is its purpose."""
    assert (hash32(b"x", *one) == hash32(b"x", *other)) == (one == other)
    assert hash32(b"x", *one) != hash32(b"y", *one)


class Optional(Toy):
    """A toy whose tables have something to choose."""

    options: tuple[Option, ...] = (
        Option("long", "Long game", "It takes longer.", seats=(3, 4)),
        Option("open", "Open game", "All is open.", seats=(2,), otherwise="Only two play openly.", rule="R9"),
        Option("dear", "Dear game", "It counts twice.", seats=(2, 3, 4)),
    )


def test_options_are_put_in_order() -> None:
    """Options may be named in any order and more than once; what comes of it is in the game's order."""
    assert chosen_options(Optional(), 3, ("dear", "long", "dear")) == ("long", "dear")
    assert chosen_options(Optional(), 4, ()) == ()


@pytest.mark.parametrize(
    ("seats", "keys", "code", "words"),
    [
        (3, ("open",), "wrong-options", "Only two play openly (R9)"),
        (3, ("dear", "fast"), "wrong-options", "Toy has no option fast; it has long, open, dear, escrow"),
        (
            3,
            ("escrow", "dear"),
            "wrong-clock",
            "Trust the host (escrow): It needs a clock with days for each decision.",
        ),
        (5, (), "wrong-seats", "Toy is for 2 or 3 or 4 seats, not 5 (R1)"),
    ],
)
def test_options_that_cannot_be_chosen(seats: int, keys: tuple[str, ...], code: str, words: str) -> None:
    """An option that the table cannot have, or the game, is refused with its own reason."""
    with pytest.raises(Illegal) as refused:
        chosen_options(Optional(), seats, keys)
    assert (refused.value.code, refused.value.detail) == (code, words)


def test_what_no_game_owns_comes_after_what_a_game_has() -> None:
    """Any game's table may have it, with any number of seats, given a clock with days."""
    game = Optional()
    assert ordered_options(game, {"escrow", "dear", "long"}) == ("long", "dear", "escrow")
    for seats in game.tables:
        check_table(game, seats, ("dear", "escrow"))
    with pytest.raises(Illegal, match="in the order long, open, dear, escrow"):
        check_table(game, 3, ("escrow", "dear"))
    check_clock(game, ("dear", "escrow"), is_live=False)
    check_clock(game, ("dear",), is_live=True)
    with pytest.raises(Illegal, match="It needs a clock with days"):
        check_clock(game, ("escrow",), is_live=True)
    assert not any("escrow" in options for _, options in combinations(game))


def test_every_table_is_a_combination() -> None:
    """Each number of seats goes with each set of the options it may have, in the game's order."""
    tables = combinations(Optional())
    assert len(tables) == len(set(tables)) == 12
    assert (3, ("long", "dear")) in tables
    assert all(chosen_options(Optional(), seats, options) == options for seats, options in tables)
