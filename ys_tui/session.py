"""One run of the client without its pixels: profile, own server if any, and the thread below the screens.

What speaks to servers takes long to load; it is imported when it is first needed, in `attach`.
"""

from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Self

from protocol.games import GAMES
from ys_tui import config, hosting
from ys_tui.client.berths import Berths, Running
from ys_tui.client.keyring import Keyring
from ys_tui.config import Host, Join, Plan, Settings, Solo
from ys_tui.hosting import Hosted
from ys_tui.preferences import Preferences
from ys_tui.restarting import Restarter, Told
from ys_tui.throwaway import Throwaway
from ys_tui.tutorial import Tutorial

if TYPE_CHECKING:
    from ys_tui.belongings import Belongings
    from ys_tui.client.link import Delays
    from ys_tui.client.store import Store
    from ys_tui.client.thread import ClientThread


class Session:
    """Everything that has to be ended when the client ends; use it in a `with`."""

    def __init__(self, settings: Settings, delays: "Delays | None" = None) -> None:
        """Open the profile, or a throw-away one for a seed; raise KeyringError when that cannot be."""
        self.settings = settings
        self.hosted: Hosted | None = None
        """The server of our own, once it was started; the restarter knows the one that came after it."""
        self.restarter: Restarter | None = None
        """Who starts it anew, once it was reached."""
        plan = settings.plan
        seed = plan.seed if isinstance(plan, Solo) and not isinstance(plan, Tutorial) else None
        self._keyring: Keyring | None = None
        self._scratch: Throwaway | None = None
        """The folder in place of a profile's, for a seed."""
        self._lesson: Throwaway | None = None
        """The folder of a tutorial's server."""
        if seed is None:
            self.folder = config.folder(settings.profile)
            """Where the files of the profile lie."""
            self._keyring = Keyring(self.folder)
        else:
            self._scratch = Throwaway()
            self.folder = self._scratch.path
        self._seed = seed
        self._own: Belongings | None = None
        """What the player has at servers, from `attach` on."""
        self._taught: Belongings | None = None
        """What the player of a tutorial has, while the server of our own is that of one."""
        self._is_alone = False
        """Whether the server of our own, if there is one, is that of a game alone."""
        self.preferences = Preferences(self.folder / config.PREFERENCES if self._scratch is None else None)
        """What was set while playing."""
        self.name = config.own_name(settings.name, self._remembered)
        """What others see, unless the start screen changes it."""
        self._delays = delays
        self.client: ClientThread | None = None
        """Below the screens, once it was attached."""

    @property
    def greeting(self) -> str:
        """What is said about the identity file when it was just made, else ""."""
        return self._keyring.greeting if self._keyring is not None and self._keyring.is_new else ""

    @property
    def _remembered(self) -> str:
        """The name used last; before there is one, a profile of one's own says who plays."""
        own = self.settings.profile if self.settings.profile != config.PROFILE else ""
        return (self._keyring.name if self._keyring is not None else "") or own

    @property
    def running(self) -> tuple[Running, ...]:
        """The games of the profile that are on at servers, as it has heard last; read from its file.

        Before `attach` none is known.
        """
        return self._own.berths.games if self._own is not None else ()

    def begin(self) -> None:
        """Start the server that the command line asks for: it gets ready while the screens are loaded."""
        if isinstance(self.settings.plan, Solo | Host):
            self.host(self.settings.plan)

    def host(self, plan: Solo | Host) -> Hosted:
        """Return the server of our own that `plan` needs, started; another one is ended."""
        self._end_server()
        self._is_alone, self._taught = isinstance(plan, Solo), None
        if isinstance(plan, Tutorial):
            from ys_tui.belongings import of_seed  # noqa: PLC0415

            self._lesson, self._taught = Throwaway(), of_seed(plan.seed or 0)
            self.hosted = hosting.solo(self._lesson.path, plan.seed)
        elif isinstance(plan, Solo):
            self.hosted = hosting.solo(self.folder, plan.seed)
        else:
            self.hosted = hosting.public(self.folder, plan.port, self._announcement(plan))
        return self.hosted

    def keep(self, told: Told) -> None:
        """Start our own server anew from now on when it ends by itself: `told` hears where it is then."""
        assert self.hosted is not None
        self.restarter = Restarter(self.hosted, told)
        self.restarter.start()

    def attach(self, ring: Callable[[], None]) -> "ClientThread":
        """Return the client's thread, running; it rings when there is news."""
        from ys_tui.belongings import of_profile, of_seed  # noqa: PLC0415
        from ys_tui.client.link import jittered  # noqa: PLC0415
        from ys_tui.client.thread import ClientThread  # noqa: PLC0415

        if self._keyring is not None:
            self._own = of_profile(self.folder, self._keyring)
        else:
            assert self._seed is not None
            self._own = of_seed(self._seed)
        self.client = ClientThread(self._store, ring, self._delays or jittered)
        self.client.start()
        return self.client

    def remember(self, name: str) -> None:
        """Offer `name` again at the next start."""
        self.name = name
        if self._keyring is not None:
            self._keyring.remember_name(name)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End everything; once more does no harm."""
        if self.client is not None:
            self.client.stop()
        self._end_server()
        if self._scratch is not None:
            self._scratch.cleanup()

    def _announcement(self, plan: Host) -> tuple[str, ...]:
        """Return how the server is announced; the login name is not told to anybody unasked."""
        if not plan.is_announced or self.settings.lan is None:
            return ()
        is_chosen = bool(self.settings.name or self._remembered)
        return hosting.announcement(self.name if is_chosen else "", self.settings.lan)

    def _end_server(self) -> None:
        if self.restarter is not None:
            self.restarter.stop()
            self.restarter = None
        if self.hosted is not None:
            self.hosted.stop()
        if self._lesson is not None:
            self._lesson.cleanup()

    def _is_private(self, server: str) -> bool:
        """Tell whether that is the server of a game alone: it is there only while we are."""
        return self._is_alone and self.hosted is not None and server == self.hosted.local()

    def _berths(self, berths: Berths, server: str) -> Berths:
        is_own = self.hosted is not None and server == self.hosted.local()
        return berths.of_own() if is_own else berths

    def _store(self, server: str, name: str) -> "Store":
        from ys_tui.client.store import Store  # noqa: PLC0415

        is_private = self._is_private(server)
        own = (self._taught if is_private else None) or self._own
        assert own is not None
        return Store(
            own.identity,
            name,
            notes=own.notes,
            entropy=own.entropy,
            games=GAMES,
            server=server,
            people=own.people,
            muted=own.muted,
            berths=Berths() if is_private else self._berths(own.berths, server),
            logs=own.logs,
            shelf=own.shelf,
        )


def url_of(plan: Plan, hosted: Hosted | None) -> str:
    """Return the address to connect to; waits for our own server, and raises HostingError when it fails."""
    if isinstance(plan, Join):
        return plan.url
    assert hosted is not None
    return hosted.local()
