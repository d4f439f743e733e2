"""Dialogues about a host's powers, names, and playing again."""

import pytest

from protocol.game import Resign
from protocol.messages import (
    Hand,
    Kick,
    Leave,
    OpenTable,
    Ready,
    Rematch,
    Rename,
    Say,
    SeatBot,
    Start,
    Swap,
    TableChanged,
    Watch,
    Welcome,
)
from protocol.vault import Vault
from tests.support.driver import secret
from tests.support.playbook import Playbook, restarted


def seated(*names: str, seats: int = 4) -> Playbook:
    """Return a dialogue in which these people sit at table 1; the first is its host."""
    book = Playbook()
    book.arrives(*names)
    book.opens(names[0], "open", seats=seats)
    for who in names:
        book.sits(who)
    return book


def over(*names: str) -> Playbook:
    """Return a dialogue in which these people have ended their game at table 1."""
    book = Playbook()
    book.begins(*names)
    for who in names[1:]:
        book.acts(who, Resign())
    for who in names:
        book.fresh(who)
    return book


def test_a_host_puts_somebody_out_who_does_not_come_back() -> None:
    """Only the host, only before the start, and nobody puts themselves out; the others see it."""
    book = seated("Ada", "Ben", "Cara")
    assert book.says("Ben", Kick(1, 1, book.key("Ada"))) == ["Ben < Refused not-host"]
    assert book.says("Ada", Kick(1, 1, book.key("Ada"))) == ["Ada < Refused not-yourself"]
    assert book.says("Ada", Kick(1, 1, secret("nobody"))) == ["Ada < Refused no-chair"]
    assert book.says("Ada", Kick(1, 1, book.key("Ben"))) == [
        "Ben < PutOut 1",
        "save Arranged",
        "Ada, Cara < TableChanged 1 open Ada Cara",
        "Ben < TableChanged 1 open Ada Cara",
    ]
    book.fresh("Ben")
    assert book.sits("Ben") == ["Ben < Refused kicked"]


def test_who_is_put_out_while_away_hears_it_at_the_return() -> None:
    """Over a restart, too; whose chair was freed because they were away for long does not."""
    book = seated("Ada", "Ben", "Cara")
    book.goes("Ben")
    book.says("Ada", Kick(1, 1, book.key("Ben")))
    book.goes("Cara")
    book.waits(1_000)
    for later in (book, restarted(book)):
        for who in ("Ben", "Cara"):
            later.connects(who)
        assert later.hello("Ben") == ["Ben < Welcome", "Ben < PutOut 1"]
        assert later.hello("Cara") == ["Cara < Welcome"]


def test_a_bot_that_is_put_out_makes_room() -> None:
    """The last one to sit goes; another may be asked for."""
    book = seated("Ada", "Bots", seats=2)
    book.says("Bots", Leave(1, 1))
    book.hub.bots_key = book.key("Bots")
    book.says("Ada", SeatBot(2, 1, "greedy"))
    bot = Vault(secret("Bots"), bytes(16), "Bot 1", bot=True).keys
    book.sits("Bots", keys=bot)
    assert book.says("Ada", SeatBot(3, 1, "greedy")) == ["Ada < Refused full"]
    assert "Ada, Bots < TableChanged 1 open Ada" in book.says("Ada", Kick(4, 1, bot.sign))
    assert book.says("Ada", SeatBot(5, 1, "random"))[-1] == "Bots < BotWanted 1 random"


def with_bots() -> Playbook:
    """Return a dialogue in which Ada sits at table 1 for three with a greedy bot and a random one."""
    book = seated("Ada", "Bots", seats=3)
    book.says("Bots", Leave(1, 1))
    book.hub.bots_key = book.key("Bots")
    for number, level in enumerate(("greedy", "random"), 1):
        book.says("Ada", SeatBot(number, 1, level))
        keys = Vault(secret("Bots"), secret("bot", number, size=16), f"The {level}", bot=True).keys
        book.sits("Bots", keys=keys)
    return book


def levels(book: Playbook) -> list[tuple[str, str | None]]:
    """Return who sits in each chair, as Ada was told last, and how it plays."""
    return [(chair.name, chair.level) for chair in book.heard("Ada", TableChanged).table.chairs]


def test_a_chair_tells_how_its_bot_plays() -> None:
    """Also when chairs were swapped, after a restart, and when one was put out; of a person nothing."""
    book = with_bots()
    assert levels(book) == [("Ada", None), ("The greedy", "greedy"), ("The random", "random")]
    book.says("Ada", Swap(4, 1, 1, 2))
    swapped = [("Ada", None), ("The random", "random"), ("The greedy", "greedy")]
    assert levels(book) == swapped
    later = restarted(book)
    later.arrives("Ada", is_looking=False)
    assert levels(later) == swapped
    later.hub.bots_key = later.key("Bots")
    later.says("Ada", Kick(5, 1, later.key("Bots")))
    assert levels(later) == [("Ada", None), ("The random", "random")]


def test_a_running_table_tells_how_its_bots_play() -> None:
    """Over a restart as well."""
    book = with_bots()
    book.says("Ada", Start(6, 1))
    book.arrives("Ada 2", is_looking=False)
    later = restarted(book)
    later.arrives("Ada", is_looking=False)
    for told in (book.heard("Ada 2", TableChanged), later.heard("Ada", TableChanged)):
        assert [chair.level for chair in told.table.chairs] == [None, "greedy", "random"]


def test_the_host_hands_the_part_on() -> None:
    """To somebody who sits there; from then on they are the host."""
    book = seated("Ada", "Ben", seats=2)
    book.arrives("Cara")
    assert book.says("Ada", Hand(1, 1, book.key("Cara"))) == ["Ada < Refused no-chair"]
    assert book.says("Ada", Hand(1, 1, book.key("Ben")))[-1] == "Ada, Ben < TableChanged 1 open Ada Ben"
    assert book.heard("Ada", TableChanged).table.host == book.key("Ben")
    assert book.says("Ada", Start(2, 1)) == ["Ada < Refused not-host"]
    assert "Ada, Ben < Began" in book.says("Ben", Start(3, 1))


def test_who_is_ready_is_shown() -> None:
    """Until they say otherwise or leave; it is for those who sit."""
    book = seated("Ada", "Ben")
    book.arrives("Cara")
    assert book.says("Cara", Ready(1, 1, ready=True)) == ["Cara < Refused no-chair"]
    book.says("Ben", Ready(1, 1, ready=True))
    assert [chair.ready for chair in book.heard("Ada", TableChanged).table.chairs] == [False, True]
    book.says("Ben", Ready(1, 1, ready=False))
    assert [chair.ready for chair in book.heard("Ada", TableChanged).table.chairs] == [False, False]


def test_the_host_swaps_two_chairs() -> None:
    """Only chairs that are taken, and only before the game."""
    book = seated("Ada", "Ben", "Cara", seats=3)
    assert book.says("Ada", Swap(1, 1, 0, 3)) == ["Ada < Refused no-such-chair"]
    assert book.says("Ada", Swap(1, 1, 0, 2))[-1] == "Ada, Ben, Cara < TableChanged 1 open Cara Ben Ada"
    book.says("Ada", Start(2, 1))
    assert book.match is not None
    assert [seat.name for seat in book.match.setup.seats] == ["Cara", "Ben", "Ada"]
    assert book.says("Ada", Swap(3, 1, 0, 1)) == ["Ada < Refused begun"]


def test_a_name_changes_and_is_nobody_elses() -> None:
    """On all connections at once; the old name is free again; the lobby is told."""
    book = Playbook()
    book.arrives("Ada", "Ada 2", "Ben")
    book.waits(1)
    assert book.says("Ada", Rename(1, "bEN")) == ["Ada < Refused name-taken"]
    assert book.says("Ada", Rename(1, "Server")) == ["Ada < Refused name-taken"]
    assert book.says("Ada", Rename(1, "Eve")) == ["Ada, Ada 2 < Renamed Eve"]
    assert book.waits(1) == ["Ada, Ada 2, Ben < LobbyChanged +Eve -Ada"]
    book.connects("Dan")
    assert book.hello("Dan", "Ada")[0] == "Dan < Welcome"


def test_who_has_a_chair_keeps_the_name_of_the_chair() -> None:
    """Before its game begins: the setup is to have it; who leaves may be called otherwise."""
    book = seated("Ada", "Ben")
    assert book.says("Ben", Rename(1, "Eve")) == ["Ben < Refused seated"]
    book.says("Ben", Leave(2, 1))
    assert book.says("Ben", Rename(3, "Eve")) == ["Ben < Renamed Eve"]


def test_a_name_changes_while_a_game_goes_on_and_the_game_keeps_its_own() -> None:
    """Lobby and chat have the one, the chair the other; neither is anybody else's, over a restart too."""
    book = Playbook()
    book.begins("Ada", "Ben")
    assert book.says("Ada", Rename(1, "Eve")) == ["save Known", "Ada < Renamed Eve"]
    assert book.says("Ada", Say(2, 1, "hi"))[-1] == "Ada, Ben < Said Eve: hi"
    assert book.acts("Ada")[0] == "save Played"
    assert book.says("Ben", Rename(3, "Eve")) == ["Ben < Refused name-taken"]
    assert book.says("Ben", Rename(3, "ADA")) == ["Ben < Refused name-taken"]
    later = restarted(book)
    for name in ("Eve", "Ada"):
        later.connects("Cara")
        assert later.hello("Cara", name) == ["Cara < Bye name-taken", "close Cara"]
    later.connects("Ada")
    later.hello("Ada", "Ada")
    assert later.heard("Ada", Welcome).name == "Eve"
    assert [chair.name for chair in later.heard("Ada", TableChanged).table.chairs] == ["Ada", "Ben"]


def test_playing_again_is_one_request_for_everybody() -> None:
    """The same table, chairs rotated however they come in; who watched is told; two requests are one.

    Only who comes there looks on.
    """
    book = Playbook()
    book.arrives("Eve")
    for who in ("Ada", "Ben", "Cara"):
        book.fresh(who)
    book.begins("Ada", "Ben", "Cara", clock="live-20")
    book.says("Eve", Watch(1, 1, 0, b""))
    assert book.says("Ben", Rematch(1, 1)) == ["Ben < Refused not-over"]
    book.acts("Ben", Resign())
    book.acts("Cara", Resign())
    assert book.says("Eve", Rematch(1, 1)) == ["Eve < Refused no-chair"]
    assert book.says("Ben", Rematch(1, 1))[-1] == "Ada, Ben, Cara, Eve < Rematched 1 2"
    info = book.heard("Eve", TableChanged).table
    assert (info.title, info.seats, info.clock, info.host) == ("A table", 3, "live-20", book.key("Ben"))
    assert info.watchers == 0
    book.says("Eve", Watch(2, 2, 0, b""))
    assert book.heard("Eve", TableChanged).table.watchers == 1
    assert book.says("Cara", Rematch(2, 1)) == ["Cara < TableChanged 2 open", "Cara < Rematched 1 2"]
    for who in ("Ada", "Cara", "Ben"):
        book.fresh(who)
        book.sits(who, 2)
    names = [chair.name for chair in book.heard("Eve", TableChanged).table.chairs]
    assert names == ["Ben", "Cara", "Ada"]


def test_a_rematch_asks_for_the_bots_again() -> None:
    """As many as before, of the same levels."""
    book = seated("Ada", "Bots", seats=2)
    book.says("Bots", Leave(1, 1))
    book.hub.bots_key = book.key("Bots")
    book.says("Ada", SeatBot(2, 1, "greedy"))
    book.sits("Bots", keys=Vault(secret("Bots"), bytes(16), "Bot 1", bot=True).keys)
    book.says("Ada", Start(3, 1))
    book.acts("Ada", Resign())
    assert book.says("Ada", Rematch(4, 1))[-1] == "Bots < BotWanted 2 greedy"
    later = restarted(book)
    later.hub.bots_key = later.key("Bots")
    later.connects("Bots")
    assert later.hello("Bots")[-1] == "Bots < BotWanted 2 greedy"


@pytest.mark.parametrize("who", ["Ada", "Ben"])
def test_a_rematch_leads_to_the_same_table_after_a_restart(who: str) -> None:
    """Whoever asks: the table that was opened is still the one."""
    book = over("Ada", "Ben")
    book.says("Ada", Rematch(1, 1))
    later = restarted(book)
    later.arrives("Ada", "Ben")
    assert later.says(who, Rematch(1, 1))[-1] == f"{who} < Rematched 1 2"


def test_a_table_that_has_not_begun_outlasts_the_server() -> None:
    """Chairs, host, who is ready: all is there; who does not come back loses the chair after the grace."""
    book = seated("Ada", "Ben", "Cara")
    book.says("Ben", Ready(1, 1, ready=True))
    book.says("Ada", Hand(1, 1, book.key("Ben")))
    later = restarted(book, now=50.0)
    later.connects("Ben")
    assert later.hello("Ben") == ["Ben < Welcome", "Ben < TableChanged 1 open Ada Ben Cara"]
    info = later.heard("Ben", TableChanged).table
    assert info.host == book.key("Ben")
    assert [chair.ready for chair in info.chairs] == [False, True, False]
    later.waits(100)
    assert later.heard("Ben", TableChanged).table.chairs != ()
    later.waits(30)
    assert [chair.name for chair in later.heard("Ben", TableChanged).table.chairs] == ["Ben"]
    assert later.says("Ben", OpenTable(2, "toy", 2, (), "T"))[-1] == "Ben < TableChanged 2 open"
