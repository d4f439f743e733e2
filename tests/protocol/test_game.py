"""The vocabulary of games: what names a table, what finds desync, how a refusal reads."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.game import Illegal, hash32, state_digest
from tests.support.driver import seated
from tests.support.toy import TOY


def test_a_refusal_names_its_rule() -> None:
    """Code, sentence and rule are kept; the rule's number ends the sentence."""
    illegal = Illegal("not-yours", "that broker is Ben's", "R26")
    assert (illegal.code, illegal.detail, illegal.rule) == ("not-yours", "that broker is Ben's (R26)", "R26")
    assert str(Illegal("over", "the game is over")) == "the game is over"


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
