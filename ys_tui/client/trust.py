"""Whether a setup that a server shows can be trusted, and which seat of it is ours."""

from typing import Final

from protocol import keys
from protocol.game import ESCROW, Illegal, Seat, Setup
from protocol.keys import signing_pair
from protocol.vault import Vault
from ys_tui.client.keyring import Note, Notes

LYING = "lying-setup"
"""The code of every refusal here."""
REUSED: Final = (
    "You sat down with these keys for another setup than the one shown: draws of this game could be foreseen "
    "by who has seen the other. The server plays a trick, or has forgotten how a game began. Nothing is "
    "sealed here; sit down at another table."
)


def own_seat(
    setup: Setup, identity: bytes, *, notes: Notes, server: bytes, table: int
) -> tuple[Seat, Vault] | None:
    """Return the seat of `identity` in `setup` with its vault, noted down; None when it is not among them.

    Raises Illegal when the keys are not those this person sat down with, when a seat's box key allows no
    exchange, or when a nonce, box or anchor is there twice: each would lay secrets open. So would keys that
    were thrown for another table or noted for another setup, and a table that trusts its host where that
    was not shown before.
    """
    if flaw := keys.flaw((*setup.seats, setup.nature)):
        raise Illegal(LYING, f"The setup cannot be played: {flaw}.")
    public, _ = signing_pair(identity)
    seats = [Seat(number) for number, seat in enumerate(setup.seats) if seat.sign == public]
    if not seats:
        return None
    if len(seats) > 1:
        raise Illegal(LYING, "The setup has your key in two seats.")
    shown = setup.seats[seats[0]]
    vault = Vault(identity, shown.nonce, shown.name)
    sat = notes.sat(server, table)
    if vault.keys != shown or (sat is not None and sat != shown.nonce):
        raise Illegal(LYING, "The setup does not hold the keys with which you sat down.")
    if sat is None and notes.is_for_another(server, table, shown.nonce):
        raise Illegal(LYING, "The setup holds the keys with which you sat down at another table.")
    if ESCROW.key in setup.options and sat is not None and not notes.trusts(server, table):
        raise Illegal(
            LYING, "The table locks all you seal for its server, which was not so when you sat down."
        )
    if notes.write(shown.nonce, Note(setup.digest(), 0, setup.digest())).setup != setup.digest():
        raise Illegal(LYING, REUSED)
    return seats[0], vault
