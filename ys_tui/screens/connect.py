"""The start screen: who you are, and where you play."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Input, Static

from protocol.text import NAME_LENGTH, clean
from ys_tui import config
from ys_tui.client.berths import Running
from ys_tui.client.snapshot import Snapshot
from ys_tui.config import ConfigError, Host, Join, Plan, Solo
from ys_tui.emblem import emblem
from ys_tui.finding import remark, rules
from ys_tui.keymap import in_force
from ys_tui.lines import Line, Lines, style, wrap
from ys_tui.looks import UNICODE, Marks
from ys_tui.nearby import Found, Server
from ys_tui.resuming import going_on, typed, way_to
from ys_tui.screens.frame import Asked, Framed, Keys, link_trouble, sentence
from ys_tui.tutorial import TUTORIAL
from ys_tui.widgets.choices import Choices
from ys_tui.widgets.field import Field
from ys_tui.widgets.region import Region

_WAYS = (
    ("solo", "Play alone against three bots"),
    ("other", "Play alone at another table: seats, bots, options"),
    ("host", "Host: run a server here, others join"),
    ("join", "Join somebody's server"),
    ("tutorial", "Learn the game: a first round, explained"),
)
_ELSEWHERE: Final = (("g", "games", "your games"), (",", "settings", "settings"))
"""What leads elsewhere: the key, what it asks for, and its words."""
_FOUND: Final = "found "
"""How the key of a line begins that leads to a server that was found; its id follows."""
_GAME: Final = "game "
"""How the key of a line begins that leads to a running game; its number in the list follows."""
_TALL: Final = 30
"""Rows of a terminal from which on there is room for the emblem."""
_FORM: Final = 21
"""Rows of the bars and all that stands above the words; where these have no room they stand over its end."""
_NAMELESS: Final = "Type a name first: others see it at the table."
_NOBODY: Final = "no server was heard on this network so far"


class _Title(Region):
    """The question, and what leads elsewhere: a word of that can be clicked on."""

    hints: tuple[tuple[str, str], ...] = ()
    """What is asked for, and the words for it."""

    def on_click(self, event: Click) -> None:
        """Go where the word leads."""
        text = "".join(segment.text for line in self.lines for segment in line)
        for what, words in self.hints:
            if text.find(words) <= event.x < text.find(words) + len(words):
                self.post_message(Asked(what))


class ConnectScreen(Framed):
    """Name, the ways to play, the servers around, and the address of any other."""

    scope = "start"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "way('solo')", show=False),
        Binding("o", "way('other')", show=False),
        Binding("t", "way('tutorial')", show=False),
        Binding("h", "way('host')", show=False),
        Binding("j", "way('join')", show=False),
        Binding("g", "way('games')", show=False),
        Binding("n", "name", show=False),
        Binding("question_mark", "ask('help')", show=False),
        Binding("q", "ask('quit')", show=False),
        Binding("escape", "back", show=False),
    ]
    DEFAULT_CSS = """
    ConnectScreen .body { width: 60; }
    ConnectScreen Static { width: 100%; color: $foreground-muted; }
    ConnectScreen.-tall #emblem { margin-bottom: 1; }
    ConnectScreen Choices { margin: 1 0; max-height: 8; }
    ConnectScreen.-told .body { padding: 0 2; }
    ConnectScreen.-told Choices { margin: 0; }
    ConnectScreen.-told #words { dock: bottom; max-height: 100%; background: $background; }
    """

    width: ClassVar[int] = 60
    way_out = "quit"

    found: reactive[Found | None] = reactive(None, repaint=False)
    """The servers around; None where nothing is looked for."""

    running: reactive[tuple[Running, ...]] = reactive((), repaint=False)
    """The games of the player's that are on at servers: the first choices."""

    class Chosen(Message):
        """The player has said how to play, and under which name."""

        def __init__(self, plan: Plan, name: str) -> None:
            """Carry both."""
            super().__init__()
            self.plan, self.name = plan, name

    def __init__(
        self,
        snapshot: Snapshot,
        *,
        marks: Marks = UNICODE,
        name: str = "",
        before: Plan | None = None,
        found: Found | None = None,
        running: tuple[Running, ...] = (),
        is_doubtful: bool = False,
    ) -> None:
        """Propose `name` and `found` servers, and what was played `before`: its table alone, its address.

        Games that are `running` are offered first, and the address of the latest if there is none else.
        A `doubtful` address is one where nobody has answered: it is to be mended before it is tried again.
        """
        super().__init__(snapshot, marks=marks)
        self._proposed, self._before = name, before if isinstance(before, Solo) else Solo()
        self._address = typed(before.url) if isinstance(before, Join) else ""
        self._doubtful = self._address if is_doubtful else ""
        """The address that is not joined as it stands, "" for none."""
        self._word, self._role = "", "bad"
        """What went wrong, if anything did."""
        self.set_reactive(ConnectScreen.found, found)
        self.set_reactive(ConnectScreen.running, running)

    def body(self) -> ComposeResult:
        """Yield the ways, the two lines to type, and a word."""
        with Vertical(classes="body"):
            yield Region(id="emblem")
            yield _Title(id="title")
            yield Choices(*self._games(), *_WAYS, marks=self.marks)
            yield Static("Your name", markup=False)
            yield Field(self._proposed, id="name", max_length=NAME_LENGTH)
            yield Static("Server to join: host, host:port or ws://host:port", markup=False)
            yield Field(
                self._address or _latest(self.running),
                placeholder="harbour.example",
                id="server",
                max_length=200,
            )
            yield Region(id="words")

    def on_mount(self) -> None:
        """Let the keys go to the ways."""
        self.query_one(Choices).focus()

    def watch_found(self) -> None:
        """List the servers that are there now; the cursor stays where it is, if that is still there."""
        for choices in self.query(Choices):
            choices.offer(self._offers())

    def watch_running(self, before: tuple[Running, ...], running: tuple[Running, ...]) -> None:
        """Offer the games that are on; the cursor goes to the first unless it was moved."""
        for choices in self.query(Choices):
            is_moved = choices.highlighted != 0
            choices.offer(self._offers())
            if not is_moved:
                choices.highlighted = 0
        for address in self.query("#server").results(Input):
            if address.value in {"", _latest(before)}:
                address.value = self._address or _latest(running)

    def heading(self) -> str:
        """Return the title of the game."""
        return "the board game for the terminal"

    def keys(self) -> Keys:
        """Return the keys: letters work while no text is typed."""
        if isinstance(self.focused, Input):
            return (("enter", "go on"), ("tab", "next"), ("esc", "back to the list"), ("ctrl+q", "quit"))
        letters = (("s", "solo"), ("o", "other table"), ("t", "learn"), ("h", "host"), ("j", "join"))
        return (("enter", "choose"), *letters, ("tab", "next"), ("?", "help"), ("q", "quit"))

    def show(self) -> None:
        """Show what went wrong, if anything did."""
        tall = self.size.height >= _TALL
        self.query_one("#emblem", Region).lines = emblem(self.palette, self.marks, self.cells) if tall else ()
        self.set_class(tall, "-tall")
        title = self.query_one(_Title)
        title.hints = tuple(self._hints())
        hints = (sentence(f"   {words}", self.palette, "label")[0] for _, words in title.hints)
        title.lines = ((*sentence("How do you want to play?", self.palette, bold=True), *hints),)
        words = self._words()
        self.query_one("#words", Region).lines = words
        self.set_class(bool(words) and not tall and len(words) > self.size.height - _FORM, "-told")
        self.watch_found()

    def propose(self, name: str) -> None:
        """Propose `name` from now on."""
        self._proposed = name
        self.query_one("#name", Input).value = name

    def welcome(self) -> None:
        """Offer the tutorial to somebody who has never been here."""
        choices = self.query_one(Choices)
        choices.highlighted = choices.get_option_index("tutorial")
        words = "New here? {start:Enter} begins the tutorial; the {start:arrows} lead to everything else."
        self.say(self.named(words), "key")

    def say(self, word: str, role: str = "bad") -> None:
        """Show `word` below everything: what went wrong and what to do, or, in another colour, a hint."""
        self._word, self._role = word, role
        self.refresh_all()

    def on_option_list_option_selected(self, message: Choices.OptionSelected) -> None:
        """Go the way that was chosen."""
        self.action_way(message.option_id or "")

    def on_input_changed(self, message: Input.Changed) -> None:
        """Ask for a name no longer once there is one."""
        if message.input.id == "name" and message.value.strip() and self._word == _NAMELESS:
            self.say("")

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Join from the address; go on to the ways from the name."""
        if message.input.id == "server":
            self._join(message.value)
        else:
            self.query_one(Choices).focus()

    def action_way(self, way: str) -> None:
        """Play that way; joining needs an address first, another table its form."""
        if way.startswith(_GAME):
            self._choose(way_to(self.running[int(way.removeprefix(_GAME))]))
        elif way.startswith(_FOUND):
            self._join_found(way.removeprefix(_FOUND))
        elif way in {"games", "settings"}:
            self.ask(way)
        elif way == "other":
            from ys_tui.screens.forms import NewSolo  # noqa: PLC0415  # most play at the usual table

            self.app.push_screen(NewSolo(self._before, marks=self.marks), self._alone)
        elif way == "join":
            address = self.query_one("#server", Input)
            if address.value.strip() not in {"", self._doubtful}:
                self._join(address.value)
            else:
                address.focus()
        else:
            self._choose({"solo": Solo(), "tutorial": TUTORIAL}.get(way, Host()))

    def action_name(self) -> None:
        """Let the keys go to the name."""
        self.query_one("#name", Input).focus()

    def action_back(self) -> None:
        """Let the keys go to the ways."""
        self.query_one(Choices).focus()

    def _alone(self, plan: Solo | None) -> None:
        if plan is not None:
            self._before = plan
            self._choose(plan)

    def _join(self, typed: str) -> None:
        try:
            self._choose(Join(config.address(typed)))
        except ConfigError as error:
            self.say(str(error))

    def _join_found(self, name: str) -> None:
        """Join the server with this id where it is now."""
        for server in self._servers:
            if server.id == name and server.fits(rules()):
                self._join(server.typed)
            elif server.id == name:
                self.say(f"{server.name} runs another version of Ys: both sides need the same.")

    @property
    def _servers(self) -> tuple[Server, ...]:
        return self.found.servers if self.found is not None else ()

    def _games(self) -> Iterator[tuple[str, str]]:
        """Yield the running games, each with its key."""
        for number, game in enumerate(self.running):
            yield f"{_GAME}{number}", going_on(game)

    def _offers(self) -> Iterator[tuple[str, Line]]:
        """Yield the lines of the list: running games, the ways, the servers around or why there are none."""
        for key, words in self._games():
            yield key, sentence(words, self.palette, "key")
        for key, words in _WAYS:
            yield key, sentence(words, self.palette)
        for server in self._servers:
            yield _FOUND + server.id, self._offer(server)
        if self.found is not None and not self.found.servers:
            why = self.found.problem or _NOBODY
            yield "", sentence(f"  {why[0].upper()}{why[1:]}.", self.palette, "dim")

    def _hints(self) -> Iterator[tuple[str, str]]:
        """Yield what leads elsewhere: what is asked for, and the key with a word or two."""
        keymap, typing = in_force(self.app), self.typing()
        for key, what, words in _ELSEWHERE:
            yield what, f"{keymap.shown(key, typing)}: {words}"

    def _offer(self, server: Server) -> Line:
        dim = style(self.palette.dim, self.palette.night)
        facts = (server.typed, remark(server))
        return (
            *sentence(f"Join {server.name}", self.palette),
            *(Segment(f"  {fact}", dim) for fact in facts if fact),
        )

    def _choose(self, plan: Plan) -> None:
        name = clean(self.query_one("#name", Input).value, NAME_LENGTH)
        try:
            config.check_name(name, self._proposed)
        except ConfigError as error:
            self.action_name()
            self.say(str(error))
            return
        if name:
            self.say("")
            self.post_message(self.Chosen(plan, name))
        else:
            self.action_name()
            self.say(_NAMELESS)

    def _words(self) -> Lines:
        said = (sentence(self._word, self.palette, self._role),) if self._word else ()
        lines = (*said, *link_trouble(self.snapshot, self.palette))
        return tuple(part for line in lines for part in wrap(line, self.cells))


def _latest(running: Sequence[Running]) -> str:
    """Return the address of somebody else's server that was heard of last, "" for none."""
    return next((typed(game.address) for game in running if not game.is_own), "")
