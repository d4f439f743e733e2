"""The vault: the same secrets from the same identity, others for each table, nothing beyond its chain."""

import pytest

from protocol import keys, seals
from protocol.chance import LINKS, step
from protocol.seals import Opening, Token
from protocol.vault import Vault
from tests.support.driver import secret, vault

VALUES = (0, 1, 2, 2, 3, 4)
SETUP = secret("setup")


def test_a_vault_is_found_again() -> None:
    """Identity and nonce alone give the same keys, hands, links and peek keys on another machine."""
    one, other = vault(1, 0), vault(1, 0)
    assert one.keys == other.keys
    assert one.hand(SETUP, "1", VALUES) == other.hand(SETUP, "1", VALUES)
    assert [one.link(n) for n in range(LINKS)] == [other.link(n) for n in range(LINKS)]
    assert one.peek_key(SETUP, "1", Token(2), 3) == other.peek_key(SETUP, "1", Token(2), 3)
    assert one.sign(b"x" * 32) == other.sign(b"x" * 32)


def test_another_nonce_makes_other_secrets_of_the_same_person() -> None:
    """At another table only the signing key is the same."""
    one = Vault(secret("me"), bytes(16), "Ada")
    other = Vault(secret("me"), b"x" * 16, "Ada", bot=True)
    assert one.keys.sign == other.keys.sign
    assert one.keys.box != other.keys.box
    assert one.keys.anchor != other.keys.anchor
    assert (one.keys.bot, other.keys.bot) == (False, True)
    assert not {o.salt for o in one.hand(SETUP, "1", VALUES)} & {
        o.salt for o in other.hand(SETUP, "1", VALUES)
    }


def test_links_lead_back_to_the_anchor() -> None:
    """The first link steps to the anchor; there is none before the first and none after the last."""
    own = vault(1, 0)
    assert step(own.link(0)) == own.keys.anchor
    assert step(own.link(LINKS - 1)) == own.link(LINKS - 2)
    for number in (-1, LINKS):
        with pytest.raises(AssertionError):
            own.link(number)


def test_hands_are_the_values_in_an_order_of_their_own() -> None:
    """Every dealing and every table has other salts and another order, never other values."""
    own = vault(1, 0)
    hands = [
        own.hand(setup, deal, VALUES) for setup in (SETUP, secret("other")) for deal in map(str, range(20))
    ]
    assert all(tuple(sorted(opening.value for opening in hand)) == VALUES for hand in hands)
    assert len({opening.salt for hand in hands for opening in hand}) == 40 * len(VALUES)
    assert len({tuple(opening.value for opening in hand) for hand in hands}) > 20


def test_every_place_has_its_peek_key() -> None:
    """Another table, dealing, token or spy has another ephemeral key."""
    own = vault(1, 0)
    places = [(deal, token, spy) for deal in ("1", "2") for token in range(12) for spy in range(3)]
    ephemeral = {
        own.peek_key(setup, deal, Token(token), spy)
        for setup in (SETUP, secret("other"))
        for deal, token, spy in places
    }
    assert len(ephemeral) == 2 * len(places)


def test_every_decision_has_its_own_chance() -> None:
    """What a seat leaves to chance follows from its vault and the decision, and from nothing public."""
    own = vault(1, 0)
    assert len({own.own_chance(number) for number in range(50)}) == 50
    assert own.own_chance(3) == vault(1, 0).own_chance(3) != vault(1, 1).own_chance(3)


def test_a_box_for_this_seat_opens() -> None:
    """An opening locked for the seat comes out; what is for others, too short or too long is none."""
    own, other, opening = vault(1, 0), vault(1, 1), Opening(4, secret("salt", size=16))
    box = keys.lock(own.keys.box, secret("ephemeral"), opening.content())
    assert own.unlock(box) == opening
    assert other.unlock(box) is None
    for length in (0, seals.CONTENT - 1, seals.CONTENT + 1):
        assert own.unlock(keys.lock(own.keys.box, secret("ephemeral"), bytes(length))) is None


def test_own_chance_differs_by_seat_and_decision() -> None:
    """What a seat leaves to chance repeats with its vault, and is another for each decision and each seat."""
    one, other = vault(1, 0), vault(1, 1)
    assert one.own_chance(5) == vault(1, 0).own_chance(5)
    assert len({one.own_chance(5), one.own_chance(6), other.own_chance(5)}) == 3


@pytest.mark.parametrize(("identity", "nonce"), [(31, 16), (33, 16), (32, 15), (32, 17)])
def test_secrets_have_their_length(identity: int, nonce: int) -> None:
    """An identity is 32 bytes and a nonce 16."""
    with pytest.raises(AssertionError):
        Vault(bytes(identity), bytes(nonce), "Ada")


def test_a_vault_keeps_silent() -> None:
    """Its repr is that of any object: no secret, no name."""
    assert "0x" in repr(vault(1, 0))
    assert "Ada" not in repr(vault(1, 0))
