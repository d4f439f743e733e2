"""From what was typed to an answer: words in a row or one after the other, each in full or begun. Pure."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from protocol.text import clean
from ys_tui.spoken import Answer, Word

_LISTED: Final = 6
"""Words that a refusal names, at most."""

_QUOTED: Final = 40
"""Letters of what was typed that a refusal repeats, at most."""


class Refused(Exception):
    """What was typed cannot be done; the sentence says why. Nothing has changed."""

    code = "refused"


def number(typed: str) -> int | None:
    """Return the whole number that was typed in plain figures, None for anything else."""
    try:
        return int(typed) if typed.isdecimal() else None
    except ValueError:  # more figures than Python reads
        return None


class Chosen(Struct, frozen=True):
    """Where what was typed has led: the words so far, and the answer once they are whole."""

    words: tuple[Word, ...]
    answer: Answer | None = None


class _Way(Struct, frozen=True):
    """One reading of what was typed."""

    words: tuple[Word, ...]
    answers: tuple[Answer, ...]
    begun: int
    """Words of which letters were left out: of several readings the one with the fewest is meant."""


def choose(typed: str, before: Sequence[Word], answers: Sequence[Answer]) -> Chosen:
    """Return where `typed` leads from the words `before`, or raise Refused.

    It may answer anew from the beginning as well.
    """
    tokens = tuple(typed.lower().replace(",", " ").split())
    starts = (tuple(before), ()) if before else ((),)
    for start in starts:
        rest = tuple(each for each in answers if each.words[: len(start)] == start)
        ways = tuple(_ways(tokens, start, rest))
        if ways:
            return _only(typed, ways)
    offered = following(before, answers)
    shown = ", ".join(word.typed[0] for word in offered[:_LISTED])
    more = ", …" if len(offered) > _LISTED else ""
    raise Refused(f"{clean(typed, _QUOTED)!r} is no answer here. Type one of: {shown}{more}.")


def following(before: Sequence[Word], answers: Sequence[Answer]) -> tuple[Word, ...]:
    """Return the words that may come after those `before`, each once."""
    count = len(before)
    found = (each.words[count] for each in answers if each.words[:count] == tuple(before))
    return tuple(dict.fromkeys(found))


def _only(typed: str, ways: Sequence[_Way]) -> Chosen:
    """Return what is meant, or raise Refused where it may be several things."""
    fewest = min(way.begun for way in ways)
    best = [way for way in ways if way.begun == fewest]
    if len(best) > 1:
        meant = " or ".join(" ".join(word.typed[0] for word in way.words) for way in best[:_LISTED])
        more = f" or one of {len(best) - _LISTED} more" if len(best) > _LISTED else ""
        raise Refused(f"{clean(typed, _QUOTED)!r} may mean {meant}{more}.")
    (way,) = best
    whole = [answer for answer in way.answers if answer.words == way.words]
    return Chosen(way.words, whole[0] if whole else None)


def _ways(tokens: tuple[str, ...], before: tuple[Word, ...], answers: tuple[Answer, ...]) -> Iterator[_Way]:
    """Yield every reading of `tokens` after the words `before`."""
    count = len(before)
    groups: dict[Word, list[Answer]] = {}
    for answer in answers:
        if len(answer.words) > count:
            groups.setdefault(answer.words[count], []).append(answer)
    for word, group in groups.items():
        fits = [fit for form in word.typed if (fit := _fit(tokens, form.split())) is not None]
        if not fits:
            continue
        used, begun = min(fits, key=lambda fit: (-fit[0], fit[1]))
        words = (*before, word)
        if used == len(tokens):
            yield _Way(words, tuple(group), begun)
            continue
        for way in _ways(tokens[used:], words, tuple(group)):
            yield _Way(way.words, way.answers, way.begun + begun)


def _fit(tokens: Sequence[str], form: Sequence[str]) -> tuple[int, int] | None:
    """Return how many tokens `form` takes and how many words of it are only begun; None if it differs.

    A word may be begun only, and the last ones left out; a number has to be whole.
    """
    begun = max(len(form) - len(tokens), 0)
    for token, word in zip(tokens, form, strict=False):
        if token != word and (word.isdigit() or not word.startswith(token)):
            return None
        begun += token != word
    return min(len(form), len(tokens)), begun
