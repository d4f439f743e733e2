"""What seats lock for nature, and what it may do with that: for tables that trust their host (`ESCROW`).

At such a table every entry that seals something also locks the openings for nature's key. Nature answers with
them what openings alone answer, so that nobody need be online at a reveal. No game is known here.
"""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, TypeVar

from protocol.game import ESCROW, NATURE, Action, Escrow, Game, Illegal, Prompt, Seat, Setup, View
from protocol.seals import CONTENT, Opening, Token
from protocol.vault import Vault

S = TypeVar("S")

_TOKEN: Final = 4
"""Bytes of a token in front of its opening."""
_ITEM: Final = _TOKEN + CONTENT


def of_sealed(
    game: Game[S], setup: Setup, before: View[S], vault: Vault, sealing: Iterable[Action]
) -> Escrow:
    """Return the action that locks for nature what the seat of `vault` knows once it has done `sealing`."""
    assert before.seat is not None
    state = before.state
    for action in sealing:
        state = game.apply(state, before.seat, action).state
    known = game.knows(state, before.seat, vault)
    return locked(setup, vault, {token: known[token] for token in known if token not in before.known})


def locked(setup: Setup, vault: Vault, openings: Mapping[Token, Opening]) -> Escrow:
    """Return the action by which the seat of `vault` locks `openings` for nature: as long for all values."""
    content = b"".join(
        token.to_bytes(_TOKEN, "big") + openings[token].content() for token in sorted(openings)
    )
    return Escrow(vault.lock(setup.digest(), setup.nature.box, content))


def unlocked(nature: Vault, boxes: Iterable[bytes]) -> Mapping[Token, Opening]:
    """Return all that was locked in `boxes`; of one with anything else in it, nothing."""
    found: dict[Token, Opening] = {}
    for box in boxes:
        content = nature.read(box)
        if content is None or len(content) % _ITEM:
            continue
        for at in range(0, len(content), _ITEM):
            item = content[at : at + _ITEM]
            token, value, salt = item[:_TOKEN], item[_TOKEN], item[_TOKEN + 1 :]
            found[Token(int.from_bytes(token, "big"))] = Opening(value, salt)
    return found


class Escrows(NamedTuple):
    """The boxes that every seat has locked, as an entry leaves them."""

    is_chosen: bool
    """Whether the table trusts its host."""
    boxes: Mapping[Seat, tuple[bytes, ...]]
    is_due: bool
    """Whether the last action has sealed something that is not locked yet."""

    def of(self, seat: Seat) -> tuple[bytes, ...]:
        """Return what whoever has `seat` now has locked."""
        return self.boxes.get(seat, ())

    def acted(self, prompt: Prompt | None) -> "Escrows":
        """Return what follows from an action that answers `prompt`, or raise Illegal when one has to wait."""
        self.check()
        return self._replace(is_due=prompt is not None and prompt.seals) if self.is_chosen else self

    def locked(self, seat: Seat, action: Escrow) -> "Escrows":
        """Return the escrows with another box, or raise Illegal unless it belongs to what was sealed."""
        if not self.is_chosen:
            raise Illegal("no-escrow", "this table locks nothing for its host")
        if not self.is_due:
            raise Illegal("no-escrow", "nothing was sealed just before that could be locked")
        return self._replace(boxes={**self.boxes, seat: (*self.of(seat), action.box)}, is_due=False)

    def void(self, seat: Seat) -> "Escrows":
        """Return the escrows after somebody else has taken `seat`."""
        return self._replace(boxes={other: boxes for other, boxes in self.boxes.items() if other != seat})

    def check(self) -> None:
        """Raise Illegal when something was sealed and not locked."""
        if self.is_due:
            raise Illegal("no-escrow", "what is sealed is locked for the host in the same entry")

    def check_answer(self, by: Seat, prompt: Prompt | None, action: Action) -> None:
        """Raise Illegal unless nature may answer `prompt` with `action` for the seat that is asked."""
        if by != NATURE or not self.is_chosen:
            raise Illegal("not-asked", "nature alone answers for a seat, and only where the host is trusted")
        if prompt is None or not prompt.automatic or type(action) not in prompt.opened_by:
            raise Illegal("not-asked", "nature answers only what openings alone answer")


def escrows(setup: Setup) -> Escrows:
    """Return the escrows of a table before its game: none."""
    return Escrows(is_chosen=ESCROW.key in setup.options, boxes={}, is_due=False)
