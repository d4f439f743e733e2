"""A step of a count as it is drawn: the board as it was then, and lines in place of the hand. Pure."""

from collections.abc import Collection, Sequence
from itertools import groupby
from typing import Final

from rich.segment import Segment

from protocol.game import Seat
from protocol.games.ys import events
from protocol.games.ys.board import COLUMN_OF, LINE_OF, THRONE, Spot
from protocol.games.ys.layout import Layout
from protocol.games.ys.phases.market import SPOTS as SQUARES
from protocol.games.ys.ranking import ranked, strengths
from protocol.games.ys.state import Phase, State, layout_of
from ys_tui.games.ys.draw import BOARD_WIDTH, Scene, gem_chip, paint
from ys_tui.games.ys.steps import Step, place_of
from ys_tui.games.ys.telling import moved_by, told
from ys_tui.games.ys.words import Phrase, card_name, gem_names, phase_name, place_name
from ys_tui.lines import Line, Lines, fit, place, style, width, wrap

ROWS: Final = 5


def scene_of_step(step: Step, now: Scene) -> Scene:
    """Return what the board shows at `step`: nothing is aimed at, its places and whoever won are lit."""
    winners = tuple(each.seat for each in step.events if isinstance(each, events.Gained | events.CardWon))
    return Scene(
        view=step.view,
        palette=now.palette,
        marks=now.marks,
        lit=frozenset(map(place_of, step.events)),
        awaited=tuple(dict.fromkeys(winners)),
        away=now.away,
        people=now.people,
    )


def lines_of(
    steps: Sequence[Step],
    shown: int,
    scene: Scene,
    word: str = "",
    call: str = "",
    *,
    cells: int = BOARD_WIDTH,
) -> Lines:
    """Return the lines below the players with the first `shown` steps, the latest at the bottom.

    Above them stands what is counted; a `word` to the player takes the place of the last line, else the
    `call` that a question waits.
    """
    palette, players = scene.palette, scene.names
    fixed = layout_of(scene.state)
    night = style(palette.text, palette.night)
    room = ROWS - 1 - bool(word or call)
    body: Lines = ()
    for step in reversed(_of_this_place(steps[:shown])):
        colour = palette.label if body else palette.bright
        phrase = paint(_phrase(step, fixed), players, palette, scene.marks, palette.night, colour=colour)
        wrapped = wrap(phrase, cells - 2, indent=2)
        if body and len(wrapped) + len(body) > room:
            break
        body = (*wrapped[:room], *body)
    body += ((),) * (room - len(body))
    if word:
        body += ((Segment(f"! {word}", style(palette.bad, palette.night, bold=True)),),)
    elif call:
        body += ((Segment(call, style(palette.key, palette.night, bold=True)),),)
    blank = Segment(" ", night)
    head = _heading(scene, f"{shown}/{len(steps)}", cells)
    return (head, *(fit((blank, *line), cells, night) for line in body))


def _of_this_place(steps: Sequence[Step]) -> Sequence[Step]:
    """Return the steps since the last count began, without that: the heading says so."""
    for number in reversed(range(len(steps))):
        first = steps[number].events[0]
        if isinstance(first, events.CountBegan):
            return steps[number + 1 :]
        is_opened = isinstance(first, events.Revealed) and first.spot == THRONE
        if is_opened or (isinstance(first, events.ColourScored) and first.rank == 1):
            return steps[number:]
    return steps


def _heading(scene: Scene, progress: str, cells: int) -> Line:
    """Return what is counted, with the gems and the card that are still there, and how far the count is."""
    palette, state = scene.palette, scene.state
    bar, key = style(palette.text, palette.bar), style(palette.key, palette.bar, bold=True)
    title, card = phase_name(state), ""
    gems: tuple[str, ...] = ()
    if state.phase is Phase.CITY:
        title = f"Counting neighborhood {state.area}"
        gems, card = state.ports[state.area - 1], state.palaces[state.area - 1]
    elif state.phase is Phase.MARKET:
        title, gems = "Counting the market", tuple(gem for gem in state.market if gem)
    elif state.phase is Phase.THRONE:
        title = "Opening the throne room"
    elif state.phase is Phase.OVER:
        title = "The final count"
    gap = [Segment("  ", key)] if gems else []
    parts: list[Segment] = [Segment(f" ▸{title}", key), *gap, *(gem_chip(scene, gem) for gem in gems)]
    if card:
        parts.append(Segment(f"  {card_name(card)}", style(palette.character, palette.bar)))
    paced = Segment(progress, style(palette.label, palette.bar))
    return place(((0, parts), (cells - width((paced,)) - 1, (paced,))), cells, bar)


def _phrase(step: Step, fixed: Layout) -> Phrase:
    """Return a step in words: what is of a kind together, and no place named twice."""
    happened = step.events
    turned = [each for each in happened if isinstance(each, events.Revealed)]
    if turned:
        return _turned(turned, step.view.state)
    gems = [each for each in happened if isinstance(each, events.Gained)]
    if len(gems) == len(happened) > 1:
        names = gem_names(tuple(f"{each.was} as {each.what}" if each.was else each.what for each in gems))
        return (gems[0].seat, f" takes {names} ({place_name(gems[0].why)}).")
    if isinstance(happened[0], events.Priced) and happened[0].why == "majority":
        return moved_by(_majority(step.view.state), happened[0])
    pairs = zip(happened, (None, *happened), strict=False)
    first, *others = (told(event, before, fixed) for event, before in pairs)
    where = place_name(place_of(happened[0]))
    return (*first, *(part for phrase in others for part in (" ", *_shortened(phrase, where))))


def _majority(state: State) -> Seat:
    """Return who has the best total in the market, all of whose brokers lie open (R46)."""
    return ranked(state, strengths(state, COLUMN_OF))[0].seat


def _turned(turned: Sequence[events.Revealed], state: State) -> Phrase:
    """Return which brokers were turned over together, by seat, and what everybody has there with them."""
    line = LINE_OF.get(turned[0].spot)
    name = place_name(turned[0].spot) if line is None else f"market line {line}"
    parts: list[str | Seat] = [f"{name[:1].upper()}{name[1:]} turned over: "]
    by_seat = groupby(sorted(turned, key=lambda each: each.seat), key=lambda each: each.seat)
    for number, (seat, its) in enumerate(by_seat):
        parts += [*([", "] * bool(number)), seat, f" {' '.join(str(each.value) for each in its)}"]
    return (*parts, ".", *_sums(state, {turned[0].spot} if line is None else SQUARES[line]))


def _sums(state: State, spots: Collection[Spot]) -> Phrase:
    """Return what everybody has at `spots`, the most first; nothing where single brokers say it."""
    there = [broker for broker in state.brokers if broker.spot in spots]
    is_closed = any(broker.value is None for broker in there)
    if is_closed or len({broker.owner for broker in there}) == len(there):
        return ()
    sums = sorted(strengths(state, spots).items(), key=lambda each: (-each[1], each[0]))
    parts = tuple(part for seat, total in sums for part in (", ", seat, f" {total}"))
    return (" Sums: ", *parts[1:], ".")


def _shortened(phrase: Phrase, where: str) -> Phrase:
    """Return a phrase without the place at its end, if that is `where`."""
    last, end = phrase[-1], f" ({where})."
    if isinstance(last, str) and last.endswith(end):
        return (*phrase[:-1], f"{last.removesuffix(end)}.")
    return phrase
