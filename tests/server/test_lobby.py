"""Dialogues about tables that have not begun: open, sit, bots, leave, start, and what time brings."""

import pytest
from msgspec.structs import replace

from protocol.game import combinations
from protocol.games.ys.game import YS
from protocol.messages import Leave, Lobby, OpenTable, Refused, SeatBot, Sit, Start, Watch
from protocol.vault import Vault
from tests.support.driver import secret
from tests.support.playbook import Playbook, killed
from ys_server.limits import Limits


def opened(*names: str, seats: int = 2, limits: Limits | None = None) -> Playbook:
    """Return a dialogue in which these people are here and the first has opened table 1."""
    book = Playbook(limits=limits)
    book.arrives(*names)
    book.says(names[0], OpenTable(1, "toy", seats, (), "A table"))
    return book


def test_from_an_open_table_to_a_game() -> None:
    """Open, sit, sit, start: everybody is told, the setup is saved before anybody hears of it."""
    book = Playbook()
    book.arrives("Ada", "Ben")
    assert book.says("Ada", OpenTable(1, "toy", 2, (), "A table")) == [
        "save Opened",
        "save Known",
        "save Arranged",
        "Ada < TableChanged 1 open",
    ]
    assert book.sits("Ada") == ["save Arranged", "Ada < TableChanged 1 open Ada"]
    assert book.sits("Ben") == ["save Known", "save Arranged", "Ada, Ben < TableChanged 1 open Ada Ben"]
    assert book.says("Ada", Start(3, 1)) == [
        "save Begun",
        "Ada, Ben < Began",
        "Ada, Ben < TableChanged 1 playing Ada Ben",
        "Ada, Ben < Waiting 0:180 1:180",
    ]


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (OpenTable(1, "chess", 2, (), "T"), "no-such-game"),
        (OpenTable(1, "toy", 8, (), "T"), "wrong-seats"),
        (OpenTable(1, "toy", 2, ("blind",), "T"), "wrong-options"),
        (Leave(1, 1), "no-such-table"),
        (Start(1, 1), "no-such-table"),
        (SeatBot(1, 1, "random"), "no-such-table"),
        (Watch(1, 1, 0, b""), "no-such-table"),
    ],
)
def test_what_cannot_be_is_refused(request_: OpenTable | Leave | Start | SeatBot | Watch, code: str) -> None:
    """Each refusal has its code, and no table comes of it."""
    book = Playbook()
    book.arrives("Ada")
    assert book.says("Ada", request_) == [f"Ada < Refused {code}"]
    assert book.saved == []


@pytest.mark.parametrize(
    ("seats", "options", "code", "words"),
    [
        (5, (), "wrong-seats", "Ys is for 2 or 3 or 4 seats, not 5 (R1)"),
        *(
            (seats, (option.key,), "wrong-options", f"{option.otherwise.rstrip('.')} ({option.rule})")
            for option in YS.options
            for seats in YS.tables
            if seats not in option.seats
        ),
        (4, ("ghost",), "wrong-options", "Ys has no option ghost"),
        (3, tuple(reversed([option.key for option in YS.options])), "wrong-options", "in the order"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_its_reason(
    seats: int, options: tuple[str, ...], code: str, words: str
) -> None:
    """Whoever asks for what the rules do not allow hears the rule's own sentence; no table comes of it."""
    book = Playbook(game=YS)
    book.arrives("Ada")
    assert book.says("Ada", OpenTable(1, "ys", seats, options, "T")) == [f"Ada < Refused {code}"]
    (refused,) = book.last["Ada"]
    assert isinstance(refused, Refused)
    assert words in refused.detail
    assert book.saved == []


@pytest.mark.parametrize(("seats", "options"), combinations(YS))
def test_options_survive_start_and_restart(seats: int, options: tuple[str, ...]) -> None:
    """Open, playing and after a restart, the list has the table with its options, and so has the setup."""

    def listed(who: str, book: Playbook) -> tuple[str, int, tuple[str, ...]]:
        (lobby,) = (message for message in book.last[who] if isinstance(message, Lobby))
        (info,) = lobby.tables
        return info.stage, info.seats, info.options

    names = ("Ada", "Ben", "Cara", "Dan")[:seats]
    book = Playbook(game=YS)
    book.begins(*names, options=options)
    for who in names:
        book.acts(who)
    book.arrives("Eve")
    assert listed("Eve", book) == ("playing", seats, options)
    assert book.match is not None
    later = Playbook(game=YS, store=killed(book, len(book.match.log)))
    assert later.complaints == []
    later.arrives("Eve")
    assert listed("Eve", later) == ("playing", seats, options)
    later.says("Eve", Watch(1, 1, 0, b""))
    assert later.match is not None
    assert later.match.setup == book.match.setup
    assert later.match.setup.options == options
    assert later.match.chain == book.match.chain


def test_options_of_an_open_table_are_listed() -> None:
    """Who comes later reads before sitting down what the table plays."""
    option = YS.options[-1]
    book = Playbook(game=YS)
    book.arrives("Ada")
    book.says("Ada", OpenTable(1, "ys", 2, (option.key,), "Duel"))
    book.arrives("Ben")
    (lobby,) = (message for message in book.last["Ben"] if isinstance(message, Lobby))
    assert [(table.stage, table.options) for table in lobby.tables] == [("open", (option.key,))]


def test_a_chair_is_for_the_one_who_asks() -> None:
    """Another's key, another name, a bot's flag, an old nonce, a useless box key: each has its refusal."""
    book = opened("Ada", "Ben")
    mine = book.vault("Ada").keys
    assert book.sits("Ada", keys=book.vault("Ben").keys) == ["Ada < Refused not-your-key"]
    assert book.sits("Ada", keys=replace(mine, name="Eve")) == ["Ada < Refused not-your-name"]
    assert book.sits("Ada", keys=replace(mine, bot=True)) == ["Ada < Refused bot-flag"]
    assert book.sits("Ada", keys=replace(mine, box=bytes(32))) == ["Ada < Refused bad-keys"]
    assert book.sits("Ada")[-1] == "Ada < TableChanged 1 open Ada"
    assert book.sits("Ben", keys=replace(book.vault("Ben").keys, nonce=mine.nonce)) == [
        "Ben < Refused old-nonce"
    ]


def test_one_chair_a_person() -> None:
    """A second chair is refused, and so is one at a full table."""
    book = opened("Ada", "Ben", "Cara")
    book.sits("Ada")
    again = replace(book.vault("Ada").keys, nonce=bytes(16))
    assert book.sits("Ada", keys=again) == ["Ada < Refused sits-already"]
    book.sits("Ben")
    assert book.sits("Cara") == ["Cara < Refused full"]


def test_only_the_host_starts_and_only_a_full_table() -> None:
    """Nobody else begins a game, and nobody begins it twice or sits down later."""
    book = opened("Ada", "Ben", "Cara")
    book.sits("Ada")
    assert book.says("Ada", Start(2, 1)) == ["Ada < Refused not-full"]
    book.sits("Ben")
    assert book.says("Ben", Start(2, 1)) == ["Ben < Refused not-host"]
    book.says("Ada", Start(3, 1))
    assert book.says("Ada", Start(4, 1)) == ["Ada < Refused begun"]
    assert book.sits("Cara") == ["Cara < Refused begun"]


def test_leaving_frees_the_chair_and_hands_the_host_on() -> None:
    """The next person hosts; when nobody is left the table goes away."""
    book = opened("Ada", "Ben")
    book.sits("Ada")
    book.sits("Ben")
    assert book.says("Ada", Leave(5, 1))[-1] == "Ben < TableChanged 1 open Ben"
    assert book.says("Ada", Start(6, 1)) == ["Ada < Refused not-host"]
    assert book.says("Ben", Leave(7, 1)) == ["save Cleared", "Ben < TableGone 1"]
    assert book.sits("Ada") == ["Ada < Refused no-such-table"]


def test_who_is_gone_for_long_loses_the_chair() -> None:
    """A short absence is shown, a long one frees the chair and hands the host on; at last the table goes."""
    book = opened("Ada", "Ben", "Cara", limits=Limits(grace_seconds=60))
    book.sits("Ada")
    book.sits("Ben")
    book.goes("Ada")
    assert "Ben < TableChanged 1 open Ada Ben" in book.waits(1)
    assert book.waits(39) == []
    book.says("Cara", Watch(5, 1, 0, b""))
    book.goes("Ben")
    assert book.waits(25) == [
        "save Spoken",
        "Cara < Said server: Ada was away for a minute: the chair is free.",
        "save Arranged",
        "Cara < TableChanged 1 open Ben",
        "Cara < LobbyChanged 1-open -Ben",
    ]
    assert book.waits(40)[1:] == [
        "Cara < Said server: Ben was away for a minute: the chair is free.",
        "save Cleared",
        "Cara < TableGone 1",
        "Cara < LobbyChanged -1",
    ]


def test_coming_back_in_time_keeps_the_chair() -> None:
    """A reconnect within the grace costs nothing."""
    book = opened("Ada", "Ben", limits=Limits(grace_seconds=60))
    book.sits("Ada")
    book.goes("Ada")
    book.waits(50)
    book.arrives("Ada")
    assert book.waits(50)[0] == "Ada < TableChanged 1 open Ada"
    assert book.waits(500) == []


def test_numbers_of_tables_are_limited_per_person_and_in_all() -> None:
    """Both refusals name their limit."""
    book = opened("Ada", "Ben", "Cara", limits=Limits(tables_per_person=1, tables=2))
    assert book.says("Ada", OpenTable(2, "toy", 2, (), "T")) == ["Ada < Refused too-many-tables"]
    book.says("Ben", OpenTable(3, "toy", 2, (), "T"))
    assert book.says("Cara", OpenTable(4, "toy", 2, (), "T")) == ["Cara < Refused too-many-tables"]


def test_a_bot_is_invited_by_the_host_and_sits_with_the_bots_key() -> None:
    """The host asks, the bots hear, the bot sits under a name of its own; nobody else can."""
    book = opened("Ada", "Ben", "Bots", seats=4)
    assert book.says("Ada", SeatBot(2, 1, "greedy")) == ["Ada < Refused no-bots"]
    book.hub.bots_key = book.key("Bots")
    assert book.says("Ben", SeatBot(2, 1, "greedy")) == ["Ben < Refused not-host"]
    assert book.says("Ada", SeatBot(2, 1, "genius")) == ["Ada < Refused no-such-level"]
    bot = Vault(secret("Bots"), bytes(16), "Bot 1", bot=True).keys
    assert book.sits("Bots", keys=bot) == ["Bots < Refused not-invited"]
    assert book.says("Ada", SeatBot(3, 1, "greedy")) == [
        "save Arranged",
        "Bots < TableChanged 1 open",
        "Bots < BotWanted 1 greedy",
    ]
    assert book.sits("Bots", keys=replace(bot, bot=False)) == ["Bots < Refused bot-flag"]
    assert book.sits("Bots", keys=bot)[-1] == "Ada, Bots < TableChanged 1 open Bot 1"
    book.says("Ada", SeatBot(4, 1, "random"))
    second = replace(bot, nonce=bytes([1] * 16))
    assert book.sits("Bots", keys=second) == ["Bots < Refused name-taken"]
    assert book.sits("Bots", keys=replace(second, name="Bot 2"))[-1] == (
        "Ada, Bots < TableChanged 1 open Bot 1 Bot 2"
    )


def test_bots_that_come_back_hear_of_the_chairs_that_wait() -> None:
    """An invitation outlives the connection of the bots."""
    book = opened("Ada", "Bots")
    book.hub.bots_key = book.key("Bots")
    book.says("Ada", SeatBot(2, 1, "greedy"))
    book.goes("Bots")
    book.connects("Bots 2")
    assert book.hello("Bots 2")[-1] == "Bots 2 < BotWanted 1 greedy"


@pytest.mark.parametrize("first", ["Ada", "Bots"])
def test_the_bots_take_no_name_away(first: str) -> None:
    """A person who is called as their connection is may come before or after it."""
    book = Playbook()
    book.hub.bots_key = book.key("Bots")
    for who in dict.fromkeys((first, "Ada", "Bots")):
        book.connects(who)
        assert "Bye" not in "".join(book.hello(who, "Dahut"))


def test_the_bots_are_nobody_who_is_here() -> None:
    """Their connection is no person: nobody hears that it comes or goes, and no list has it."""
    book = opened("Ada")
    book.hub.bots_key = book.key("Bots")
    book.waits(1)
    book.arrives("Bots", is_looking=False)
    assert book.waits(1) == []
    assert book.looks("Ada")[0] == "Ada < Lobby 1-open Ada"
    book.goes("Bots")
    assert book.waits(1) == []
    book.arrives("Ben", is_looking=False)
    assert book.waits(1) == ["Ada < LobbyChanged +Ben"]


def test_no_more_bots_than_chairs() -> None:
    """Chairs kept for bots count; a person may still take one of them."""
    book = opened("Ada", "Ben", "Bots", seats=2)
    book.hub.bots_key = book.key("Bots")
    book.says("Ada", SeatBot(2, 1, "greedy"))
    book.says("Ada", SeatBot(3, 1, "greedy"))
    assert book.says("Ada", SeatBot(4, 1, "greedy")) == ["Ada < Refused full"]
    book.sits("Ada")
    book.sits("Ben")
    bot = Vault(secret("Bots"), bytes(16), "Bot 1", bot=True).keys
    assert book.sits("Bots", keys=bot) == ["Bots < Refused not-invited"]


def test_watching_an_open_table_waits_for_its_beginning() -> None:
    """Somebody without a chair is told of the start as well."""
    book = opened("Ada", "Ben", "Cara")
    assert book.says("Cara", Watch(1, 1, 0, b"")) == ["Cara < TableChanged 1 open"]
    assert book.says("Cara", Watch(1, 1, 3, bytes(32))) == ["Cara < Refused not-begun"]
    book.sits("Ada")
    book.sits("Ben")
    assert "Ada, Cara, Ben < Began" in book.says("Ada", Start(3, 1))


def test_a_nonce_from_before_the_restart_is_old_too() -> None:
    """What was saved of earlier games counts."""
    book = Playbook()
    book.begins("Ada", "Ben")
    nonce = book.vault("Ada").keys.nonce
    book.says("Ben", OpenTable(5, "toy", 2, (), "T"))
    keys = replace(book.vault("Ada").keys, nonce=nonce)
    assert book.says("Ada", Sit(6, 2, keys)) == ["Ada < Refused old-nonce"]


def test_a_nonce_of_a_chair_that_was_left_is_forgotten() -> None:
    """No game began with it: sitting down and leaving again and again costs the server no memory."""
    book = opened("Ada", "Ben")
    for _ in range(3):
        book.sits("Ben")
        book.says("Ben", Leave(9, 1))
    assert not book.hub._lobby.nonces
